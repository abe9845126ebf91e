/** Bodies in every shape that frameworks, queues and runtimes leave: paid, or 500 so that the gateway sends again; never 200 and lost. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { runInNewContext } from "node:vm";
import { exampleTransaction } from "@cardpane/gateway/testing";
import { serve } from "@hono/node-server";
import express from "express";
// @ts-expect-error It has no types of its own.
import express4 from "express-4";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { bodyOf, listen, mug, openShop, secret } from "../checkout/shop.test-shop.ts";
import {
  type Checkout,
  createWalletNotifications,
  isCardpaneError,
  signatures,
  toFastifyHandler,
  toNodeHandler,
  verifyNotification,
  type WalletEvent,
} from "../index.ts";

const json = JSON.stringify(bodyOf());
const bytes = new TextEncoder().encode(json);
const otherRealm = runInNewContext("Uint8Array.from(bytes)", { bytes: [...bytes] }) as Uint8Array;
const otherRealmValue = runInNewContext("JSON.parse(json)", { json }) as object;
const form = (text: string) => Object.fromEntries(new URLSearchParams(text));
async function* chunksOf(...chunks: readonly unknown[]) {
  yield* chunks;
}
const withEquals = JSON.stringify(bodyOf({ descriptor: "a=b==" }, { metadata: { x: "1=2" } }));

/** The body that `receive` gets, and what becomes of it. */
const bodies: readonly [string, unknown, "paid" | "unreadable" | "broken" | "unknown" | "consumed"][] = [
  ["text", json, "paid"],
  ["text with a byte order mark", `\ufeff${json}`, "paid"],
  ["a Buffer", Buffer.from(json), "paid"],
  ["bytes", bytes, "paid"],
  ["bytes of another realm", otherRealm, "paid"],
  ["an ArrayBuffer", bytes.slice().buffer, "paid"],
  ["an ArrayBuffer of another realm", otherRealm.slice().buffer, "paid"],
  ["a part of a buffer", new Uint8Array([0, ...bytes, 0]).subarray(1, -1), "paid"],
  ["a DataView", new DataView(bytes.slice().buffer), "paid"],
  ["shared memory", Object.assign(new Uint8Array(new SharedArrayBuffer(bytes.length)), bytes).buffer, "paid"],
  ["a Blob", new Blob([json], { type: "application/json" }), "paid"],
  ["a stream", new Blob([json]).stream(), "paid"],
  ["a stream of texts", chunksOf(json.slice(0, 9), json.slice(9)), "paid"],
  ["a stream of another realm's bytes", chunksOf(otherRealm), "paid"],
  ["a Buffer that was JSON in between", JSON.parse(JSON.stringify(Buffer.from(json))), "paid"],
  ["a stream of objects", chunksOf({}), "broken"],
  ["parsed JSON", bodyOf(), "paid"],
  ["parsed JSON of another realm", otherRealmValue, "paid"],
  ["parsed JSON without a prototype", Object.assign(Object.create(null), bodyOf()), "paid"],
  ["JSON that a form's parser took for a name", form(json), "paid"],
  ["the same, with = in it", form(withEquals), "paid"],
  ["the same, cut off", form(json.slice(0, 99)), "unreadable"],
  ["an envelope", { data: bodyOf() }, "unreadable"],
  ["an event of a serverless platform", { body: json, isBase64Encoded: false }, "unreadable"],
  ["an empty object", {}, "unreadable"],
  ["URLSearchParams", new URLSearchParams(json), "unreadable"],
  ["a FormData", new FormData(), "unreadable"],
  ["a Map", new Map(Object.entries(bodyOf())), "unreadable"],
  ["an object of a class", Object.assign(new (class Body {})(), {}), "unreadable"],
  ["a number", 5, "unreadable"],
  ["true", true, "unreadable"],
  ["a function", () => json, "unreadable"],
  ["null", null, "unreadable"],
  ["no body", undefined, "consumed"],
  // What the gateway really sent is told, and never refused for what it says.
  ["the bytes of an empty object", "{}", "unknown"],
  ["the bytes of an envelope", JSON.stringify({ data: bodyOf() }), "unknown"],
  ["the bytes of null", "null", "unknown"],
  ["a parsed list", [bodyOf()], "unknown"],
];

describe.each(bodies)("a body that is %s", (_, body, result) => {
  const code = {
    paid: "",
    unknown: "",
    unreadable: "body_unreadable",
    broken: "body_broken",
    consumed: "body_consumed",
  };
  // A stream can be read once.
  const isOnce =
    typeof body === "object" && body !== null && (Symbol.asyncIterator in body || "getReader" in body);

  it(`is ${result}`, async () => {
    const { checkout, types, refusals } = openShop();
    const { ipnUrl: url } = await checkout.begin(mug);
    const { status } = await checkout.receive({ method: "POST", url, headers: {}, body });
    expect([status, types(), refusals.map((refusal) => refusal.code)]).toEqual(
      result === "paid"
        ? [200, ["payment.succeeded"], []]
        : result === "unknown"
          ? [200, ["unknown"], []]
          : [500, [], [code[result]]],
    );
  });

  it.skipIf(isOnce)("is the same to verifyNotification", async () => {
    const { checkout, clock } = openShop();
    const { ipnUrl: url } = await checkout.begin(mug);
    const options = { secret, environment: "test", clock: { now: () => clock.time } };
    const given = { method: "POST", url, headers: {}, body };
    const told = await verifyNotification(given, options).catch((error) => error);
    if (code[result]) expect(told).toMatchObject({ code: code[result], answer: 500 });
    else expect([isCardpaneError(told), told.isPaid]).toEqual([false, result === "paid"]);
  });
});

it("a parsed body counts for no signature of its bytes", async () => {
  for (const body of [bodyOf(), form(json), {}]) {
    const { checkout, refusals } = openShop({ signature: signatures.hmacSha256Body({ secret }) });
    const { ipnUrl: url } = await checkout.begin(mug);
    expect((await checkout.receive({ method: "POST", url, headers: {}, body })).status).toBe(500);
    expect(refusals).toMatchObject([{ code: "body_consumed" }]);
  }
});

describe("the wallet's receiver", () => {
  const transaction = {
    ...exampleTransaction,
    id: 21,
    type: "income",
    subtype: "refill",
    price: 25.5,
    mode: "card",
  };
  const text = JSON.stringify(transaction);
  it.each<[string, unknown, number, readonly string[]]>([
    ["bytes", new TextEncoder().encode(text).buffer, 200, ["wallet.refill.succeeded"]],
    ["a form's name", form(text), 200, ["wallet.refill.succeeded"]],
    ["an empty object of a parser", {}, 500, []],
    ["an envelope of a parser", { data: transaction }, 500, []],
    ["the bytes of an empty object", "{}", 200, ["wallet.unknown"]],
    ["the bytes of an envelope", JSON.stringify({ data: transaction }), 200, ["wallet.unknown"]],
    ["the bytes of null", "null", 200, ["wallet.unknown"]],
    ["an id that is no number", { ...transaction, id: "x" }, 200, ["wallet.unknown"]],
  ])("reads %s by the same rule, and tells what is unreadable once", async (_, body, status, wanted) => {
    const { settings, events, failures } = listen<WalletEvent>();
    const webhooks = createWalletNotifications<undefined>({
      ...settings,
      webhookUrl: "https://shop.example.com/w",
    });
    const ids = { userId: transaction.userId, paymentAccountId: transaction.paymentAccountId };
    const movement = {
      ...ids,
      kind: "refill",
      reference: "refill-1",
      amountMinor: 2550,
      currency: "EUR",
    } as const;
    const { webhookUrl } = await webhooks.begin(movement);
    const accountUrl = await webhooks.accountUrl({ ...ids, reference: "main" });
    const post = async (url: string) =>
      (await webhooks.receive({ method: "POST", url, headers: {}, body })).status;
    expect([await post(webhookUrl), await post(webhookUrl)]).toEqual([status, status]);
    expect(events.map(({ type }) => type)).toEqual(wanted);
    expect([await post(accountUrl), await post(accountUrl)]).toEqual([status, status]);
    expect(events.slice(1).map(({ type }) => type)).toEqual(
      wanted.map((type) => (type === "wallet.unknown" ? type : "wallet.account.moved")),
    );
    expect(failures).toEqual([]);
  });
});

/** Serves the receiver, and returns its port. */
type Start = (checkout: Checkout) => Promise<number>;

async function onServer(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const onExpress =
  (make: typeof express, ...parsers: readonly ("json" | "simple" | "extended" | "raw" | "text")[]): Start =>
  (checkout) => {
    const app = make();
    const all = { type: "*/*" };
    const makers = {
      json: () => make.json(),
      simple: () => make.urlencoded({ extended: false }),
      extended: () => make.urlencoded({ extended: true }),
      raw: () => make.raw(all),
      text: () => make.text(all),
    };
    for (const parser of parsers) app.use(makers[parser]());
    app.post("/ipn", toNodeHandler(checkout));
    return onServer(app);
  };

/** The example's parser of forms. */
const onFastify: Start = async (checkout) => {
  const app = fastify();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post("/ipn", toFastifyHandler(checkout));
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  return (app.server.address() as AddressInfo).port;
};

const onHono: Start = (checkout) => {
  const app = new Hono();
  app.post("/ipn", (c) => checkout.handle(c.req.raw));
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port));
    onTestFinished(() => void server.close());
  });
};

/** A getter of the body that throws for what is no JSON, as Vercel has it. */
const onVercel: Start = (checkout) =>
  onServer((request, response) => {
    const odd = Object.defineProperty(request, "body", {
      get: () => {
        throw new Error("Invalid JSON");
      },
    });
    return toNodeHandler(checkout)(odd, response);
  });

const four: typeof express = express4;
const servers: readonly [string, Start][] = [
  ["Node", (checkout) => onServer(toNodeHandler(checkout))],
  ...([5, 4] as const).flatMap((version): [string, Start][] => {
    const make = version === 5 ? express : four;
    return [
      [`Express ${version}`, onExpress(make)],
      [`Express ${version} with all parsers`, onExpress(make, "json", "extended")],
      [`Express ${version} with a simple parser of forms`, onExpress(make, "json", "simple")],
      [`Express ${version} with raw bodies`, onExpress(make, "raw")],
      [`Express ${version} with texts`, onExpress(make, "text")],
    ];
  }),
  ["Fastify with the example's parser of forms", onFastify],
  ["Hono", onHono],
];
const types = [
  "application/json",
  "application/json; charset=utf-8",
  "application/x-www-form-urlencoded",
  "text/plain",
];

describe.each(servers)("on %s", (_, start) => {
  it.each(types)("a notification that is posted as %s is paid", async (type) => {
    const shop = openShop();
    const { ipnUrl } = await shop.checkout.begin(mug);
    const port = await start(shop.checkout);
    const url = `http://127.0.0.1:${port}/ipn${new URL(ipnUrl).search}`;
    const { status } = await fetch(url, { method: "POST", headers: { "Content-Type": type }, body: json });
    expect([status, shop.types()]).toEqual([200, ["payment.succeeded"]]);
  });
});

describe("a route handler of Next", () => {
  it.each(types)("is paid by a notification that is posted as %s", async (type) => {
    const shop = openShop();
    const { ipnUrl } = await shop.checkout.begin(mug);
    const POST: (request: Request) => Promise<Response> = (request) => shop.checkout.handle(request);
    const sent = { method: "POST", headers: { "Content-Type": type } };
    expect((await POST(new Request(ipnUrl, { ...sent, body: json }))).status).toBe(200);
    expect(shop.types()).toEqual(["payment.succeeded"]);
  });
});

it("a getter of the body that throws is answered 500", async () => {
  const shop = openShop();
  const { ipnUrl } = await shop.checkout.begin(mug);
  const port = await onVercel(shop.checkout);
  const url = `http://127.0.0.1:${port}/ipn${new URL(ipnUrl).search}`;
  expect((await fetch(url, { method: "POST", body: "{" })).status).toBe(500);
  expect(shop.refusals).toMatchObject([{ code: "body_broken" }]);
});
