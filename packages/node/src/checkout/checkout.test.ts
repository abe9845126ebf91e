import { describe, expect, it } from "vitest";
import type { CheckoutOptions, CheckoutPayment } from "../index.ts";
import { createMemoryStore, NotSentError, RejectedError, UnknownOutcomeError } from "../index.ts";
import { bodyOf, mug, openShop, resultOf } from "./shop.test-shop.ts";

describe("an attempt", () => {
  it("pays its order by its notification, once", async () => {
    const { checkout, post, events } = openShop();
    const { ipnUrl, id } = await checkout.begin(mug);
    expect(await post(ipnUrl, bodyOf())).toBe(200);
    expect(await post(ipnUrl, bodyOf())).toBe(200);
    expect(events).toMatchObject([
      { type: "payment.succeeded", reference: "order-1", attempt: id, money: { amountMinor: 1250 } },
    ]);
    await expect(checkout.begin(mug)).rejects.toMatchObject({ code: "order_paid" });
  });

  it("is the only undecided one", async () => {
    const { checkout } = openShop();
    const begun = await Promise.allSettled([checkout.begin(mug), checkout.begin(mug)]);
    expect(begun.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(checkout.begin(mug)).rejects.toMatchObject({ code: "attempt_open" });
  });

  it("that was declined leaves the order payable", async () => {
    const { checkout, types } = openShop();
    const attempt = await checkout.begin(mug);
    const outcome = await checkout.settle(attempt, resultOf({ status: "fail", code: "5051" }));
    expect(outcome).toMatchObject({ type: "declined", code: "5051" });
    await checkout.begin(mug);
    expect(types()).toEqual(["payment.failed"]);
  });
});

/** A shop whose calls give these answers one after the other. */
function paying(answers: readonly unknown[], options: Partial<CheckoutOptions<undefined>> = {}) {
  const sent: { readonly key: string | undefined; readonly ipnUrl: string; readonly sku: unknown }[] = [];
  const createFromToken = async (
    { url, sku }: { url: { ipnUrl: string }; sku: unknown },
    { idempotencyKey }: { idempotencyKey?: string } = {},
  ) => {
    sent.push({ key: idempotencyKey, ipnUrl: url.ipnUrl, sku });
    const answer = answers[sent.length - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const shop = openShop({ client: { payments: { createFromToken } as never }, ...options });
  const pay = (more: object = {}) =>
    shop.checkout.pay({
      ...mug,
      sku: { siteId: "site-1" },
      redirectUrl: "https://shop.example.com/back",
      ...more,
    } as CheckoutPayment);
  return { ...shop, sent, pay };
}
const lost = new UnknownOutcomeError({ code: "connection_lost", what: "The connection was lost" });
const refused = new RejectedError({ code: "token_unusable", what: "The gateway refused the request" });

describe("pay", () => {
  it("sends the attempt's id as key, its URL, and the price", async () => {
    const { pay, sent, checkout } = paying([resultOf()]);
    expect(await pay()).toMatchObject({ type: "paid", payment: { payment: { transactionId: "200000001" } } });
    const [{ id } = { id: "" }] = (await checkout.find("order-1"))?.attempts ?? [];
    expect(sent).toMatchObject([
      { key: id, sku: { siteId: "site-1", price: [{ amountMinor: 1250, currency: "EUR" }] } },
    ]);
    expect(new URL(sent[0]?.ipnUrl ?? "").searchParams.get("cp_att")).toBe(id);
  });

  it("sends no price of a SKU whose price is stored at the gateway", async () => {
    const { pay, sent } = paying([resultOf()]);
    await pay({ sku: { name: "box" } });
    expect(sent[0]?.sku).toEqual({ name: "box" });
  });

  it.each([{ name: "box" }, { siteId: "site-1" }])(
    "charges what is recorded, whatever price %j has",
    async (sku) => {
      const { pay, sent } = paying([resultOf()]);
      const priced = { ...sku, price: [{ amountMinor: 1, currency: "EUR" }] };
      await pay({ sku: priced as typeof sku });
      expect(sent[0]?.sku).toEqual({ ...sku, price: [{ amountMinor: 1250, currency: "EUR" }] });
    },
  );

  it("sends nothing if a field is wrong, and is not stopped by that", async () => {
    const { pay, sent } = paying([resultOf()]);
    expect(await pay({ amountMinor: 1.5 })).toMatchObject({
      type: "not_made",
      error: { code: "invalid_request" },
    });
    expect(await pay({ reference: "" })).toMatchObject({ type: "not_made" });
    expect([sent.length, await pay()]).toMatchObject([0, { type: "paid" }]);
  });

  it.each<[string, object, string]>([
    ["an amount beside a price", { price: [{ amountMinor: 1, currency: "EUR" }] }, "amountMinor"],
    [
      "a price beside an amount",
      { amountMinor: undefined, price: [{ amountMinor: 1, currency: "EUR" }] },
      "currency",
    ],
    ["an amount by another name", { amount: 0.01 }, "amount"],
    ["a URL", { url: { ipnUrl: "https://shop.example.com/other" } }, "url"],
    ["another source", { paymentSource: { type: "token", value: "token" } }, "paymentSource"],
    ["a key of a form", { order: "order-2" }, "order"],
    ["a prototype", JSON.parse('{ "__proto__": { "price": [] } }'), "__proto__"],
  ])("refuses %s by name, and sends nothing", async (_, more, field) => {
    const { checkout, sent } = paying([resultOf()]);
    const payment = { ...mug, sku: { siteId: "site-1" }, redirectUrl: "https://shop.example.com/back" };
    const outcome = await checkout.pay({ ...payment, ...more } as never);
    expect(outcome).toMatchObject({ type: "not_made", error: { code: "invalid_request" } });
    expect(Object.keys((outcome as { error: NotSentError }).error.errors ?? {})).toEqual([field]);
    expect(sent).toEqual([]);
  });

  it("sends a token once after an unknown outcome, unless the gateway is known to deduplicate", async () => {
    const once = paying([lost]);
    expect(await once.pay()).toMatchObject({ type: "unknown", error: lost });
    expect(once.sent).toHaveLength(1);
    const again = paying([lost, refused, resultOf()], { onUnknown: "repeat" });
    expect(await again.pay()).toMatchObject({ type: "paid" });
    expect(new Set(again.sent.map(({ key }) => key)).size).toBe(1);
  });

  it("is in doubt although each repetition was refused", async () => {
    const { pay, sent } = paying([lost, refused, refused], { onUnknown: "repeat" });
    expect(await pay()).toMatchObject({ type: "unknown", error: lost });
    expect([sent.length, await pay()]).toMatchObject([3, { type: "in_progress" }]);
  });

  it("throws what the store throws before anything was sent, and is in doubt after", async () => {
    const store = createMemoryStore();
    let fails = 1;
    const broken: typeof store = {
      ...store,
      once: (key, work) => (fails-- === 1 ? Promise.reject(new Error("no database")) : store.once(key, work)),
    };
    const { pay, sent, failures, checkout } = paying([resultOf()], { store: broken });
    await expect(pay()).rejects.toThrow("no database");
    expect(sent).toEqual([]);
    fails = 2;
    expect(await pay()).toMatchObject({ type: "unknown" });
    expect([failures.length, (await checkout.find("order-1"))?.state]).toEqual([1, "in_progress"]);
  });

  it("closes its own attempt if the answer to the commit of begin was lost: nothing was sent", async () => {
    const store = createMemoryStore();
    let calls = 0;
    const lossy: typeof store = {
      ...store,
      once: async (key, work) => {
        const result = await store.once(key, work);
        if (++calls === 1) throw new Error("Connection terminated");
        return result;
      },
    };
    const { pay, sent, checkout } = paying([resultOf()], { store: lossy });
    await expect(pay()).rejects.toThrow("Connection terminated");
    expect([sent.length, (await checkout.find("order-1"))?.state]).toEqual([0, "in_progress"]);
    expect(await pay()).toMatchObject({ type: "paid" });
    expect((await checkout.find("order-1"))?.attempts.map(({ state }) => state)).toEqual([
      "superseded",
      "paid",
    ]);
  });

  it("throws, and sends nothing, if the store does not read what it wrote", async () => {
    const store = createMemoryStore();
    const stored = [
      (record: object) => JSON.stringify(record),
      () => null,
      (record: object) => ({ ...record, id: "?" }),
    ];
    for (const change of stored) {
      const odd: typeof store = {
        ...store,
        once: (key, work) =>
          store.once(key, (order) =>
            work({
              ...order,
              save: async (...saved) => {
                await order.save(...saved);
                return change(saved[1]);
              },
            }),
          ),
      };
      const { pay, sent, checkout } = paying([resultOf()], { store: odd });
      await expect(pay()).rejects.toThrow("encode JSON twice");
      expect([sent, await checkout.find("order-1")]).toEqual([[], undefined]);
    }
  });

  it("is in doubt, and does not say that nothing was sent, if onEvent fails by such an error", async () => {
    const notSent = new NotSentError({ code: "connection_failed", what: "The mail was not sent" });
    const { pay, failures } = paying([resultOf()], { onEvent: () => Promise.reject(notSent) });
    expect(await pay()).toMatchObject({ type: "unknown", error: notSent });
    expect(failures).toEqual([notSent]);
  });

  it("is in doubt if its id is invalid, and its call is heard", async () => {
    const { checkout, failures } = openShop();
    const call = Promise.reject(lost);
    expect(await checkout.settle({ id: "a", reference: " o" }, call)).toMatchObject({ type: "unknown" });
    expect(failures).toMatchObject([{ code: "invalid_request" }]);
    await expect(checkout.settle({ id: "a", reference: " o" }, refused)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("sends the shopper on to the bank even if the store fails", async () => {
    const store = createMemoryStore();
    let calls = 0;
    const broken: typeof store = {
      ...store,
      once: (key, work) => (++calls === 2 ? Promise.reject(new Error("no database")) : store.once(key, work)),
    };
    const url = "https://bank.example/3ds";
    const { pay } = paying([resultOf({ status: "pending", action: "redirect", url })], { store: broken });
    expect(await pay()).toMatchObject({ type: "redirect", url });
  });

  it.each([undefined, "https://bank.example/pix"])("has a QR code to scan, with the URL %s", async (url) => {
    const step = { status: "pending", action: "redirect", qrCode: "00020101021226", url };
    const { pay } = paying([resultOf(step)]);
    expect(await pay()).toMatchObject({ type: "scan", qrCode: step.qrCode, url });
  });

  it("tells a test payment as not made", async () => {
    const { pay } = paying([resultOf({ mode: "test" })]);
    expect(await pay()).toMatchObject({ type: "not_made", error: { code: "refused" } });
  });

  it("is in doubt after an operator's decision that its request was not made, while it is under way", async () => {
    const { pay, checkout } = paying([lost]);
    const under = pay();
    await new Promise((resolve) => setImmediate(resolve));
    await checkout.resolve("order-1", "not_made").catch(() => undefined);
    expect(await under).toMatchObject({ type: "unknown" });
  });
});
