/** `checkout.refund`: never more than the charge, one refund for a key, and nothing unknown that is forgotten. */
import { describe, expect, it, onTestFinished } from "vitest";
import type { CheckoutOptions, RefundResult } from "../index.ts";
import { createMemoryStore, RejectedError, UnknownOutcomeError } from "../index.ts";
import { testDatabases } from "../stores/databases.test-store.ts";
import { bodyOf, mug, openShop, resultOf } from "./shop.test-shop.ts";

const lost = new UnknownOutcomeError({ code: "connection_lost", what: "The connection was lost" });
const refused = new RejectedError({ code: "bad_request", what: "The gateway refused the request" });

interface Sent {
  readonly transactionId: string;
  readonly amountMinor: number | undefined;
  readonly key: string | undefined;
}

/** The gateway's answer to a refund. */
function refundBody({ amountMinor = 1250 }: Partial<Sent>, id: string, payment: object = {}) {
  const credit = { action: "credit", mode: "refund", parentTransactionId: "200000001", transactionId: id };
  return bodyOf({ ...credit, amount: amountMinor / 100, ...payment });
}

/** A shop with a paid order, whose refunds are answered by `answer`. */
async function paidShop(
  answer: (sent: Sent, number: number) => unknown = (sent, number) => refundBody(sent, `30000000${number}`),
  options: Partial<CheckoutOptions<undefined>> = {},
) {
  const sent: Sent[] = [];
  const refund = async (
    transactionId: string,
    details: { amountMinor?: number },
    call: { idempotencyKey?: string },
  ) => {
    const request = { transactionId, amountMinor: details.amountMinor, key: call.idempotencyKey };
    sent.push(request);
    const body = answer(request, sent.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (body instanceof Error) throw body;
    const { payment } = body as { payment: { amount: number; mode?: string } };
    const transaction = {
      ...payment,
      amountMinor: Math.round(payment.amount * 100),
      kind: payment.mode ? "refund" : "unknown",
    };
    return { refund: transaction, raw: body } as unknown as RefundResult;
  };
  const shop = openShop({ client: { payments: { refund, createFromToken: refund } as never }, ...options });
  const attempt = await shop.checkout.begin(mug);
  await shop.checkout.settle(attempt, resultOf());
  shop.events.length = 0;
  return { ...shop, sent, attempt };
}

describe("a refund of an order", () => {
  it("finds the transaction, and gives back the whole", async () => {
    const { checkout, sent, events, attempt } = await paidShop();
    expect(await checkout.refund("order-1", { key: "r-1" })).toMatchObject({ type: "refunded", key: "r-1" });
    expect(sent).toEqual([{ transactionId: "200000001", amountMinor: undefined, key: `${attempt.id}.r-1` }]);
    expect(events).toMatchObject([
      { type: "payment.refunded", key: "r-1", money: { amountMinor: 1250 }, isStillPaid: false },
    ]);
    expect(await checkout.find("order-1")).toMatchObject({ state: "payable", refundsUnderWay: [] });
  });

  it("refuses more than is left, and each further one", async () => {
    const { checkout, sent } = await paidShop();
    expect(await checkout.refund("order-1", { amountMinor: 1000 })).toMatchObject({ type: "refunded" });
    expect(await checkout.refund("order-1", { amountMinor: 251 })).toMatchObject({
      type: "not_made",
      error: { errors: { amountMinor: "must be a whole number from 1 to 250, what is left in minor units" } },
    });
    expect(await checkout.refund("order-1")).toMatchObject({ type: "refunded" });
    expect(sent.map(({ amountMinor }) => amountMinor)).toEqual([1000, 250]);
    expect(await checkout.refund("order-1", { amountMinor: 1 })).toMatchObject({ type: "not_made" });
  });

  it.each([0, -1, 1.5, Number.NaN, "100", 1251])(
    "refuses %j minor units, and sends nothing",
    async (amountMinor) => {
      const { checkout, sent } = await paidShop();
      const outcome = await checkout.refund("order-1", { amountMinor: amountMinor as number });
      expect(outcome).toMatchObject({
        type: "not_made",
        error: { errors: { amountMinor: expect.any(String) } },
      });
      expect(sent).toEqual([]);
    },
  );

  it.each([
    ["order-2", {}, "reference"],
    ["order-1", { key: "" }, "key"],
    ["order-1", { key: "a b" }, "key"],
  ])("of %s with %j is refused at %s", async (reference, refund, path) => {
    const { checkout, sent } = await paidShop();
    expect(await checkout.refund(reference, refund)).toMatchObject({
      type: "not_made",
      error: { errors: { [path]: expect.any(String) } },
    });
    expect(sent).toEqual([]);
  });

  it("is sent once for a key", async () => {
    const { checkout, sent } = await paidShop();
    const again = { amountMinor: 100, key: "r-1" };
    const outcomes = await Promise.all([
      checkout.refund("order-1", again),
      checkout.refund("order-1", again),
    ]);
    expect(outcomes.map(({ type }) => type).sort()).toEqual(["refunded", "unknown"]);
    expect(await checkout.refund("order-1", again)).toEqual({
      type: "refunded",
      key: "r-1",
      refund: undefined,
    });
    expect(sent).toHaveLength(1);
  });

  it("that was refused may be tried again under its key", async () => {
    const { checkout, sent } = await paidShop((request, number) =>
      number === 1 ? refused : refundBody(request, "300000001"),
    );
    expect(await checkout.refund("order-1", { key: "r-1" })).toMatchObject({
      type: "not_made",
      error: refused,
    });
    expect(await checkout.refund("order-1", { key: "r-1" })).toMatchObject({ type: "refunded" });
    expect(sent).toHaveLength(2);
  });

  it("that was declined leaves the money, and its event has the key", async () => {
    const { checkout, events } = await paidShop((request) =>
      refundBody(request, "300000001", { status: "fail", code: "5000" }),
    );
    expect(await checkout.refund("order-1", { key: "r-1" })).toMatchObject({ type: "declined" });
    expect(events).toMatchObject([{ type: "payment.refund_failed", key: "r-1" }]);
    expect(await checkout.find("order-1")).toMatchObject({ state: "paid", refundsUnderWay: [] });
    expect(await checkout.refund("order-1", { amountMinor: 1250 })).toMatchObject({ type: "declined" });
  });

  it.each<[string, object, object]>([
    ["is made", { status: "success" }, { type: "not_made" }],
    ["fails", { status: "fail", code: "5000" }, { type: "refunded" }],
  ])("that is pending counts until it %s, and is listed", async (_, end, then) => {
    const { checkout, post, attempt, sent } = await paidShop((request, number) =>
      refundBody(request, `30000000${number}`, number === 1 ? { status: "pending", code: undefined } : {}),
    );
    expect(await checkout.refund("order-1", { amountMinor: 1000, key: "r-1" })).toMatchObject({
      type: "pending",
    });
    expect(await checkout.find("order-1")).toMatchObject({ refundsUnderWay: [{ key: "r-1" }] });
    expect(await checkout.refund("order-1", { amountMinor: 251 })).toMatchObject({ type: "not_made" });
    expect(sent).toHaveLength(1);
    await post(attempt.ipnUrl, refundBody({ amountMinor: 1000 }, "300000001", end));
    expect(await checkout.find("order-1")).toMatchObject({ refundsUnderWay: [] });
    expect(await checkout.refund("order-1", { amountMinor: 1250 })).toMatchObject(then);
  });

  it("of a decided order goes to the transaction that the operator named, and counts as its refund", async () => {
    const { checkout, sent } = await paidShop((request, number) =>
      refundBody(request, `30000000${number}`, { parentTransactionId: request.transactionId }),
    );
    await checkout.begin({ ...mug, reference: "order-2" });
    await checkout.resolve("order-2", "paid", { transactionId: "200000077" });
    expect(await checkout.refund("order-2", { amountMinor: 1000 })).toMatchObject({ type: "refunded" });
    expect(await checkout.refund("order-2", { amountMinor: 251 })).toMatchObject({ type: "not_made" });
    expect(await checkout.refund("order-2")).toMatchObject({ type: "refunded" });
    expect(sent.map(({ transactionId }) => transactionId)).toEqual(["200000077", "200000077"]);
    expect((await checkout.find("order-2"))?.state).toBe("payable");
  });

  it("that was refused is told as such, also if the store fails then", async () => {
    const store = createMemoryStore();
    let isAway = false;
    const failing = {
      ...store,
      once: ((key, work) =>
        isAway
          ? Promise.reject(new Error("the database is away"))
          : store.once(key, work)) as typeof store.once,
    };
    const { checkout, failures } = await paidShop(
      () => {
        isAway = true;
        return refused;
      },
      { store: failing },
    );
    expect(await checkout.refund("order-1", { key: "r-1" })).toMatchObject({
      type: "not_made",
      error: refused,
    });
    expect(failures).toHaveLength(1);
  });

  it("of unknown outcome counts, is listed, and is decided by its notification, whose event has the key", async () => {
    const { checkout, post, attempt, events } = await paidShop(() => lost);
    expect(await checkout.refund("order-1", { amountMinor: 1000, key: "r-1" })).toMatchObject({
      type: "unknown",
      error: lost,
    });
    expect(await checkout.find("order-1")).toMatchObject({
      refundsUnderWay: [{ key: "r-1", money: { amountMinor: 1000, currency: "EUR" } }],
    });
    expect(await checkout.refund("order-1", { amountMinor: 251, key: "r-2" })).toMatchObject({
      type: "not_made",
    });
    await post(attempt.ipnUrl, refundBody({ amountMinor: 1000 }, "300000009"));
    expect(events).toMatchObject([{ type: "payment.refunded", key: "r-1", isStillPaid: true }]);
    expect(await checkout.find("order-1")).toMatchObject({ refundsUnderWay: [] });
    expect(await checkout.refund("order-1", { key: "r-1" })).toMatchObject({ type: "refunded" });
  });

  it("is one event if its notification comes before the response", async () => {
    const store = createMemoryStore();
    let early: () => Promise<unknown> = async () => undefined;
    const shop = await paidShop(
      (request) => {
        void early();
        return refundBody(request, "300000001");
      },
      { store },
    );
    early = () => shop.post(shop.attempt.ipnUrl, refundBody({ amountMinor: 500 }, "300000001"));
    expect(await shop.checkout.refund("order-1", { amountMinor: 500, key: "r-1" })).toMatchObject({
      type: "refunded",
    });
    expect(shop.events).toMatchObject([{ type: "payment.refunded", key: "r-1" }]);
  });

  it.each(testDatabases)(
    "never exceeds the charge in parallel calls over two stores: %s",
    async (_, open) => {
      const database = await open();
      onTestFinished(() => database.close());
      const [one] = await Promise.all([paidShop(undefined, { store: database.store as never })]);
      const two = openShop({
        client: {
          payments: { refund: async () => Promise.reject(lost), createFromToken: () => lost } as never,
        },
        store: database.otherStore as never,
      });
      // Each call waits for those before it.
      const count = process.env["NIGHTLY"] ? 20 : 8;
      const calls = Array.from({ length: count }, (_each, index) =>
        (index % 2 === 0 ? one : two).checkout.refund("order-1", { amountMinor: 300 }),
      );
      const types = (await Promise.all(calls)).map(({ type }) => type);
      expect(types.filter((type) => type === "refunded" || type === "unknown")).toHaveLength(4);
      expect(types.filter((type) => type === "not_made")).toHaveLength(count - 4);
    },
  );

  it.each<[string, unknown, string]>([
    ["a misspelt amount", { amountminor: 450 }, "amountminor"],
    ["the wire's amount", { amount: 4.5 }, "amount"],
    ["a currency", { amountMinor: 450, currency: "EUR" }, "currency"],
    ["no amount, said by null", { amountMinor: null }, "amountMinor"],
    ["a number", 450, "refund"],
    ["a text", "450", "refund"],
    ["a list", [], "refund"],
    ["null", null, "refund"],
  ])("with %s is refused, and gives nothing back", async (_, given, path) => {
    const { checkout, sent } = await paidShop();
    expect(await checkout.refund("order-1", given as never)).toMatchObject({
      type: "not_made",
      error: { errors: { [path]: expect.any(String) } },
    });
    expect(sent).toEqual([]);
  });

  it.each<[string, object]>([
    ["no parent", { parentTransactionId: undefined, orderId: undefined }],
    ["0 as its parent", { parentTransactionId: "0" }],
    ["a transaction that the shop does not know", { parentTransactionId: "200000055" }],
  ])("of a subscription's first payment is not sent twice, if the answer names %s", async (_, names) => {
    const { checkout, post, sent } = await paidShop((request, number) =>
      refundBody(request, `30000000${number}`, names),
    );
    const price = [
      { amountMinor: 1250, currency: "EUR" },
      { amountMinor: 1250, currency: "EUR", offset: "30d", repeat: true },
    ];
    const attempt = await checkout.begin({ reference: "plan-1", price } as never);
    const cycle = (count: number) => ({ subscription: { id: "1", status: "active", cycle: count } });
    await checkout.settle(attempt, resultOf({}, cycle(0)));
    await post(attempt.ipnUrl, bodyOf({ transactionId: "200000002" }, cycle(1)));
    expect(await checkout.refund("plan-1")).toMatchObject({ type: "refunded" });
    expect(await checkout.refund("plan-1")).toMatchObject({ type: "not_made" });
    expect(sent).toHaveLength(1);
    expect((await checkout.find("plan-1"))?.state).toBe("payable");
  });

  it.each<[string, object]>([
    ["fails", { status: "fail", code: "5000" }],
    ["is made", {}],
  ])(
    "without an answer stays under way if another one of its amount %s by an early notification",
    async (_, end) => {
      let early: () => Promise<unknown> = async () => undefined;
      const shop = await paidShop((request, number) => {
        if (number === 1) return lost;
        void early();
        return refundBody(request, "300000002", end);
      });
      const { checkout, events, post, attempt, sent } = shop;
      const part = { amountMinor: 500 };
      await checkout.refund("order-1", { ...part, key: "r-1" });
      early = () => post(attempt.ipnUrl, refundBody(part, "300000002", end));
      await checkout.refund("order-1", { ...part, key: "r-2" });
      expect((await checkout.find("order-1"))?.refundsUnderWay).toMatchObject([{ key: "r-1" }]);
      expect(await checkout.refund("order-1", { ...part, key: "r-1" })).toMatchObject({ type: "unknown" });
      expect(sent).toHaveLength(2);
      expect(events.filter((event) => "key" in event && event.key === "r-1")).toEqual([]);
      await post(attempt.ipnUrl, refundBody(part, "300000001"));
      expect(events.at(-1)).toMatchObject({ type: "payment.refunded", key: "r-1" });
    },
  );

  it("whose answer does not say that it is one is unknown, and no second payment", async () => {
    const { checkout, events } = await paidShop((request) =>
      refundBody(request, "300000001", {
        mode: undefined,
        action: undefined,
        parentTransactionId: undefined,
      }),
    );
    expect(await checkout.refund("order-1", { amountMinor: 450, key: "r-1" })).toMatchObject({
      type: "unknown",
    });
    expect(events).toMatchObject([{ type: "unknown", why: "kind" }]);
    expect(await checkout.find("order-1")).toMatchObject({
      state: "paid",
      refundsUnderWay: [{ key: "r-1" }],
    });
  });

  it("of an order that was paid twice names the payment, and never takes the other one", async () => {
    const { checkout, post, attempt, sent } = await paidShop((request, number) =>
      refundBody(request, `30000000${number}`, { parentTransactionId: request.transactionId }),
    );
    await post(attempt.ipnUrl, bodyOf({ transactionId: "200000002" }));
    expect(await checkout.refund("order-1")).toMatchObject({
      type: "not_made",
      error: { errors: { transactionId: expect.stringContaining("200000001 or 200000002") } },
    });
    expect(await checkout.refund("order-1", { transactionId: "2" })).toMatchObject({ type: "not_made" });
    const second = { transactionId: "200000002" };
    expect(await checkout.refund("order-1", second)).toMatchObject({ type: "refunded" });
    expect(await checkout.refund("order-1", second)).toMatchObject({ type: "not_made" });
    expect(sent).toMatchObject([second]);
    expect((await checkout.find("order-1"))?.state).toBe("paid");
  });

  it("without an answer is not that of another payment, which its notification names", async () => {
    const { checkout, post, attempt, events } = await paidShop(() => lost);
    await post(attempt.ipnUrl, bodyOf({ transactionId: "200000002" }));
    await checkout.refund("order-1", { transactionId: "200000001", key: "r-1" });
    events.length = 0;
    await post(attempt.ipnUrl, refundBody({}, "300000009", { parentTransactionId: "200000002" }));
    expect(events).toMatchObject([{ type: "payment.refunded", of: "200000002", key: undefined }]);
    expect((await checkout.find("order-1"))?.refundsUnderWay).toMatchObject([{ key: "r-1" }]);
  });

  it("never exceeds the charge where the gateway reports each under the payment's own id", async () => {
    const { checkout, sent } = await paidShop((request) =>
      refundBody(request, request.transactionId, { parentTransactionId: undefined }),
    );
    const part = { amountMinor: 500 };
    await checkout.refund("order-1", part);
    await checkout.refund("order-1", part);
    expect(await checkout.refund("order-1", { amountMinor: 251 })).toMatchObject({ type: "not_made" });
    expect(sent).toHaveLength(2);
  });

  describe("without an answer", () => {
    const key = "r-1";
    /** A shop with such a refund of 10.00 of its 12.50, eleven minutes later. */
    async function doubtfulShop() {
      let answer: (sent: Sent) => unknown = () => lost;
      const shop = await paidShop((sent) => answer(sent));
      await shop.checkout.refund("order-1", { amountMinor: 1000, key });
      answer = (sent) => refundBody(sent, "300000002");
      shop.clock.time += 660_000;
      return shop;
    }
    const waiting = async ({ checkout }: Awaited<ReturnType<typeof paidShop>>) => {
      const found: unknown[] = [];
      for await (const { reference, state, waiting: why } of checkout.list())
        found.push([reference, state, why]);
      return found;
    };

    it("is listed for a person", async () => {
      const shop = await doubtfulShop();
      const why = {
        why: "refund",
        needsPerson: true,
        money: { amountMinor: 1000 },
        since: shop.clock.time - 660_000,
      };
      expect(await waiting(shop)).toMatchObject([["order-1", "paid", why]]);
      expect(await shop.checkout.find("order-1")).toMatchObject({ canResolve: false, canSupersede: false });
    });

    it("ends as made: one event, also if its notification comes after all", async () => {
      const shop = await doubtfulShop();
      const { checkout, events, post, attempt } = shop;
      await checkout.resolveRefund("order-1", key, "made", { transactionId: "300000001", note: "seen" });
      const event = { type: "payment.refunded", key, source: "operator", isStillPaid: true };
      expect(events).toMatchObject([event]);
      await post(attempt.ipnUrl, refundBody({ amountMinor: 1000 }, "300000001"));
      expect(events).toHaveLength(1);
      expect(await waiting(shop)).toEqual([]);
      expect(await checkout.refund("order-1", { key })).toMatchObject({ type: "refunded" });
      expect(await checkout.refund("order-1", { amountMinor: 251 })).toMatchObject({ type: "not_made" });
      const [last] = (await checkout.find("order-1"))?.attempts ?? [];
      expect(last?.history).toContainEqual(
        expect.objectContaining({ said: "resolve refund made", note: "seen" }),
      );
    });

    it("ends as not made: its money and its key are free", async () => {
      const shop = await doubtfulShop();
      await shop.checkout.resolveRefund("order-1", key, "not_made");
      expect(shop.events).toEqual([]);
      expect(await waiting(shop)).toEqual([]);
      expect(await shop.checkout.refund("order-1", { key })).toMatchObject({ type: "refunded" });
      expect(shop.sent).toHaveLength(2);
    });

    it.each<[string, string, unknown, object | undefined, string]>([
      ["another key", "r-2", "not_made", undefined, "key"],
      ["another decision", key, "paid", undefined, "decision"],
      ["made without an id", key, "made", undefined, "transactionId"],
      ["not made with an id", key, "not_made", { transactionId: "300000001" }, "transactionId"],
      ["an id that is none", key, "made", { transactionId: 300000001 }, "transactionId"],
      ["a long note", key, "not_made", { note: "x".repeat(501) }, "note"],
    ])("is not ended by %s", async (_, named, decision, options, path) => {
      const shop = await doubtfulShop();
      const ends = shop.checkout.resolveRefund("order-1", named, decision as "made", options);
      await expect(ends).rejects.toMatchObject({ errors: { [path]: expect.any(String) } });
      expect(await waiting(shop)).toHaveLength(1);
    });
  });
});
