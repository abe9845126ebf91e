import { createServer, type Socket, connect as tcpConnect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Line, type LineProfile } from "./link.ts";

const wide = 100_000_000;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts a server behind a line, and returns the port of the line's proxy. The function handles each connection. */
async function serverBehind(profile: LineProfile, onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, onConnection);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  const line = new Line(profile);
  closing.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => line.close(),
  );
  return Number(new URL(await line.reach(`http://127.0.0.1:${address.port}`)).port);
}

/** Sends a text, and returns the bytes received until the other side ended, and how many milliseconds that took. */
async function exchange(port: number, text: string): Promise<{ received: Buffer; tookMs: number }> {
  const startedAt = performance.now();
  const socket = tcpConnect({ host: "127.0.0.1", port });
  closing.push(() => socket.destroy());
  socket.end(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return { received: Buffer.concat(chunks), tookMs: performance.now() - startedAt };
}

/** Sends back the bytes that it receives. */
const echo = (socket: Socket) => socket.pipe(socket);

describe("a slow line", () => {
  it("carries every byte in its order, both ways, and the end of each side", async () => {
    const port = await serverBehind(
      { downBytesPerSecond: wide, upBytesPerSecond: wide, roundTripMs: 0 },
      echo,
    );
    const text = Array.from({ length: 50_000 }, (_, index) => String(index)).join();
    expect((await exchange(port, text)).received.toString()).toBe(text);
  });

  it("takes one round trip for a connection and one for a request", async () => {
    const port = await serverBehind(
      { downBytesPerSecond: wide, upBytesPerSecond: wide, roundTripMs: 80 },
      echo,
    );
    const { tookMs } = await exchange(port, "short");
    // A timer may fire a millisecond early.
    expect(tookMs).toBeGreaterThan(157);
  });

  it.each([
    ["down", { downBytesPerSecond: 100_000, upBytesPerSecond: wide }],
    ["up", { downBytesPerSecond: wide, upBytesPerSecond: 100_000 }],
  ])("lets no more than its bandwidth %s", async (_, bandwidth) => {
    const port = await serverBehind({ ...bandwidth, roundTripMs: 0 }, echo);
    const { received, tookMs } = await exchange(port, "x".repeat(30_000));
    expect(received).toHaveLength(30_000);
    expect(tookMs).toBeGreaterThan(297);
  });

  it("shares its bandwidth among its connections", async () => {
    const port = await serverBehind(
      { downBytesPerSecond: 100_000, upBytesPerSecond: wide, roundTripMs: 0 },
      echo,
    );
    const startedAt = performance.now();
    await Promise.all([exchange(port, "x".repeat(15_000)), exchange(port, "y".repeat(15_000))]);
    expect(performance.now() - startedAt).toBeGreaterThan(297);
  });

  it("closes a connection whose server is gone", async () => {
    const port = await serverBehind(
      { downBytesPerSecond: wide, upBytesPerSecond: wide, roundTripMs: 10 },
      (socket) => socket.resetAndDestroy(),
    );
    expect((await exchange(port, "anything")).received).toHaveLength(0);
  });
});
