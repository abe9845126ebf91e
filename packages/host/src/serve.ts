/** Runs the host on Node, for one machine and for tests; elsewhere mount {@link createHost} in a server of one's own. */
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Assets } from "./assets.ts";
import type { HostConfig } from "./config.ts";
import { createHost } from "./create-host.ts";

export interface HostOptions extends HostConfig {
  /** `0` takes a free one. @default 4001 */
  readonly port?: number;
  /** @default "127.0.0.1" */
  readonly hostname?: string;
  /** @default the release that the build left in this package */
  readonly assets?: Assets | readonly Assets[];
}

export interface RunningHost {
  /** For example `http://127.0.0.1:4001`. */
  readonly url: string;
  /** Stops it; resolves when no connection is left. May be called twice. */
  close(): Promise<void>;
}

/**
 * Milliseconds that an idle connection is kept: longer than clients and balancers keep theirs (60 s is common), so that none
 * sends its next request into a connection that this end has just closed.
 */
const keepAliveTimeout = 72_000;

/**
 * Starts the host and resolves when it listens.
 *
 * @throws Error with code `EADDRINUSE` when the port is taken.
 */
export function startHost({
  port = 4001,
  hostname = "127.0.0.1",
  assets,
  ...config
}: HostOptions): Promise<RunningHost> {
  const handler = createHost(config, assets);
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: handler, port, hostname, serverOptions: { keepAliveTimeout } },
      (address: AddressInfo) => {
        resolve({ url: `http://${hostname}:${address.port}`, close: once(() => stop(server)) });
      },
    );
    server.once("error", reject);
  });
}

function stop(server: ReturnType<typeof serve>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= action();
    return done;
  };
}
