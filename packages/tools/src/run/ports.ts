/** Ports that nobody listens at. */
import { createServer } from "node:net";

/**
 * Resolves with a port once nobody listens at it; `0` takes a free one.
 *
 * @throws Error with code `EADDRINUSE` where somebody does
 */
export function freePort(port: number, hostname: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, hostname, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}
