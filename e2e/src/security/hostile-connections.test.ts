/**
 * Clients that hold a connection, send requests that no browser sends, or never stop sending: to the pane's host, the sandbox and
 * the shop, each as it runs on Node.
 */
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { startHost } from "@cardpane/host";
import { startSandbox } from "@cardpane/sandbox";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createNodeServer } from "../../../apps/demo/server/http/node-server.ts";
import { openShop } from "../../../apps/demo/server/testing/shop.ts";
import { serverLimits } from "../../../packages/contract/src/server-limits/index.ts";
import { testAssets } from "../../../packages/host/src/testing.ts";

// The limits, with shorter times: a server that does not use `serverLimits` fails these tests.
vi.mock("../../../packages/contract/src/server-limits/index.ts", () => ({
  serverLimits: {
    keepAliveTimeout: 72_000,
    headersTimeout: 1_000,
    requestTimeout: 2_000,
    connectionsCheckingInterval: 100,
    maxHeaderSize: 16_384,
  },
}));

const ports: Record<string, number> = {};
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  const host = await startHost({
    port: 0,
    environments: { live: "https://gateway.example" },
    parents: ["https://shop.example"],
    assets: testAssets,
  });
  closers.push(() => host.close());
  const sandbox = await startSandbox({ port: 0 });
  closers.push(() => sandbox.close());
  const { app } = openShop();
  const shop: Server = createNodeServer(() => app);
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  closers.push(() => shop.close());
  ports["the pane's host"] = portOf(host.url);
  ports["the sandbox"] = portOf(sandbox.url);
  ports["the shop"] = (shop.address() as AddressInfo).port;
});
afterAll(() => Promise.all(closers.map((close) => close())));

function portOf(url: string): number {
  return Number(new URL(url).port);
}

interface Exchange {
  readonly socket: Socket;
  /** Everything received, once the server has closed the connection. */
  readonly ended: Promise<string>;
}

function open(server: string): Exchange {
  const socket = connect(ports[server] ?? 0, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  // A server that closes before it has read everything may reset the connection.
  socket.on("error", () => {});
  return { socket, ended: new Promise((resolve) => socket.once("close", () => resolve(answer))) };
}

/** Sends bytes at once, and waits for the server to close the connection. */
function exchange(server: string, bytes: string): Promise<string> {
  const { socket, ended } = open(server);
  socket.write(bytes);
  return ended;
}

const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** Sends a byte now and then, until the connection is closed. */
async function trickle(server: string, start: string): Promise<{ answer: string; elapsedMs: number }> {
  const startedAt = performance.now();
  const { socket, ended } = open(server);
  socket.write(start);
  const dripping = setInterval(() => socket.write("a"), 50);
  const answer = await ended;
  clearInterval(dripping);
  return { answer, elapsedMs: performance.now() - startedAt };
}

const head = "Host: localhost\r\nOrigin: http://localhost:4000\r\n";
const json = `${head}Content-Type: application/json\r\n`;

const servers = ["the pane's host", "the sandbox", "the shop"];

// A test waits for a limit of the server most of its time, so all of them wait together.
describe.concurrent.each(servers)("%s", (server) => {
  it("cuts a client that trickles the head of its request [T-S23]", async () => {
    const { answer, elapsedMs } = await trickle(server, `GET /health HTTP/1.1\r\n${head}X-Slow: `);
    expect(statusesOf(answer)).toEqual([408]);
    expect(elapsedMs).toBeGreaterThan(900);
  });

  it("cuts a client that trickles the body of its request", async () => {
    const { answer } = await trickle(
      server,
      `POST /tokenize HTTP/1.1\r\n${json}Content-Length: 60000\r\n\r\n{`,
    );
    // The sandbox waits for the body; the others refuse before they read it.
    expect(statusesOf(answer)).toEqual([server === "the sandbox" ? 408 : server === "the shop" ? 421 : 405]);
  });

  it("answers requests that come together one by one, in their order", async () => {
    const one = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${head}${more}\r\n`;
    const answer = await exchange(
      server,
      `${one("/health").repeat(50)}${one("/none-such")}${one("/health", "Connection: close\r\n")}`,
    );
    expect(statusesOf(answer)).toEqual([
      ...Array<number>(50).fill(200),
      server === "the shop" ? 302 : 404,
      200,
    ]);
  });

  it.each([
    ["two lengths", `POST /health HTTP/1.1\r\n${json}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}`],
    [
      "a length and chunks",
      `POST /health HTTP/1.1\r\n${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\n${head}\r\n`,
    ],
    ["a chunk of no length", `POST /health HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
    [
      "a header that goes on in a second line",
      `GET /health HTTP/1.1\r\n${head}X-A: a\r\n b\r\nX B: c\r\n\r\n`,
    ],
    ["a line end within a header", `GET /health HTTP/1.1\r\n${head}X-A: a\rSet-Cookie: b=c\r\n\r\n`],
    ["a NUL in a header", `GET /health HTTP/1.1\r\n${head}X-A: a\0b\r\n\r\n`],
    ["no method that there is", `FETCH /health HTTP/1.1\r\n${head}\r\n`],
  ])("refuses %s once, and takes nothing that follows for a request", async (_, bytes) => {
    const answer = await exchange(server, `${bytes}GET /health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    expect(statusesOf(answer)).toEqual([400]);
    expect(answer).not.toMatch(/set-cookie/i);
  });

  it("refuses a head that is too long", async () => {
    const length = serverLimits.maxHeaderSize;
    const answer = await exchange(
      server,
      `GET /health HTTP/1.1\r\n${head}X-Long: ${"a".repeat(length)}\r\n\r\n`,
    );
    expect(statusesOf(answer)).toEqual([431]);
  });

  it("stops reading a body that never ends [T-S24]", async () => {
    const { socket, ended } = open(server);
    socket.write(`POST /tokenize HTTP/1.1\r\n${json}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = `4000\r\n${"a".repeat(0x4000)}\r\n`;
    let sent = 0;
    const send = () => {
      while (!socket.destroyed && socket.writable) {
        sent += chunk.length;
        if (!socket.write(chunk)) {
          socket.once("drain", send);
          return;
        }
      }
    };
    send();
    const answer = await ended;
    expect(statusesOf(answer).every((status) => status >= 400)).toBe(true);
    expect(sent).toBeLessThan(64_000_000);
  });
});

it.each(servers)("%s answers the next client as usual", async (server) => {
  const answer = await exchange(server, `GET /health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
  expect(statusesOf(answer)).toEqual([200]);
});

it("the limits themselves are those of a public server", async () => {
  const { serverLimits: own } = await vi.importActual<{ serverLimits: typeof serverLimits }>(
    "../../../packages/contract/src/server-limits/index.ts",
  );
  expect(own.headersTimeout).toBeLessThanOrEqual(10_000);
  expect(own.requestTimeout).toBeLessThanOrEqual(15_000);
  expect(own.requestTimeout).toBeGreaterThan(own.headersTimeout);
  expect(own.connectionsCheckingInterval).toBeLessThan(own.headersTimeout);
  expect(own.maxHeaderSize).toBeLessThanOrEqual(16_384);
});
