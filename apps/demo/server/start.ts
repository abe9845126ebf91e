/** Runs the shop on Node, for one machine and for tests. */
import type { AddressInfo } from "node:net";
import { createShop } from "./app.ts";
import { randomSecret, type ShopConfig, ShopConfigError } from "./config.ts";
import { checkScripts } from "./http/assets.ts";
import { createNodeServer } from "./http/node-server.ts";

type Defaulted = keyof ReturnType<typeof defaults>;

/** The configuration, of which the settings with a default may be left out. */
export interface ShopOptions extends Omit<ShopConfig, Defaulted>, Partial<Pick<ShopConfig, Defaulted>> {
  /** Receives one line for each request; never card data, a token or a key. @default no log */
  readonly log?: (line: string) => void;
}

const defaults = () => ({
  port: 4000,
  host: "127.0.0.1",
  qa: true,
  environments: ["sandbox"] as const,
  ipnSecret: randomSecret(),
});

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
 * const shop = await startShop({ port: 0, paneUrl, gatewayUrl, apiKey, booking: { siteId } });
 */
export async function startShop({ log, ...options }: ShopOptions): Promise<RunningShop> {
  const config: ShopConfig = { ...defaults(), ...options };
  checkScripts();
  // The shop is created after its port is known; the server uses it from then on.
  let app: ReturnType<typeof createShop> | undefined;
  const server = createNodeServer(() => app);
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, () => {
      const bound = server.address();
      if (typeof bound === "object" && bound) resolve(bound);
      else reject(new ShopConfigError("The shop has no address to listen on."));
    });
  });
  const url = config.publicUrl ?? `http://localhost:${address.port}`;
  try {
    app = createShop({
      config,
      publicUrl: url,
      // Not localhost: the sender could resolve that to ::1, but the shop listens on IPv4 by default.
      ipnUrl: config.ipnUrl ?? `http://127.0.0.1:${address.port}/ipn`,
      ...(log ? { log } : {}),
    });
  } catch (error) {
    server.close();
    throw error;
  }
  let closed: Promise<void> | undefined;
  return {
    url,
    close: () => {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}
