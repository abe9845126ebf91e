/** The handlers in real frameworks, on real sockets. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { mug, openShop, secret } from "../checkout/shop.test-shop.ts";
import {
  type Checkout,
  type CheckoutOptions,
  signatures,
  type TestNotification,
  toFastifyHandler,
  toNodeHandler,
  verifyNotification,
} from "../index.ts";

/** Serves the receiver; returns the port. */
type Start = (checkout: Checkout) => Promise<number>;

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const onExpress =
  (...parsers: express.RequestHandler[]): Start =>
  (checkout) => {
    const app = express();
    for (const parser of parsers) app.use(parser);
    app.post("/ipn", toNodeHandler(checkout));
    return listen(app);
  };

const onFastify =
  (raw: boolean): Start =>
  async (checkout) => {
    const app = fastify();
    if (raw) {
      app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) =>
        done(null, body),
      );
    }
    app.post("/ipn", toFastifyHandler(checkout));
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    return (app.server.address() as AddressInfo).port;
  };

const onHono: Start = (checkout) => {
  const app = new Hono();
  app.post("/ipn", (c) => checkout.handle(c.req.raw));
  return serveOnHono(app);
};

function serveOnHono({ fetch }: Hono): Promise<number> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port));
    onTestFinished(() => void server.close());
  });
}

const onNode: Start = (checkout) => listen(toNodeHandler(checkout));

/** Servers that keep the raw bytes of a body, and servers that keep only the parsed body. */
const servers: readonly [string, Start, "bytes" | "parsed"][] = [
  ["Node", onNode, "bytes"],
  ["Express", onExpress(), "bytes"],
  ["Express with express.raw()", onExpress(express.raw({ type: "*/*" })), "bytes"],
  ["Express with express.text()", onExpress(express.text({ type: "*/*" })), "bytes"],
  ["Express with a parser of other types", onExpress(express.urlencoded({ extended: false })), "bytes"],
  [
    "Express as it was before version 5, which leaves an empty object",
    onExpress((req, _, next) => {
      req.body = {};
      next();
    }),
    "bytes",
  ],
  ["Express with express.json()", onExpress(express.json()), "parsed"],
  ["Fastify", onFastify(false), "parsed"],
  ["Fastify with a raw parser", onFastify(true), "bytes"],
  ["Hono", onHono, "bytes"],
];

async function notify(start: Start, options: Partial<CheckoutOptions<undefined>> = {}) {
  const shop = openShop(options);
  await shop.checkout.begin(mug);
  const test = await shop.checkout.createTestNotification({ reference: "order-1" });
  const port = await start(shop.checkout);
  const send = async ({ url, method, headers, body }: Omit<TestNotification, "toRequest"> = test) => {
    const response = await fetch(`http://127.0.0.1:${port}/ipn${new URL(url).search}`, {
      method,
      headers,
      body,
    });
    return [response.status, await response.text()];
  };
  return { shop, test, send };
}

describe.each(servers)("on %s", (_, start, keeps) => {
  it("a notification is received, and a forged one refused", async () => {
    const { shop, test, send } = await notify(start);
    expect(await send({ ...test, url: test.url.replace("order-1", "order-2") })).toEqual([400, "refused"]);
    expect(shop.refusals.map(({ code }) => code)).toEqual(["signed_url_forged"]);
    expect(await send()).toEqual([200, "ok"]);
    expect(await send()).toEqual([200, "ok"]);
    expect(shop.events.map(({ type }) => type)).toEqual(["payment.succeeded"]);
  });

  it(`a signature of the raw body ${keeps === "bytes" ? "is checked" : "is refused with the likely mistake"}`, async () => {
    const { shop, test, send } = await notify(start, { signature: signatures.hmacSha256Body({ secret }) });
    if (keeps === "bytes") {
      expect(await send({ ...test, body: `${test.body} ` })).toEqual([400, "refused"]);
      expect(shop.refusals[0]?.code).toBe("signature_wrong");
      expect(await send()).toEqual([200, "ok"]);
    } else {
      expect(await send()).toEqual([500, "refused"]);
      expect(shop.refusals[0]).toMatchObject({ code: "body_consumed" });
      expect(shop.events).toEqual([]);
    }
  });

  it("a failure of the merchant's code makes the gateway send again", async () => {
    const { shop, send } = await notify(start, {
      onEvent: () => {
        throw new Error("not now");
      },
    });
    expect(await send()).toEqual([500, "failed"]);
    expect(shop.failures).toHaveLength(1);
  });
});

/** A body whose connection breaks off. */
async function* brokenOff() {
  yield new TextEncoder().encode('{"payment":');
  throw new Error("ECONNRESET");
}

describe("on Node", () => {
  it("a body that another handler has read is reported as that mistake", async () => {
    const { shop, send } = await notify((checkout) =>
      listen(async (request, response) => {
        for await (const _ of request) void _;
        await toNodeHandler(checkout)(request, response);
      }),
    );
    expect(await send()).toEqual([500, "refused"]);
    expect(shop.refusals[0]?.code).toBe("body_consumed");
  });

  it.each([
    ["Node", onNode],
    ["Express", onExpress()],
    ["Hono", onHono],
  ])(
    "a body that is too long is answered, and the next notification received: on %s [T-P34]",
    async (_, start) => {
      const { shop, test, send } = await notify(start);
      const spaces = 262_144 - test.body.length;
      expect(await send({ ...test, body: test.body + " ".repeat(spaces + 1) })).toEqual([500, "refused"]);
      expect(await send({ ...test, body: " ".repeat(2_000_000) })).toEqual([500, "refused"]);
      expect(shop.refusals.map(({ code }) => code)).toEqual(["body_too_long", "body_too_long"]);
      expect(await send({ ...test, body: test.body + " ".repeat(spaces) })).toEqual([200, "ok"]);
    },
  );

  it("a long body is read to its end, so that the response can be sent; an endless one is abandoned", async () => {
    const { shop, test } = await notify(onNode);
    const { pathname, search } = new URL(test.url);
    const { method, headers } = test;
    for (const [size, isRead] of [
      [1_000_000, true],
      [100_000_000, false],
    ] as const) {
      let sent = 0;
      async function* body() {
        for (; sent < size; sent += 50_000) yield new Uint8Array(50_000);
      }
      const request = { method, url: pathname + search, headers, readableEnded: false };
      const answered: number[] = [];
      await toNodeHandler(shop.checkout)(
        { ...request, [Symbol.asyncIterator]: body },
        { writeHead: (status) => answered.push(status), end: () => undefined },
      );
      expect([answered, sent === size]).toEqual([[500], isRead]);
    }
    expect(shop.refusals.map(({ code }) => code)).toEqual(["body_too_long", "body_too_long"]);
  });

  it("a body that breaks off changes nothing", async () => {
    const { shop, test } = await notify(onNode);
    const broken = await shop.checkout.receive({
      method: "POST",
      url: test.url,
      headers: test.headers,
      body: brokenOff(),
    });
    expect(broken).toEqual({ status: 500, body: "refused" });
    expect(shop.refusals[0]?.code).toBe("body_broken");
    expect(shop.events).toEqual([]);
  });
});

describe("a request that is no instance of the global Request", () => {
  it("is received if it is a clone: @hono/node-server replaces the global class by one of its own", async () => {
    const { checkout, types } = openShop();
    const app = new Hono();
    app.post("/ipn", (c) => checkout.handle(c.req.raw.clone()));
    const port = await serveOnHono(app);
    await checkout.begin(mug);
    const test = await checkout.createTestNotification({ reference: "order-1" });
    const path = new URL(test.url).pathname + new URL(test.url).search;
    expect((await fetch(`http://127.0.0.1:${port}${path}`, test)).status).toBe(200);
    expect(types()).toEqual(["payment.succeeded"]);
  });

  it("is received by its shape: method, url, headers and body, as other implementations of fetch have it", async () => {
    const signature = signatures.hmacSha256Body({ secret });
    const { checkout, types, refusals, clock } = openShop({ signature });
    await checkout.begin(mug);
    const { url, method, headers, body } = await checkout.createTestNotification({ reference: "order-1" });
    const values = new Headers(headers);
    const get = (name: string) => values.get(name);
    const alike = { method, url, headers: { get } };
    /** A stream that cannot be iterated over. */
    const streamOf = (text: string) => {
      const reader = new Blob([text]).stream().getReader();
      return { getReader: () => reader };
    };
    const long = { ...alike, body: streamOf(body.padEnd(262_145)) };
    const broken = { ...alike, body: brokenOff() };
    const statuses = [];
    for (const request of [
      long,
      broken,
      { ...alike, body: streamOf(body), bodyUsed: true },
      { ...alike, body: streamOf(body) },
    ]) {
      statuses.push((await checkout.handle(request)).status);
    }
    expect(statuses).toEqual([500, 500, 500, 200]);
    expect(refusals.map(({ code }) => code)).toEqual(["body_too_long", "body_broken", "body_consumed"]);
    expect(types()).toEqual(["payment.succeeded"]);
    const options = { secret, environment: "test", signature, clock: { now: () => clock.time } };
    expect(await verifyNotification({ ...alike, body: streamOf(body) }, options)).toMatchObject({
      kind: "charge",
      reference: "order-1",
    });
  });
});

describe("the body of a request by its shape", () => {
  it("is its text if there is no stream, up to the same length, unless it was read before", async () => {
    const { checkout, refusals } = openShop();
    await checkout.begin(mug);
    const { url, method, headers, body } = await checkout.createTestNotification({ reference: "order-1" });
    const values = new Headers(headers);
    const request = { method, url, headers: { get: (name: string) => values.get(name) } };
    const answers = [];
    for (const rest of [
      { text: async () => body.padEnd(262_145) },
      { text: () => Promise.reject(new Error("broken off")) },
      { text: async () => body, bodyUsed: true },
      { text: async () => body },
    ]) {
      answers.push((await checkout.handle({ ...request, ...rest })).status);
    }
    expect(answers).toEqual([500, 500, 500, 200]);
    expect(refusals.map(({ code }) => code)).toEqual(["body_too_long", "body_broken", "body_consumed"]);
  });

  it("is canceled if it is a stream that is abandoned", async () => {
    const { checkout } = openShop();
    await checkout.begin(mug);
    const { url, method, headers } = await checkout.createTestNotification({ reference: "order-1" });
    let isCanceled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
      cancel: () => {
        isCanceled = true;
      },
    });
    const body = { getReader: () => endless.getReader() };
    expect((await checkout.handle({ method, url, headers, body })).status).toBe(500);
    expect(isCanceled).toBe(true);
  });
});

describe("as a route handler of Next", () => {
  it("a notification is received", async () => {
    const { shop, test } = await notify(onNode);
    const POST: (request: Request) => Promise<Response> = (request) => shop.checkout.handle(request);
    expect((await POST(test.toRequest())).status).toBe(200);
    expect(shop.events).toHaveLength(1);
  });
});
