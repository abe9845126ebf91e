/** Runs the host on Node. On another platform, mount `createHost` in your own server. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serverLimits } from "@cardpane/contract/server-limits";
import { getRequestListener, RequestError } from "@hono/node-server";
import { type AccessEntry, observe } from "./access-log.ts";
import type { Assets } from "./assets.ts";
import type { HostConfig } from "./config.ts";
import { createHost } from "./create-host.ts";
import { once, refusalResponse } from "./handler.ts";
import { commonHeaders } from "./headers.ts";
import type { ReportObserver } from "./policy-reports.ts";

export interface HostOptions extends HostConfig, ReportObserver {
  /** `0` selects a free port. @default 4001 */
  readonly port?: number;
  /** The address that it listens on: `"0.0.0.0"` in a container. @default "127.0.0.1" */
  readonly hostname?: string;
  /** The releases, the current one first. @default the release that the build left in this package */
  readonly assets?: Assets | readonly Assets[];
  /** Milliseconds after `close()` in which pending requests may end. @default 10000 */
  readonly graceMs?: number;
  /** Called once for each response. An entry contains nothing about a shopper. */
  readonly onRequest?: (entry: AccessEntry) => void;
}

export interface RunningHost {
  /** For example `http://127.0.0.1:4001`. */
  readonly url: string;
  /** Stops listening, lets pending requests end, and resolves when no connection is left. May be called twice. */
  close(): Promise<void>;
}

/**
 * Starts the host and resolves when it listens.
 *
 * @throws Error with the code `EADDRINUSE` when the port is in use
 */
export function startHost({
  port = 4001,
  hostname = "127.0.0.1",
  assets,
  graceMs = 10_000,
  onRequest,
  onReport,
  onDroppedReport,
  ...config
}: HostOptions): Promise<RunningHost> {
  const handler = createHost(config, assets, { onReport, onDroppedReport });
  const errorHandler = (error: unknown) => answerError(error, config.headers, onRequest);
  const listener = getRequestListener(onRequest ? observe(handler, onRequest) : handler, {
    errorHandler,
    // For HTTP/1.0, which needs no `Host`: some load balancers probe with it. Node refuses HTTP/1.1 without one.
    hostname: "localhost",
  });
  let isStopping = false;
  const server = createServer(serverLimits, (request, response) => {
    // A request that was pending when the server stopped: its connection closes after the response.
    if (isStopping) response.shouldKeepAlive = false;
    void listener(request, response);
  });
  const stop = async () => {
    isStopping = true;
    await closeServer(server, graceMs);
  };
  return listen(server, port, hostname).then((url) => ({ url, close: once(stop) }));
}

/** Resolves with a server's address when it listens. */
export function listen(server: Server, port: number, hostname: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${taken}`);
    });
  });
}

/**
 * Responds to a request that did not reach the handler, because its address or `Host` is malformed, and to one for which the
 * handler failed; with the common headers.
 */
function answerError(
  error: unknown,
  headers: HostConfig["headers"],
  onRequest: HostOptions["onRequest"],
): Response {
  const [status, code, message] =
    error instanceof RequestError
      ? ([400, "request_unreadable", "The address or the Host of the request is malformed."] as const)
      : ([500, "internal_error", "The host failed."] as const);
  if (status === 500) console.error(error);
  const time = new Date().toISOString();
  onRequest?.({ time, method: "other", path: null, status, reason: code, durationMs: 0 });
  return refusalResponse(code, { status, message }, [commonHeaders, headers ?? {}]);
}

/** Lets pending requests end within the grace period, then closes the remaining connections. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close((error) => {
      clearInterval(sweep);
      clearTimeout(cut);
      if (error) reject(error);
      else resolve();
    });
    server.closeIdleConnections();
  });
}
