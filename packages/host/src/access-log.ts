/**
 * The access log. An entry contains nothing about a shopper (no address, user agent, referrer or query), and only texts that the
 * host itself defines, so that a request cannot inject text into a log or a terminal.
 */
import type { FetchHandler } from "./handler.ts";

/** One request and its response. */
export interface AccessEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly method: "GET" | "HEAD" | "POST" | "other";
  /** The path of a request that was served; `null` if it was refused. */
  readonly path: string | null;
  /** The environment of a frame that was served. */
  readonly environment?: string;
  readonly status: number;
  /** The code of a refusal, for example `release_unknown`. */
  readonly reason?: string;
  readonly durationMs: number;
}

/** Wraps a handler and calls back after each response. */
export function observe(handler: FetchHandler, onRequest: (entry: AccessEntry) => void): FetchHandler {
  return async (request) => {
    const startedAt = performance.now();
    const response = await handler(request);
    const isServed = response.status < 400;
    const refusal = isServed ? undefined : ((await response.clone().json()) as { readonly code: string });
    const url = new URL(request.url);
    const environment = isServed && url.pathname.endsWith("/frame") && url.searchParams.get("environment");
    const { method } = request;
    onRequest({
      time: new Date().toISOString(),
      method: method === "GET" || method === "HEAD" || method === "POST" ? method : "other",
      // The path of a request that was served is one that the host defines.
      path: isServed ? url.pathname : null,
      ...(environment ? { environment } : {}),
      status: response.status,
      ...(refusal ? { reason: refusal.code } : {}),
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    });
    return response;
  };
}
