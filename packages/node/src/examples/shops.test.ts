/** The servers of apps/examples, each in a process of its own: two submits of one page, with two cards, charge once. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { guardScript } from "@cardpane/contract/embed";
import { exampleDevice } from "@cardpane/gateway/testing";
import { expect, it, onTestFinished } from "vitest";
import { bundleProgram } from "../../../tools/src/testing/bundle-program.ts";
import { secret } from "../checkout/shop.test-shop.ts";
import { gatewayWith, json, successBody } from "../gateway.test-server.ts";

const here = new URL(".", import.meta.url);
const examples = new URL("../../../../apps/examples/", here);

/** Listens on a free port until the test ends. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Starts an example with a gateway that takes its time, and the pane's manifest. */
async function openShop(server: string) {
  const gateway = await gatewayWith((response, socket, request) => {
    setTimeout(() => json(201, successBody)(response, socket, request), 300);
  });
  const pane = createServer((_, response) => response.end('{"script":"/pane.js","integrity":"sha384-x"}'));
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  const env = {
    ...process.env,
    GATEWAY_URL: gateway.baseUrl,
    GATEWAY_API_KEY: "key",
    SITE_ID: "site-1",
    IPN_SECRET: secret,
    PANE_HOST: `http://127.0.0.1:${await listen(pane)}`,
    PANE_ENVIRONMENT: "sandbox",
    PORT: `${port}`,
  };
  const program = await bundleProgram(new URL(server, examples), here);
  // For its database.
  const cwd = mkdtempSync(`${tmpdir()}/cardpane-shop-`);
  const child = spawn(process.execPath, ["--conditions=source", program], { env, cwd });
  onTestFinished(async () => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
    rmSync(cwd, { recursive: true });
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (output.includes("The shop is at")) resolve();
      });
    }
    child.on("exit", () => reject(new Error(output)));
  });
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init });
  /** Requests a target as it is, which `fetch` would change, and returns the status. */
  const requestTarget = (target: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`),
      );
      socket.on("data", (chunk) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1])));
      socket.on("close", () => reject(new Error(`no answer to ${target}`)));
    });
  return { gateway, request, requestTarget };
}

const headers = { "user-agent": "Mozilla/5.0", accept: "text/html" };

/** Loads the page of a form, and returns a function that submits it. */
async function openForm(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const [, order = ""] = /name="order" value="([^"]+)"/.exec(await (await request("/")).text()) ?? [];
  return (token: string) => {
    const body = new URLSearchParams({ order, payment: JSON.stringify({ token, device: exampleDevice }) });
    return request("/pay", { method: "POST", headers, body });
  };
}

/** Makes the order of a page with a script, and returns a function that pays it. */
async function openPage(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const order = await (await request("/api/order", { method: "POST" })).text();
  return (token: string) =>
    request("/api/pay", {
      method: "POST",
      headers,
      body: JSON.stringify({ token, device: exampleDevice, order }),
    });
}

const shops = [
  ["pages with a script", "pay-server/server.js", openPage, "/api/pay"],
  ["Fastify", "fastify/server.js", openForm, "/pay"],
  ["plain HTML", "plain-html-strict/server.js", openForm, "/pay"],
] as const;

it.each([
  "eight-ways/server.js",
  "express-postgres/server.js",
  "fastify/server.js",
  "hono-worker/src/worker.js",
  "plain-html-strict/server.js",
])("the form of %s has the guard, and a sentence for it to show", (file) => {
  const text = readFileSync(new URL(file, examples), "utf8");
  expect(text).toContain(`>${guardScript}</script>`);
  expect(text).toContain('slot="cardpane-fallback" hidden>');
});

it.each(shops)(
  "the shop of %s charges two submits of one page once, outlives any target, and refuses a form of 2 MB",
  async (_, file, open, path) => {
    const { gateway, request, requestTarget } = await openShop(file);
    const pay = await open(request);
    const answers = await Promise.all([pay(randomUUID()), pay(randomUUID())]);
    expect(answers.map(({ status }) => status < 400)).toEqual([true, true]);
    expect(gateway.received).toHaveLength(1);
    await (await open(request))(randomUUID());
    expect(gateway.received).toHaveLength(2);

    for (const target of ["//[", "//", "http://[", "/%", "/%00", "/..//..", "/?declined=%E0%A4%A"])
      expect([target, await requestTarget(target)]).toEqual([target, expect.any(Number)]);
    for (const type of ["application/x-www-form-urlencoded", "application/json", "text/plain"]) {
      let parts = 0;
      const body = new ReadableStream<Uint8Array>({
        pull: (to) => (++parts > 32 ? to.close() : to.enqueue(new Uint8Array(65_536).fill(65))),
      });
      const init = { method: "POST", headers: { "Content-Type": type }, body, duplex: "half" } as RequestInit;
      const answer = await request(path, init).then(
        ({ status }) => status,
        () => "closed",
      );
      expect([type, [413, 415, "closed"]]).toEqual([type, expect.arrayContaining([answer])]);
    }
    expect([gateway.received.length, await requestTarget("/")]).toEqual([2, expect.any(Number)]);
  },
);
