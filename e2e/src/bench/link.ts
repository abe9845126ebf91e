/**
 * A slow line between a browser and servers of this machine, as TCP proxies. The browser's own emulation does not slow the
 * connections of a frame in another process; the proxies do.
 *
 * A new connection costs one round trip before its first byte leaves. Each direction has a latency of half a round trip, and a
 * bandwidth that all connections share, first come, first served. TLS, slow start and loss are not simulated.
 */
import { createServer, type Server, type Socket, connect as tcpConnect } from "node:net";

/** A line's bandwidth and latency. */
export interface LineProfile {
  readonly downBytesPerSecond: number;
  readonly upBytesPerSecond: number;
  readonly roundTripMs: number;
}

/** The two lines that Lighthouse and WebPageTest name. */
export const fast4g: LineProfile = {
  downBytesPerSecond: 1_125_000,
  upBytesPerSecond: 1_125_000,
  roundTripMs: 60,
};
export const slow4g: LineProfile = {
  downBytesPerSecond: 200_000,
  upBytesPerSecond: 93_750,
  roundTripMs: 150,
};

/** Bytes that travel together: the payload of an Ethernet frame. */
const segmentBytes = 1_460;

/** A line; {@link Line.reach} makes servers reachable over it. */
export class Line {
  readonly #roundTripMs: number;
  readonly #up: Direction;
  readonly #down: Direction;
  readonly #servers = new Set<Server>();
  readonly #sockets = new Set<Socket>();

  constructor({ downBytesPerSecond, upBytesPerSecond, roundTripMs }: LineProfile) {
    this.#roundTripMs = roundTripMs;
    this.#up = new Direction(upBytesPerSecond, roundTripMs / 2);
    this.#down = new Direction(downBytesPerSecond, roundTripMs / 2);
  }

  /** Starts a proxy to a server on this machine, and returns the origin that reaches the server over the line. */
  async reach(url: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      const far = tcpConnect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
      this.#join(near, far);
    });
    this.#servers.add(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The proxy listens on no port.");
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#up.clear();
    this.#down.clear();
    await Promise.all(
      [...this.#servers].map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    );
  }

  #join(near: Socket, far: Socket): void {
    const connected = new Promise<void>((resolve) => setTimeout(resolve, this.#roundTripMs));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => this.#sockets.delete(from));
    }
    near.on("data", (bytes: Buffer) => void connected.then(() => this.#up.send(bytes, far)));
    near.on("end", () => void connected.then(() => this.#up.end(far)));
    far.on("data", (bytes: Buffer) => this.#down.send(bytes, near));
    far.on("end", () => this.#down.end(near));
  }
}

/** One direction of a line: segments queue for the bandwidth, and each then takes the latency. */
class Direction {
  readonly #bytesPerMs: number;
  readonly #latencyMs: number;
  /** Segments in transit, in order of arrival. */
  #queue: { readonly arrivesAt: number; readonly deliver: () => void }[] = [];
  #freeAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bytesPerSecond: number, latencyMs: number) {
    this.#bytesPerMs = bytesPerSecond / 1_000;
    this.#latencyMs = latencyMs;
  }

  send(bytes: Buffer, to: Socket): void {
    for (let start = 0; start < bytes.length; start += segmentBytes) {
      const segment = bytes.subarray(start, start + segmentBytes);
      this.#add(segment.length, () => to.writable && to.write(segment));
    }
  }

  /** Closes the receiver's side after everything sent before has arrived. */
  end(to: Socket): void {
    this.#add(0, () => to.end());
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  #add(bytes: number, deliver: () => void): void {
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + bytes / this.#bytesPerMs;
    this.#queue.push({ arrivesAt: this.#freeAt + this.#latencyMs, deliver });
    if (this.#queue.length === 1) this.#wait();
  }

  #wait(): void {
    const [first] = this.#queue;
    if (first) this.#timer = setTimeout(this.#deliver, Math.max(0, first.arrivesAt - performance.now()));
  }

  readonly #deliver = (): void => {
    for (let first = this.#queue[0]; first && first.arrivesAt <= performance.now(); first = this.#queue[0]) {
      this.#queue.shift();
      first.deliver();
    }
    this.#wait();
  };
}
