/**
 * What the host notes of each request: nothing about a shopper (no address, no user agent, no referrer, no query), and no text
 * of a request that the host did not itself define, so that neither a log nor a terminal can be written to from outside.
 */
import type { FetchHandler } from "./handler.ts";

/** One answered request. */
export interface AccessEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly method: "GET" | "HEAD" | "other";
  /** The path of what was served; `null` where the request was refused. */
  readonly path: string | null;
  /** The environment of a frame that was served. */
  readonly environment?: string;
  readonly status: number;
  /** Why a request was refused, `release_unknown` for example. */
  readonly reason?: string;
  readonly durationMs: number;
}

/** Calls back after each answer of a handler. */
export function observe(handler: FetchHandler, onRequest: (entry: AccessEntry) => void): FetchHandler {
  return async (request) => {
    const startedAt = performance.now();
    const response = await handler(request);
    const isServed = response.status < 400;
    const url = new URL(request.url);
    const environment = isServed && url.pathname.endsWith("/frame") && url.searchParams.get("environment");
    const { method } = request;
    onRequest({
      time: new Date().toISOString(),
      method: method === "GET" || method === "HEAD" ? method : "other",
      // A path that is served is one of the host's own.
      path: isServed ? url.pathname : null,
      ...(environment ? { environment } : {}),
      status: response.status,
      ...(isServed ? {} : { reason: await reasonOf(response) }),
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    });
    return response;
  };
}

async function reasonOf(response: Response): Promise<string> {
  const { code } = (await response.clone().json()) as { code: string };
  return code;
}
