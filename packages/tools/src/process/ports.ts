/** Finds free ports. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, others from 49152), because such a connection
 * could take the port before its requester listens, and above the ports that browsers block.
 */
const lowest = 12_000;
const tooHigh = 32_000;

/** Returns a port of this machine without a listener, which no outgoing connection takes in the meantime. */
export async function freePort(choose: () => number = () => randomInt(lowest, tooHigh)): Promise<number> {
  for (;;) {
    const port = choose();
    if (await isFree(port)) return port;
  }
}

/** @throws Error for a port that this process may not use */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
