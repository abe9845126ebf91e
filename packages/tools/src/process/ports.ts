/** Finds free ports. */
import { createServer } from "node:net";

/**
 * Resolves with the given port if it is free; `0` selects any free port.
 *
 * @throws Error with code `EADDRINUSE` if the port is in use
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
