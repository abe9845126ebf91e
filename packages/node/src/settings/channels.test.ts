/** The tracing channels, by hand and through OpenTelemetry. */
import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel } from "node:diagnostics_channel";
import { type Context, context, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { bodyOf, mug, openShop, secret } from "../checkout/shop.test-shop.ts";
import { traceCardpane } from "../examples/tracing.ts";
import {
  apiKey,
  clientOf,
  failureOf,
  gatewayWith,
  json,
  pay,
  reset,
  successBody,
} from "../gateway.test-server.ts";
import { type ChannelMessages, createMemoryStore } from "../index.ts";
import { traced } from "./channels.ts";

/** What a channel says until the test ends: each event with a copy of its message. */
function listen<Name extends keyof ChannelMessages>(name: Name) {
  const said: [string, ChannelMessages[Name]][] = [];
  const on = (event: string) => (message: unknown) => void said.push([event, { ...Object(message) }]);
  const subscribers = Object.fromEntries(
    ["start", "end", "asyncStart", "asyncEnd", "error"].map((event) => [event, on(event)]),
  ) as unknown as Parameters<ReturnType<typeof tracingChannel>["subscribe"]>[0];
  const channel = tracingChannel(name);
  channel.subscribe(subscribers);
  onTestFinished(() => void channel.unsubscribe(subscribers));
  return { said, events: () => said.map(([event]) => event), last: () => said.at(-1)?.[1] };
}

const whole = ["start", "end", "asyncStart", "asyncEnd"];
const failed = ["start", "end", "error", "asyncStart", "asyncEnd"];

describe("cardpane:attempt", () => {
  it("says each attempt, and how it ended", async () => {
    const { said, events } = listen("cardpane:attempt");
    const gateway = await gatewayWith(json(429, {}), json(201, successBody));
    await pay(gateway, {}, { idempotencyKey: "key-1" });
    expect(events()).toEqual([...failed, ...whole]);
    const first = {
      operation: "payment",
      method: "POST",
      path: "/payment",
      idempotencyKey: "key-1",
      attempt: 1,
    };
    expect(said[0]?.[1]).toEqual(first);
    expect(said[4]?.[1]).toEqual({
      ...first,
      status: 429,
      error: { code: "rate_limited", outcome: "rejected" },
    });
    expect(said[8]?.[1]).toEqual({ ...first, attempt: 2, status: 201 });
  });

  it("says that money may have moved", async () => {
    const { last } = listen("cardpane:attempt");
    await failureOf(pay(await gatewayWith(reset)));
    expect(last()?.error).toEqual({ code: "connection_lost", outcome: "unknown" });
    expect(last()?.status).toBeUndefined();
  });

  it("says no key, card data, query or id of a path", async () => {
    const { said } = listen("cardpane:attempt");
    const gateway = await gatewayWith(
      json(400, { message: "4242424242424242", errors: { cvv: "123 is wrong" } }),
    );
    await failureOf(pay(gateway));
    await failureOf(clientOf(gateway).wallet.users.list({ email: "ada@example.com" }).page(1));
    await failureOf(clientOf(gateway).wallet.forUser(7).accounts.get(987_654));
    const text = JSON.stringify(said);
    expect(text).toContain("/api/v1/payment-account/{id}");
    for (const each of [apiKey, "4242", "123 is wrong", "ada@", "987654"]) expect(text).not.toContain(each);
  });
});

describe("cardpane:notification", () => {
  it("says order, attempt, delivery and answer", async () => {
    const { checkout, post } = openShop();
    const { id, ipnUrl } = await checkout.begin(mug);
    const { said, events } = listen("cardpane:notification");
    await post(ipnUrl, bodyOf(), { "X-Delivery-ID": "delivery-1" });
    expect(events()).toEqual(whole);
    const begun = { audience: "payment", environment: "test" };
    expect(said[0]?.[1]).toEqual(begun);
    expect(said[3]?.[1]).toEqual({
      ...begun,
      reference: "order-1",
      attempt: id,
      deliveryId: "delivery-1",
      status: 200,
    });
  });

  it.each([
    ["a forged URL", (url: string) => url.replace(/cp_mac=./, "cp_mac=_"), {}, 400, "signed_url_forged"],
    ["an unreadable body", (url: string) => url, "no json", 500, "body_unreadable"],
    ["an onEvent that fails", (url: string) => url, bodyOf(), 500, "23505"],
  ])("says why it was not applied: %s", async (_, urlOf, body, status, code) => {
    const refuse = () => Promise.reject(Object.assign(new Error(`row of ${secret}`), { code: "23505" }));
    const { checkout, post } = openShop({ onEvent: refuse, onFailure: () => undefined });
    const { ipnUrl } = await checkout.begin(mug);
    const { said, events, last } = listen("cardpane:notification");
    await post(urlOf(ipnUrl), body);
    expect(events()).toEqual(failed);
    expect(last()).toMatchObject({ status, error: { code } });
    for (const each of [secret, "cp_mac", "12.5"]) expect(JSON.stringify(said)).not.toContain(each);
  });
});

describe("cardpane:store", () => {
  it("says each call, and one that failed", async () => {
    const broken = Object.assign(new Error("password authentication failed"), { name: "DatabaseError" });
    const store = { ...createMemoryStore(), scan: () => Promise.reject(broken) };
    const { checkout } = openShop({ store });
    const { said, events } = listen("cardpane:store");
    await checkout.begin(mug);
    await checkout.find("order-1");
    await expect(checkout.list()[Symbol.asyncIterator]().next()).rejects.toBe(broken);
    expect(events()).toEqual([...whole, ...whole, ...failed]);
    expect([3, 7, 12].map((index) => said[index]?.[1])).toEqual([
      { method: "once" },
      { method: "find" },
      { method: "scan", error: { code: "DatabaseError" } },
    ]);
  });

  it("calls a store's methods as its own", async () => {
    class OwnStore {
      readonly inner = createMemoryStore();
      once: (typeof this.inner)["once"] = (key, work) => this.inner.once(key, work);
      find(key: string) {
        return this.inner.find(key);
      }
      scan(keys: Parameters<NonNullable<typeof this.inner.scan>>[0]) {
        return this.inner.scan?.(keys) ?? Promise.resolve([]);
      }
    }
    const { checkout } = openShop({ store: new OwnStore() });
    await checkout.begin(mug);
    expect((await checkout.find("order-1"))?.state).toBe("in_progress");
    expect((await checkout.list()[Symbol.asyncIterator]().next()).value.reference).toBe("order-1");
  });
});

it("builds nothing while nobody subscribes", async () => {
  const begin = vi.fn(() => ({ method: "find" as const }));
  expect(await traced("cardpane:store", begin, async (add) => add({ error: { code: "x" } }) ?? 1)).toBe(1);
  expect(begin).not.toHaveBeenCalled();
  const { events } = listen("cardpane:store");
  await traced("cardpane:store", begin, async () => 1);
  expect(begin).toHaveBeenCalledOnce();
  expect(events()).toEqual(whole);
});

it.each([
  ["no module", () => undefined],
  ["a module without tracing channels", () => ({ channel: () => undefined })],
])("goes on in a runtime with %s", async (what, found) => {
  const lookUp = vi.spyOn(process, "getBuiltinModule").mockImplementation(found as never);
  onTestFinished(() => lookUp.mockRestore());
  const copy = `./channels.ts?${what.replaceAll(" ", "-")}`;
  const { traced: elsewhere } = (await import(copy)) as typeof import("./channels.ts");
  expect(lookUp).toHaveBeenCalledWith("node:diagnostics_channel");
  const { events } = listen("cardpane:store");
  expect(
    await elsewhere(
      "cardpane:store",
      () => ({ method: "find" }),
      async () => 1,
    ),
  ).toBe(1);
  expect(events()).toEqual([]);
});

it("becomes spans of OpenTelemetry by the recipe, below the span of the shop's request", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  const active = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => active.getStore() ?? ROOT_CONTEXT,
    with: (inner, work, self, ...args) => active.run(inner, () => work.apply(self, args)),
    bind: (_, target) => target,
    enable: () => context as never,
    disable: () => context as never,
  });
  onTestFinished(() => {
    trace.disable();
    context.disable();
  });
  traceCardpane();
  const gateway = await gatewayWith(json(201, successBody), reset);
  const { checkout, post } = openShop({ client: clientOf(gateway) });
  const attempt = await checkout.begin(mug);
  await checkout.settle(attempt, pay(gateway, {}, { idempotencyKey: attempt.id }));
  await failureOf(pay(gateway));
  const request = provider.getTracer("shop").startSpan("POST /ipn");
  await context.with(trace.setSpan(context.active(), request), () => post(attempt.ipnUrl, bodyOf()));
  await post(attempt.ipnUrl.replace(/cp_mac=./, "cp_mac=_"), bodyOf());
  const spans = exporter.getFinishedSpans();
  const of = (name: string) => spans.filter((span) => span.name === name);
  expect(of("cardpane:attempt").map(({ attributes, status }) => [attributes["status"], status])).toEqual([
    [201, { code: SpanStatusCode.UNSET }],
    [undefined, { code: SpanStatusCode.ERROR, message: "connection_lost" }],
  ]);
  expect(
    of("cardpane:notification").map(({ attributes, status }) => [attributes["reference"], status.message]),
  ).toEqual([
    ["order-1", undefined],
    [undefined, "signed_url_forged"],
  ]);
  expect(of("cardpane:store").map(({ attributes }) => attributes["method"])).toEqual([
    "once",
    "once",
    "once",
  ]);
  const parent = of("cardpane:notification")[0]?.parentSpanContext;
  expect(parent?.spanId).toBe(request.spanContext().spanId);
  for (const { duration } of spans) expect(duration[0] + duration[1]).toBeGreaterThan(0);
  const text = JSON.stringify(spans.map(({ attributes, status, events }) => [attributes, status, events]));
  for (const each of [apiKey, secret, "4242", "cp_mac"]) expect(text).not.toContain(each);
});
