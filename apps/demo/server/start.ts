/** Runs the shop on Node, for one machine and for tests. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createShop } from "./app.ts";
import type { ShopConfig } from "./config.ts";
import { checkScripts } from "./http/assets.ts";
import { createNodeServer } from "./http/node-server.ts";

export interface RunningShop {
  /** The address that shoppers use, for example `http://localhost:4000`. */
  readonly url: string;
  /** Stops the shop and closes open connections. It can be called twice. */
  close(): Promise<void>;
}

/**
 * Starts the shop. The promise resolves when the shop listens.
 *
 * @throws Error with code `EADDRINUSE` when the port is taken.
 * @throws Error when the page scripts are not built.
 * @throws ConfigurationError when the secret or the address of notifications is invalid.
 * @example
 * const shop = await startShop(readShopConfig(process.env));
 *
 * @param log receives one line for each request; never card data, a token or a key. @default no log
 */
export async function startShop(config: ShopConfig, log?: (line: string) => void): Promise<RunningShop> {
  checkScripts();
  // The shop is created after its port is known; the server uses it from then on.
  let app: ReturnType<typeof createShop> | undefined;
  const server = createNodeServer(() => app);
  server.listen(config.port, config.host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = config.publicUrl ?? `http://localhost:${port}`;
  try {
    app = createShop({
      config,
      publicUrl: url,
      // Not localhost: the sender could resolve that to ::1, but the shop listens on IPv4 by default.
      ipnUrl: config.ipnUrl ?? `http://127.0.0.1:${port}/ipn`,
      ...(log ? { log } : {}),
    });
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
