/** The state of an order after any reports, in any sequence. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resultOf } from "../shop.test-shop.ts";
import type { OrderEvent } from "./order-event.ts";
import {
  createOrder,
  type OrderRecord,
  orderRecord,
  orderStates,
  releaseOrder,
  reopenOrder,
} from "./order-record.ts";
import { applyReport } from "./order-state.ts";
import { parseNotification, parseResponseReport } from "./payment-report.ts";

const eur = (amountMinor: number) => ({ amountMinor, currency: "EUR" });
const expectation = {
  reference: "order-1",
  expected: eur(1250),
  later: [eur(999), eur(2000)],
  expiresAt: 2e9,
};
const created = createOrder(expectation);
const nowMs = 1e12;

interface Reported {
  readonly payment?: Readonly<Record<string, unknown>>;
  readonly subscription?: Readonly<Record<string, unknown>>;
  readonly answer?: boolean;
  readonly delivery?: string;
}

function step(order: OrderRecord, applied: Reported) {
  const body = resultOf(applied.payment, applied.subscription && { subscription: applied.subscription });
  const seen = applied.answer ? parseResponseReport(body) : parseNotification(body, applied.delivery);
  if (!seen) throw new Error("unreadable");
  return applyReport(order, seen);
}

/** Applies reports in sequence; returns the order, the events, and the outcome of each report. */
function applyAll(order: OrderRecord, ...all: readonly Reported[]) {
  const outcomes: string[] = [];
  const events: OrderEvent[] = [];
  let current = order;
  for (const applied of all) {
    const made = step(current, applied);
    if (made.type === "changed") {
      // A JSON round trip, as in a store.
      current = orderRecord.parse(JSON.parse(JSON.stringify(made.order)));
      if (made.event) events.push(made.event);
      outcomes.push(made.event?.type ?? "changed");
    } else outcomes.push(made.type === "refused" ? made.code : made.type);
  }
  return { order: current, events, outcomes };
}

const success: Reported = {};
const declined: Reported = { payment: { status: "fail", code: "5227", transactionId: "200000000" } };
const pending: Reported = {
  payment: { status: "pending", code: undefined, action: "redirect", url: "https://bank.example.com" },
  answer: true,
};
const first: Reported = { subscription: { id: "400000001", status: "active", cycle: 0 } };
const renewal = (cycle: number, payment: object = {}): Reported => ({
  payment: { transactionId: `20000001${cycle}`, amount: 9.99, ...payment },
  subscription: {
    id: "400000001",
    status: "active",
    cycle,
    renewalDate: "2030-02-01T00:00:00Z",
    cancelDate: null,
  },
});

describe("an order", () => {
  it.each<[string, readonly Reported[], readonly string[], OrderRecord["state"]]>([
    ["paid at once", [success], ["payment.succeeded"], "succeeded"],
    ["declined", [declined], ["payment.failed"], "failed"],
    ["pending, then paid", [pending, success], ["changed", "payment.succeeded"], "succeeded"],
    [
      "whose notification overtook the answer",
      [success, pending],
      ["payment.succeeded", "duplicate"],
      "succeeded",
    ],
    [
      "whose answer and notification say the same",
      [{ answer: true }, success],
      ["payment.succeeded", "duplicate"],
      "succeeded",
    ],
    ["reported twice", [declined, declined], ["payment.failed", "duplicate"], "failed"],
    [
      "declined, then paid by a retry of the same order",
      [declined, success],
      ["payment.failed", "payment.succeeded"],
      "succeeded",
    ],
    [
      "whose decline arrives after the retry's success",
      [success, declined],
      ["payment.succeeded", "changed"],
      "succeeded",
    ],
    [
      "whose transaction is reported as failed after it succeeded",
      [
        success,
        { payment: { status: "fail", code: "5000" } },
        { payment: { status: "fail", code: "5000" } },
        success,
      ],
      ["payment.succeeded", "payment.reversed", "duplicate", "duplicate"],
      "reversed",
    ],
    [
      "whose transaction is reported as successful after it failed",
      [declined, { payment: { transactionId: "200000000" } }, { payment: { transactionId: "200000000" } }],
      ["payment.failed", "unknown", "duplicate"],
      "failed",
    ],
    [
      "paid twice",
      [success, { payment: { transactionId: "200000009" } }, { payment: { transactionId: "200000009" } }],
      ["payment.succeeded", "unknown", "duplicate"],
      "succeeded",
    ],
    [
      "reported with a status of a newer gateway",
      [success, { payment: { status: "refunded" } }, { payment: { status: "refunded" } }],
      ["payment.succeeded", "unknown", "duplicate"],
      "succeeded",
    ],
    [
      "of another number, once one is bound",
      [pending, { payment: { orderId: "100000009" } }, { payment: { orderId: "100000009" }, answer: true }],
      ["changed", "unknown", "duplicate"],
      "pending",
    ],
    [
      "declined for nothing",
      [{ payment: { status: "fail", code: "5051", amount: 0 } }],
      ["payment.failed"],
      "failed",
    ],
    [
      "of one delivery for two transactions",
      [
        { delivery: "d-1" },
        { delivery: "d-1", payment: { transactionId: "200000009" } },
        { delivery: "d-1" },
      ],
      ["payment.succeeded", "delivery_reused", "duplicate"],
      "succeeded",
    ],
    [
      "pending in another currency",
      [{ ...pending, payment: { ...pending.payment, currency: "USD" } }],
      ["currency_wrong"],
      "created",
    ],
  ])("%s", (_, all, outcomes, state) => {
    const applied = applyAll(created, ...all);
    expect(applied.outcomes).toEqual(outcomes);
    expect(applied.order.state).toBe(state);
  });

  it.each([
    ["0", 12.5, "payment.succeeded", { coverage: "exact", paidMinor: 1250 }],
    ["1002", 13.75, "payment.succeeded", { coverage: "over", paidMinor: 1375 }],
    ["1001", 6.25, "payment.underpaid", { coverage: "under", paidMinor: 625 }],
  ])("settled with code %s for %d reports the amount that was paid", (code, amount, type, settled) => {
    const [event] = applyAll(created, { payment: { code, amount } }).events;
    expect(event).toMatchObject({ type, settled: { ...settled, expectedMinor: 1250, currency: "EUR" } });
  });

  it("keeps no number, name, address or metadata", () => {
    const body = {
      ...(resultOf({ source: { number: "4242424242424242" } }) as object),
      consumer: { id: "300000001", email: "ada@example.com", firstName: "Ada" },
      metadata: { udf1: "private" },
    };
    const seen = parseNotification(body, undefined);
    const made = seen && applyReport(created, seen);
    const kept = JSON.stringify(made?.type === "changed" && made.order);
    expect(kept).toContain("200000001");
    for (const text of ["4242", "ada@", "Ada", "private"]) expect(kept).not.toContain(text);
    expect(JSON.stringify(made)).not.toContain("4242424242424242");
  });

  it("shows the reported status, known or not", () => {
    const { events } = applyAll(created, { payment: { status: "on_hold" } });
    expect(events[0]).toMatchObject({
      type: "unknown",
      why: "status",
      result: { payment: { status: "on_hold" } },
    });
  });

  it("leaves out informational fields of the wrong type", () => {
    const { events } = applyAll(created, { payment: { description: ["x"], amountUsd: "a lot" } });
    const [event] = events;
    const payment = event && "result" in event ? event.result.payment : {};
    expect(payment).not.toHaveProperty("description");
    expect(payment).not.toHaveProperty("amountUsd");
    expect(events[0]?.type).toBe("payment.succeeded");
  });
});

describe("a refund", () => {
  const refund = (payment: object): Reported => ({
    payment: { mode: "refund", action: "credit", transactionId: "300000001", ...payment },
  });
  it.each([
    ["of the order's own id", {}, "payment.refunded"],
    ["of another order's id", { orderId: "100000009" }, "order_wrong"],
    [
      "of another order's id, for another transaction",
      { orderId: "100000009", parentTransactionId: "200000009" },
      "order_wrong",
    ],
    [
      "of another id, for the order's own transaction",
      { orderId: "100000009", parentTransactionId: "200000001" },
      "payment.refunded",
    ],
  ])("%s: %s", (_, payment, outcome) => {
    expect(applyAll(created, success, refund(payment)).outcomes).toEqual(["payment.succeeded", outcome]);
  });
});

describe("a subscription", () => {
  it("renews by the amounts of its schedule, each charge once", () => {
    const applied = applyAll(created, first, renewal(1), renewal(1), renewal(2, { amount: 20 }));
    expect(applied.outcomes).toEqual([
      "payment.succeeded",
      "subscription.renewed",
      "duplicate",
      "subscription.renewed",
    ]);
    expect(applied.events[1]).toMatchObject({
      subscription: {
        id: "400000001",
        cycle: 1,
        status: "active",
        renewalDate: "2030-02-01T00:00:00Z",
        cancelDate: undefined,
      },
      settled: { coverage: "exact", paidMinor: 999, expectedMinor: 999, currency: "EUR" },
    });
  });

  it.each<[string, Reported, string]>([
    ["declined", renewal(1, { status: "fail", code: "5051" }), "subscription.charge_failed"],
    ["declined, and not counted", renewal(0, { status: "fail", code: "5051" }), "subscription.charge_failed"],
    ["charged under an order of its own", renewal(1, { orderId: "100000009" }), "subscription.renewed"],
    ["underpaid", renewal(1, { amount: 5, code: "1001" }), "subscription.underpaid"],
    ["overpaid", renewal(1, { amount: 20.5, code: "1002" }), "subscription.renewed"],
    ["of an amount that was never agreed", renewal(1, { amount: 12.5 }), "amount_wrong"],
    ["in another currency", renewal(1, { currency: "USD" }), "currency_wrong"],
    [
      "of another subscription",
      { ...renewal(1, { orderId: "100000009" }), subscription: { id: "400000009", cycle: 1 } },
      "order_wrong",
    ],
  ])("that is %s", (_, report, outcome) => {
    expect(applyAll(created, first, report).outcomes).toEqual(["payment.succeeded", outcome]);
  });

  it("of several possible amounts compares an underpayment with the nearest above it, an overpayment with the one below", () => {
    const { events } = applyAll(
      created,
      first,
      renewal(1, { amount: 15, code: "1001" }),
      renewal(2, { amount: 15, code: "1002" }),
    );
    expect(events.slice(1)).toMatchObject([
      { settled: { expectedMinor: 2000 } },
      { settled: { expectedMinor: 999 } },
    ]);
  });

  it("is refused if no later charges were recorded", () => {
    const order = createOrder({ ...expectation, later: [] });
    expect(applyAll(order, first, renewal(1, { amount: 12.5 })).outcomes).toEqual([
      "payment.succeeded",
      "amount_wrong",
    ]);
  });

  it("cannot be claimed by an order without a subscription", () => {
    const foreign = renewal(1, { orderId: "100000009" });
    expect(applyAll(created, success, foreign).outcomes).toEqual(["payment.succeeded", "order_wrong"]);
  });

  it("whose renewal is reported before its first payment, with another order id, is still bound by the first payment", () => {
    const applied = applyAll(created, renewal(1, { orderId: "100000009" }), first);
    expect(applied.outcomes).toEqual(["subscription.renewed", "payment.succeeded"]);
    expect(applied.order.orderId).toBe("100000001");
  });
});

describe("another try", () => {
  it("opens a failed order again, for another amount and another order of the gateway's", () => {
    const failed = applyAll(created, declined).order;
    const again = reopenOrder(failed, { ...expectation, expected: eur(1000), expiresAt: 3e9 }, nowMs);
    if (!again) throw new Error("not reopened");
    expect(again).toMatchObject({ state: "created", expected: eur(1000), expiresAt: 3e9 });
    const paid = { payment: { orderId: "100000002", transactionId: "200000002", amount: 10 } };
    // A repeated report about the first attempt is still a duplicate.
    expect(applyAll(again, declined, paid, declined).outcomes).toEqual([
      "duplicate",
      "payment.succeeded",
      "duplicate",
    ]);
  });

  it("is refused for a paid order, and leaves a pending order unchanged", () => {
    expect(reopenOrder(applyAll(created, success).order, expectation, nowMs)).toBeUndefined();
    expect(reopenOrder(created, { ...expectation, expiresAt: 3e9 }, nowMs)).toBe(created);
    expect(reopenOrder(created, { ...expectation, later: [] }, nowMs)).toBeUndefined();
    expect(releaseOrder(applyAll(created, success).order)).toBeUndefined();
    expect(
      reopenOrder(created, { ...expectation, expected: { ...eur(1250), currency: "USD" } }, nowMs),
    ).toBeUndefined();
  });
});

/** Reopens the order, for the same amount or another one. */
function reopen(order: OrderRecord, expected = eur(1250)): OrderRecord {
  const next = reopenOrder(order, { ...expectation, expected }, nowMs);
  if (!next) throw new Error("not reopened");
  return next;
}

describe("an order of several attempts", () => {
  const second = { orderId: "100000002", transactionId: "200000002" };
  const reversal: Reported = { payment: { status: "fail", code: "5000" } };

  it("is paid by an attempt whose order differs from that of a decline that was reported before it", () => {
    const decline: Reported = { payment: { status: "fail", code: "5005", transactionId: "200000000" } };
    // The merchant opened both attempts before anything was reported, so they share one record.
    const applied = applyAll(
      reopen(created),
      decline,
      { payment: { ...second, status: "fail", code: "5051" } },
      {
        payment: { orderId: "100000003", transactionId: "200000003" },
      },
    );
    expect(applied.outcomes).toEqual(["payment.failed", "payment.failed", "payment.succeeded"]);
    expect(applied.order).toMatchObject({ state: "succeeded", orderId: "100000003" });
    const refund = { payment: { mode: "refund", transactionId: "300000001", orderId: "100000003" } };
    expect(applyAll(applied.order, refund).outcomes).toEqual(["payment.refunded"]);
    // The declined order id is still known, and a payment of another amount with it is refused.
    expect(
      applyAll(applied.order, { payment: { ...second, transactionId: "200000009", amount: 99 } }).outcomes,
    ).toEqual(["amount_wrong"]);
  });

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "after the reversal",
      [success, reversal, { payment: { transactionId: "200000002" } }],
      ["payment.succeeded", "payment.reversed", "payment.succeeded"],
    ],
    [
      "before the reversal",
      [success, { payment: { transactionId: "200000002" } }, reversal],
      ["payment.succeeded", "unknown", "payment.reversed"],
    ],
  ])("is paid by the other attempt if the first payment is reversed, reported %s", (_, all, outcomes) => {
    const applied = applyAll(created, ...all);
    expect(applied.outcomes).toEqual(outcomes);
    expect(applied.order.state).toBe("succeeded");
    expect(reopenOrder(applied.order, expectation, nowMs)).toBeUndefined();
  });

  it.each<[string, OrderRecord, Reported]>([
    [
      "a released attempt of less",
      reopen({ ...createOrder({ ...expectation, expected: eur(500) }), isReleased: true }),
      { payment: { ...second, amount: 5 } },
    ],
    ["another order of the gateway", created, { payment: second }],
  ])("is no longer paid if its payment is reversed and %s was paid", (_, order, other) => {
    const applied = applyAll(order, pending, other, success, reversal);
    expect(applied.outcomes).toEqual(["changed", "unknown", "payment.succeeded", "payment.reversed"]);
    expect(applied.order.state).toBe("reversed");
  });

  it("accepts the refund of a late payment of a released attempt whose order id was not known", () => {
    const released = reopen({ ...created, isReleased: true }, eur(1000));
    const applied = applyAll(released, { payment: { ...second, amount: 10 } }, success, {
      payment: { mode: "refund", action: "credit", transactionId: "300000001" },
    });
    expect(applied.outcomes).toEqual(["payment.succeeded", "unknown", "payment.refunded"]);
  });

  it("starts without the refunds of an earlier attempt, which may have another currency", () => {
    const voided: Reported = { payment: { mode: "void", transactionId: "300000001" } };
    const applied = applyAll(created, { payment: { mode: "auth" } }, voided);
    expect(applied.order.refundedMinor).toBe(1250);
    expect(reopen({ ...applied.order, isReleased: true }).refundedMinor).toBeUndefined();
  });

  it("names the subscription of the attempt that pays it, and renews by that one", () => {
    const ofSecond = (cycle: number, payment: object = {}): Reported => ({
      payment: { ...second, ...payment },
      subscription: { id: "400000002", status: "active", cycle },
    });
    const reversed = applyAll(created, first, reversal).order;
    const applied = applyAll(
      reopen(reversed),
      ofSecond(0),
      ofSecond(1, { transactionId: "200000012", amount: 9.99 }),
      // The subscription of the reversed payment still renews: its money moves, and a person must end it.
      renewal(1),
      renewal(1),
      renewal(3, { amount: 77 }),
    );
    expect(applied.outcomes).toEqual([
      "payment.succeeded",
      "subscription.renewed",
      "unknown",
      "duplicate",
      "order_wrong",
    ]);
    expect(applied.order.subscriptionId).toBe("400000002");
  });

  it("of a subscription that is paid twice by the first amount, which no later charge has, reports a second payment and no renewal", () => {
    const again: Reported = { ...first, payment: { transactionId: "200000002" } };
    expect(applyAll(created, first, again).events[1]).toMatchObject({
      type: "unknown",
      why: "second_payment",
    });
  });
});

describe("an authorization", () => {
  const auth: Reported = { payment: { mode: "auth" } };
  const settle: Reported = {
    payment: { mode: "settle", transactionId: "200000003", parentTransactionId: "200000001" },
  };

  it("that fails after its success no longer reserves money, and another attempt may pay the order", () => {
    const applied = applyAll(created, auth, { payment: { mode: "auth", status: "fail", code: "5000" } });
    expect(applied.outcomes).toEqual(["payment.authorized", "payment.reversed"]);
    expect(applied.order.state).toBe("reversed");
    expect(reopen(applied.order, eur(1000)).state).toBe("created");
  });

  it("keeps the order reserved if another authorization fails", () => {
    const applied = applyAll(
      created,
      auth,
      { payment: { mode: "auth", transactionId: "200000009" } },
      {
        payment: { mode: "auth", status: "fail", code: "5000" },
      },
    );
    expect(applied.order.state).toBe("authorized");
  });

  it.each([
    ["its own id", { payment: { mode: "settle" } }],
    ["an id of its own", settle],
  ])("that is reported after its settlement under %s is no second payment", (_, settlement) => {
    const applied = applyAll(created, settlement, auth, auth);
    expect(applied.outcomes).toEqual(["payment.succeeded", "changed", "duplicate"]);
    expect(applied.order.state).toBe("succeeded");
  });
});

describe("an authorization that is settled in parts", () => {
  const auth: Reported = { payment: { mode: "auth" } };
  const part = (transactionId: string, amount: number, parentTransactionId = "200000001"): Reported => ({
    payment: { mode: "settle", transactionId, amount, parentTransactionId },
  });

  const settled = (applied: ReturnType<typeof applyAll>) =>
    applied.events.flatMap((event) =>
      "settled" in event ? [[event.type, event.settled.coverage, event.settled.paidMinor]] : [],
    );

  it("is paid by its last part, each part once", () => {
    const last = part("200000005", 2.5);
    const applied = applyAll(created, auth, part("200000003", 5), part("200000004", 5), last, last);
    expect(applied.outcomes.at(-1)).toBe("duplicate");
    expect(settled(applied)).toEqual([
      ["payment.underpaid", "under", 500],
      ["payment.underpaid", "under", 1000],
      ["payment.succeeded", "exact", 1250],
    ]);
    expect(applied.order.state).toBe("succeeded");
  });

  it("is paid even if the first part has the authorization's id", () => {
    const own: Reported = { payment: { mode: "settle", amount: 5 } };
    expect(settled(applyAll(created, auth, own, part("200000004", 7.5)))).toEqual([
      ["payment.underpaid", "under", 500],
      ["payment.succeeded", "exact", 1250],
    ]);
  });

  it("is paid again by another part if one was reversed or had failed", () => {
    const reversed: Reported = { payment: { ...part("200000003", 5).payment, status: "fail", code: "5000" } };
    const declined: Reported = { payment: { ...part("200000006", 5).payment, status: "fail", code: "5051" } };
    const applied = applyAll(
      created,
      ...[auth, part("200000003", 5), part("200000004", 7.5), reversed, declined, part("200000005", 5)],
    );
    expect(applied.outcomes.slice(3)).toEqual(["payment.reversed", "changed", "payment.succeeded"]);
  });

  it.each([
    ["the part that exceeds its amount", part("200000004", 7.51), 5, ["payment.succeeded over 1251"]],
    ["all of it", part("200000004", 0.01), 12.5, ["further_settlement"]],
  ])("reports the settled amount after %s", (_, more, paid, expected) => {
    const before: Reported = { payment: { ...part("200000003", 5).payment, amount: paid } };
    const applied = applyAll(created, auth, before, more, part("200000005", 0.01));
    const seen = applied.events.map((event) => {
      if (event.type === "unknown") return event.why;
      return "settled" in event ? `${event.type} ${event.settled.coverage} ${event.settled.paidMinor}` : "";
    });
    expect(seen.slice(2)).toEqual([...expected, "further_settlement"]);
    expect(applied.events.at(-1)).toMatchObject({
      parentTransactionId: "200000001",
      money: { amountMinor: 1, currency: "EUR" },
    });
  });

  it("is reported as unknown if an older version recorded a part without its amount", () => {
    const applied = applyAll(created, auth, part("200000003", 5));
    const { amountMinor, ...old } = applied.order.transactions["200000003"] ?? {};
    const order = orderRecord.parse({
      ...applied.order,
      transactions: { ...applied.order.transactions, "200000003": old },
    });
    expect(applyAll(order, part("200000004", 7.5)).events[0]).toMatchObject({ why: "further_settlement" });
  });

  it.each<[string, readonly Reported[]]>([
    [
      "the settlement of another authorization",
      [
        auth,
        part("200000003", 12.5),
        { payment: { mode: "auth", transactionId: "200000005" } },
        part("200000006", 12.5, "200000005"),
      ],
    ],
    [
      "a settlement without a parent",
      [part("200000003", 12.5), { payment: { mode: "settle", transactionId: "4" } }],
    ],
    [
      "a sale",
      [
        auth,
        part("200000003", 5),
        { payment: { transactionId: "200000007", parentTransactionId: "200000001" } },
      ],
    ],
    [
      "a settlement whose parent was paid back, not settled",
      [
        {},
        { payment: { action: "credit", mode: "refund", transactionId: "8", parentTransactionId: "9" } },
        part("200000006", 12.5, "9"),
      ],
    ],
  ])("is not %s, which is a second payment", (_, reports) => {
    expect(applyAll(created, ...reports).events.at(-1)).toMatchObject({
      type: "unknown",
      why: "second_payment",
    });
  });
});

describe("the payment of an order", () => {
  const auth = (id: string, payment: object = {}): Reported => ({
    payment: { mode: "auth", transactionId: id, ...payment },
  });
  const sale = (id: string, payment: object = {}): Reported => ({
    payment: { transactionId: id, ...payment },
  });
  const settle = (id: string, of: string, payment: object = {}): Reported => ({
    payment: { mode: "settle", transactionId: id, parentTransactionId: of, ...payment },
  });
  const back = (id: string, of: string, payment: object = {}): Reported => ({
    payment: {
      mode: "refund",
      action: "credit",
      transactionId: id,
      parentTransactionId: of,
      ...payment,
    },
  });
  const failed = { status: "fail", code: "5000" };

  /** An authorization that is settled in two parts, of which the second is reversed. */
  const lastPartReversed = (one: number, other: number): readonly Reported[] => [
    auth("1"),
    settle("2", "1", { amount: one }),
    settle("3", "1", { amount: other }),
    settle("3", "1", { amount: other, ...failed }),
  ];

  const ofSubscription = (cycle?: number) => ({
    subscription: { id: "400000001", status: "active", ...(cycle !== undefined && { cycle }) },
  });

  /** Events by type, unknown ones by their reason. */
  const eventTypes = (order: OrderRecord, ...reports: readonly Reported[]) => {
    const applied = applyAll(order, ...reports);
    return [
      ...applied.events.map((event) => (event.type === "unknown" ? event.why : event.type)),
      applied.order.state,
    ];
  };

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "a settlement, after a sale, of an authorization whose first settlement failed, pays again",
      [auth("1"), settle("3", "1", failed), sale("7"), settle("4", "1")],
      ["payment.authorized", "payment.failed", "payment.succeeded", "second_payment", "succeeded"],
    ],
    [
      "settlements in parts, after a sale, each pay again",
      [auth("1"), sale("7"), settle("3", "1", { amount: 5 }), settle("4", "1", { amount: 7.5 })],
      ["payment.authorized", "payment.succeeded", "second_payment", "second_payment", "succeeded"],
    ],
    [
      "an authorization whose settlement failed before it was reported is reserved",
      [settle("3", "1", failed), auth("1")],
      ["payment.failed", "payment.authorized", "authorized"],
    ],
    [
      "an authorization that was voided before it was reported is not",
      [back("3", "1", { mode: "void", action: "sale" }), auth("1")],
      ["payment.voided", "created"],
    ],
    [
      "an authorization that ends after its settlement reverses nothing",
      [auth("1"), settle("3", "1", { amount: 5 }), auth("1", failed), auth("1", failed)],
      ["payment.authorized", "payment.underpaid", "succeeded"],
    ],
    [
      "a second sale of another order of the gateway does not pay the order under way",
      [
        pending,
        sale("7", { orderId: "9" }),
        sale("8", { orderId: "9" }),
        sale("8", { orderId: "9", status: "confirmed" }),
      ],
      ["other_order", "other_order", "pending"],
    ],
    [
      "a settlement of an authorization of another order does not, either",
      [pending, auth("7", { orderId: "9" }), settle("8", "7", { orderId: "9" })],
      ["other_order", "other_order", "pending"],
    ],
    [
      "a renewal of another order's subscription does not, whatever it costs",
      [
        ...[pending, first],
        { payment: { transactionId: "7", orderId: "9" }, subscription: { id: "S2", cycle: 0 } },
        { payment: { transactionId: "8", orderId: "9", amount: 9.99 }, subscription: { id: "S2", cycle: 1 } },
        { payment: failed },
      ],
      ["payment.succeeded", "second_payment", "other_order", "payment.reversed", "succeeded"],
    ],
    [
      "a refund of a payment of another order is reported",
      [pending, sale("7", { orderId: "9" }), back("8", "7", { orderId: "9" })],
      ["other_order", "payment.refunded", "pending"],
    ],
  ])("%s", (_, reports, expected) => {
    expect(eventTypes(created, ...reports)).toEqual(expected);
  });

  it.each<[string, readonly Reported[], "succeeded" | "reversed", boolean]>([
    ["by another payment", [sale("1"), sale("2"), sale("1", failed)], "succeeded", true],
    [
      "by a payment of which a little was refunded",
      [sale("1"), sale("2"), back("3", "2", { amount: 0.5 }), sale("1", failed)],
      "succeeded",
      true,
    ],
    [
      "by another payment, whose refund failed",
      [sale("1"), sale("2"), back("3", "2"), back("3", "2", failed), sale("1", failed)],
      "succeeded",
      true,
    ],
    [
      "not by one that was refunded",
      [sale("1"), sale("2"), back("3", "2"), sale("1", failed)],
      "reversed",
      false,
    ],
    [
      "not by one that was voided",
      [sale("1"), sale("2"), back("3", "2", { mode: "void" }), sale("1", failed)],
      "reversed",
      false,
    ],
    [
      "not where both are reversed",
      [sale("1"), sale("2"), sale("1", failed), sale("2", failed)],
      "reversed",
      false,
    ],
    [
      "in part by a payment of less",
      [sale("1"), sale("2", { code: "1001", amount: 1 }), sale("1", failed)],
      "succeeded",
      false,
    ],
    ["in part by one part of its settlements", lastPartReversed(5, 7.5), "succeeded", false],
    ["in part where it never was in full", lastPartReversed(1, 5), "succeeded", false],
    [
      "by a second payment, where one of the parts of the first is reversed",
      [
        sale("1", { code: "1001", amount: 6 }),
        sale("2", { amount: 6.5 }),
        sale("3"),
        sale("2", { amount: 6.5, ...failed }),
      ],
      "succeeded",
      true,
    ],
    [
      "all the same, where it was refunded and a renewal is reversed",
      [first, back("3", "200000001"), renewal(1), renewal(1, failed)],
      "succeeded",
      true,
    ],
    [
      "not, where its first payment was refunded",
      [sale("1"), back("3", "1"), sale("2"), sale("2", failed)],
      "reversed",
      false,
    ],
    [
      "as before where a payment of another order is reversed",
      [pending, sale("2", { orderId: "9" }), sale("1"), sale("2", { orderId: "9", ...failed })],
      "succeeded",
      true,
    ],
    ["where a renewal is reversed", [first, renewal(1), renewal(1, failed)], "succeeded", true],
  ])(
    "an order whose charge is reversed is paid %s, and the event says so",
    (_, reports, state, isStillPaid) => {
      const applied = applyAll(created, ...reports);
      expect(applied.events.at(-1)).toMatchObject({ type: "payment.reversed", isStillPaid });
      expect(applied.order.state).toBe(state);
    },
  );

  it("another part of the remaining payment does not start a new payment", () => {
    const applied = eventTypes(
      created,
      ...[sale("1"), auth("2"), settle("3", "2", { amount: 5 }), sale("1", failed)],
      settle("4", "2", { amount: 7.5 }),
    );
    expect(applied.slice(-3)).toEqual(["payment.reversed", "payment.succeeded", "succeeded"]);
  });

  it("the parts of a subscription's first payment are not renewals", () => {
    const of = { subscription: first.subscription ?? {} };
    const reports = [
      { ...auth("1"), ...of },
      { ...settle("3", "1", { amount: 5 }), ...of },
      { ...settle("4", "1", { amount: 7.5 }), ...of },
    ];
    expect(eventTypes(created, ...reports)).toEqual([
      "payment.authorized",
      "payment.underpaid",
      "payment.succeeded",
      "succeeded",
    ]);
  });

  const sums = (...reports: readonly Reported[]) =>
    applyAll(created, ...reports).events.flatMap((event) => {
      if (event.type === "unknown") return [event.why];
      return "settled" in event ? [`${event.type} ${event.settled.paidMinor}`] : [];
    });

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "a voided part",
      [
        settle("3", "1", { amount: 12.49 }),
        back("9", "3", { mode: "void" }),
        settle("4", "1", { amount: 0.01 }),
      ],
      ["payment.underpaid 1249", "payment.underpaid 1"],
    ],
    [
      "a refunded part",
      [
        settle("3", "1", { amount: 12.49 }),
        back("9", "3", { amount: 12.49 }),
        settle("4", "1", { amount: 0.01 }),
      ],
      ["payment.underpaid 1249", "payment.underpaid 1"],
    ],
    [
      "a part that was voided and settled again",
      [settle("3", "1", { amount: 5 }), back("9", "3", { mode: "void", amount: 5 }), settle("4", "1")],
      ["payment.underpaid 500", "payment.succeeded 1250"],
    ],
    [
      "a renewal that names the first payment",
      [
        { ...settle("3", "1", { amount: 5 }), subscription: first.subscription ?? {} },
        { ...renewal(1, { parentTransactionId: "1" }) },
        { ...settle("4", "1", { amount: 7.5 }), subscription: first.subscription ?? {} },
      ],
      ["payment.underpaid 500", "subscription.renewed 999", "payment.succeeded 1250"],
    ],
    [
      "parts that name no authorization",
      [
        { payment: { mode: "settle", transactionId: "3", amount: 5 } },
        { payment: { mode: "settle", transactionId: "4", amount: 7.5 } },
      ],
      ["payment.underpaid 500", "payment.succeeded 1250"],
    ],
  ])("%s: only charges that were not returned count as paid", (_, reports, expected) => {
    expect(sums(auth("1"), ...reports)).toEqual(expected);
  });

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "the rest of a payment in part",
      [sale("1", { code: "1001", amount: 6.25 }), sale("2", { amount: 6.25 })],
      ["payment.underpaid 625", "payment.succeeded 1250"],
    ],
    [
      "a part of the rest",
      [sale("1", { code: "1001", amount: 6.25 }), sale("2", { code: "1001", amount: 3 })],
      ["payment.underpaid 625", "payment.underpaid 925"],
    ],
    [
      "the full amount after a part",
      [sale("1", { code: "1001", amount: 6.25 }), sale("2")],
      ["payment.underpaid 625", "second_payment"],
    ],
    [
      "the same transaction of another amount",
      [sale("1", { code: "1001", amount: 6.25 }), sale("1"), sale("1")],
      ["payment.underpaid 625", "contradiction"],
    ],
    [
      "its confirmation of another amount",
      [sale("1", { code: "1001", amount: 6.25 }), sale("1", { status: "confirmed" })],
      ["payment.underpaid 625", "contradiction"],
    ],
  ])("%s is neither refused nor silent", (_, reports, expected) => {
    expect(sums(...reports)).toEqual(expected);
  });

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "the settlement of what was reserved for less",
      [settle("3", "1"), sale("7", { orderId: "B", amount: 20 })],
      ["earlier_attempt", "payment.succeeded 2000"],
    ],
    [
      "what was paid of it in part",
      [sale("3", { code: "1001", amount: 6 }), sale("7", { orderId: "B", amount: 20 })],
      ["earlier_attempt", "payment.succeeded 2000"],
    ],
  ])("an attempt that was released reports %s as its own", (_, reports, expected) => {
    const released = releaseOrder(applyAll(created, auth("1")).order);
    const events = released && applyAll(reopen(released, eur(2000)), ...reports).events;
    expect(
      events?.map((event) =>
        event.type === "unknown"
          ? event.why
          : `${event.type} ${"settled" in event && event.settled.paidMinor}`,
      ),
    ).toEqual(expected);
  });

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "the rest of a subscription's first payment",
      [
        { ...sale("1", { code: "1001", amount: 6 }), ...ofSubscription(0) },
        { ...sale("2", { amount: 6.5 }), ...ofSubscription(0) },
      ],
      ["payment.underpaid", "payment.succeeded", "succeeded"],
    ],
    [
      "more than the rest, with code 1002",
      [sale("1", { code: "1001", amount: 6 }), sale("2", { code: "1002", amount: 7 })],
      ["payment.underpaid", "payment.succeeded", "succeeded"],
    ],
    [
      "the rest of a part that was refunded, and more",
      [
        sale("1", { code: "1001", amount: 6 }),
        back("9", "1", { amount: 6 }),
        sale("2", { amount: 6.5 }),
        sale("3", { amount: 6 }),
      ],
      ["payment.underpaid", "payment.refunded", "payment.underpaid", "payment.succeeded", "succeeded"],
    ],
    [
      "the rest under another order",
      [sale("1", { code: "1001", amount: 6 }), sale("2", { amount: 6.5, orderId: "B" })],
      ["payment.underpaid", "other_order", "succeeded"],
    ],
    [
      "the settlement of a renewal that names no parent",
      [
        { ...auth("1"), ...ofSubscription(0) },
        { ...settle("3", "1"), ...ofSubscription(0) },
        { payment: { mode: "settle", transactionId: "5", amount: 9.99 }, ...ofSubscription(1) },
        { payment: { mode: "settle", transactionId: "6", amount: 9.99 }, ...ofSubscription() },
      ],
      [
        "payment.authorized",
        "payment.succeeded",
        "subscription.renewed",
        "subscription.renewed",
        "succeeded",
      ],
    ],
    [
      "a void of a renewal that names no parent",
      [
        { ...auth("1"), ...ofSubscription(0) },
        { payment: { mode: "settle", transactionId: "1", amount: 6 }, ...ofSubscription(0) },
        renewal(1),
        { payment: { mode: "void", transactionId: "9", amount: 9.99 }, ...ofSubscription(1) },
        { ...settle("4", "1", { amount: 6.5 }), ...ofSubscription(0) },
      ],
      [
        "payment.authorized",
        "payment.underpaid",
        "subscription.renewed",
        "payment.voided",
        "payment.succeeded",
        "succeeded",
      ],
    ],
    [
      "a void of a part of an authorization",
      [auth("1"), back("9", "1", { mode: "void", amount: 3 })],
      ["payment.authorized", "payment.voided", "authorized"],
    ],
    [
      "a void of a part of a sale",
      [sale("1"), back("9", "1", { mode: "void", amount: 3 }), sale("2")],
      ["payment.succeeded", "payment.voided", "second_payment", "succeeded"],
    ],
    [
      "a void of what was not settled of an authorization",
      [
        auth("1"),
        { payment: { mode: "settle", amount: 6, transactionId: "1" } },
        back("9", "1", { mode: "void", amount: 6.5 }),
        sale("2", { amount: 6.5 }),
      ],
      ["payment.authorized", "payment.underpaid", "payment.voided", "payment.succeeded", "succeeded"],
    ],
    [
      "a void that is reported before its sale",
      [back("9", "1", { mode: "void" }), sale("1"), sale("2")],
      ["payment.voided", "payment.succeeded", "succeeded"],
    ],
    [
      "a third payment after the first of two was voided",
      [sale("1"), sale("2"), back("9", "1", { mode: "void" }), sale("3")],
      ["payment.succeeded", "second_payment", "payment.voided", "second_payment", "succeeded"],
    ],
    [
      "the reversal of the second payment after the first was refunded",
      [sale("1"), sale("2"), back("9", "1"), sale("2", failed)],
      ["payment.succeeded", "second_payment", "payment.refunded", "payment.reversed", "reversed"],
    ],
    [
      "a refund under the payment's own id",
      [
        sale("1"),
        sale("2"),
        { payment: { mode: "refund", action: "credit", transactionId: "2" } },
        sale("1", failed),
      ],
      ["payment.succeeded", "second_payment", "payment.refunded", "payment.reversed", "reversed"],
    ],
    [
      "a payment in two parts after one that was refunded",
      [sale("1"), back("9", "1"), sale("2", { code: "1001", amount: 6 }), sale("3", { amount: 6.5 })],
      ["payment.succeeded", "payment.refunded", "second_payment", "amount_wrong", "succeeded"],
    ],
  ])("%s", (_, reports, expected) => {
    const applied = applyAll(created, ...reports);
    const refused = applied.outcomes.filter((outcome) => outcome.endsWith("_wrong"));
    const types = applied.events.map((event) => (event.type === "unknown" ? event.why : event.type));
    expect([...types, ...refused, applied.order.state]).toEqual(expected);
  });

  it("an order of amount 0 (a free trial) is paid once", () => {
    const trial = createOrder({ ...expectation, expected: eur(0) });
    const nothing = [sale("1", { amount: 0 }), sale("2", { amount: 0 }), sale("1", { amount: 0, ...failed })];
    expect(eventTypes(trial, ...nothing)).toEqual([
      "payment.succeeded",
      "second_payment",
      "payment.reversed",
      "succeeded",
    ]);
  });

  it.each<[string, Reported, string]>([
    ["declined for nothing", sale("2", { status: "fail", code: "5051", amount: 0 }), "payment.failed"],
    ["paid in part", sale("2", { code: "1001", amount: 6 }), "payment.underpaid"],
  ])("a retry in the same order of the gateway, for another amount, is %s", (_, retry, type) => {
    const declinedOrder = applyAll(created, sale("1", failed)).order;
    expect(eventTypes(reopen(declinedOrder, eur(900)), retry)[0]).toBe(type);
  });

  it("the settlement of an abandoned attempt belongs to that attempt, whatever the order's earlier amounts", () => {
    const at = (order: OrderRecord, amountMinor: number) => reopen(order, eur(amountMinor));
    const first = applyAll(
      createOrder({ ...expectation, expected: eur(500) }),
      sale("1", { amount: 5, ...failed }),
    ).order;
    const second = releaseOrder(applyAll(at(first, 900), auth("2", { amount: 9 })).order);
    for (const amountMinor of [700, 1250]) {
      const third = second && at(second, amountMinor);
      expect(third && eventTypes(third, settle("3", "2", { amount: 9 }))).toEqual([
        "earlier_attempt",
        "created",
      ]);
    }
  });

  it("an abandoned authorization reserves nothing for the next attempt", () => {
    const released = releaseOrder(applyAll(created, auth("1")).order);
    const order = released && reopen(released);
    const voided = back("9", "2", { mode: "void" });
    expect(order && eventTypes(order, auth("2"), voided)).toEqual([
      "payment.authorized",
      "payment.voided",
      "reversed",
    ]);
  });

  describe("a record of the previous version", () => {
    /** Removes the fields that the older version did not record. */
    const old = (order: OrderRecord): OrderRecord => {
      const transactions = Object.entries(order.transactions).map(([key, it]) => {
        const { amountMinor, paymentId, orderId, subscriptionId, ...rest } = it;
        return [key, rest];
      });
      const { paidBy, isPaidInFull, ...rest } = order;
      return orderRecord.parse({ ...rest, transactions: Object.fromEntries(transactions) });
    };

    it.each<[string, readonly Reported[], Reported, object]>([
      [
        "a renewal is reversed",
        [first, renewal(1)],
        renewal(1, failed),
        { type: "payment.reversed", isStillPaid: true },
      ],
      [
        "a part is settled",
        [auth("1"), settle("3", "1", { amount: 6 })],
        settle("4", "1", { amount: 6.5 }),
        { why: "further_settlement" },
      ],
      ["one of two payments is reversed", [sale("1"), sale("2")], sale("1", failed), { isStillPaid: true }],
      ["its payment is reversed", [sale("1")], sale("1", failed), { isStillPaid: false }],
    ])("is read where %s", (_, before, report, event) => {
      const [seen] = applyAll(old(applyAll(created, ...before).order), report).events;
      expect(seen).toMatchObject(event);
    });
  });

  it.each([
    ["declined", [sale("1", failed)]],
    ["reversed", [sale("1"), sale("1", failed)]],
  ])(
    "a retry of an order that was %s, left and reported again, does not take it from the next attempt",
    (_, before) => {
      const left = { payment: { ...pending.payment, transactionId: "2", orderId: "C" } };
      const order = reopen(applyAll(created, ...before, left).order);
      expect(eventTypes(order, left, sale("3", { orderId: "B" }))).toEqual([
        "payment.succeeded",
        "succeeded",
      ]);
      expect(eventTypes(order, left, sale("2", { orderId: "C" }))).toEqual([
        "payment.succeeded",
        "succeeded",
      ]);
    },
  );

  it("a decline after a retry was left is one more decline of the order", () => {
    const left = { payment: { ...pending.payment, transactionId: "2", orderId: "C" } };
    const again = sale("4", { ...failed, orderId: "D" });
    expect(eventTypes(created, sale("1", failed), left, again)).toEqual([
      "payment.failed",
      "payment.failed",
      "failed",
    ]);
  });

  it("a confirmation that is repeated after a reversal is a duplicate", () => {
    const confirmed = sale("1", { status: "confirmed" });
    expect(eventTypes(created, sale("1"), confirmed, sale("1", failed), confirmed, confirmed)).toEqual([
      "payment.succeeded",
      "payment.confirmed",
      "payment.reversed",
      "reversed",
    ]);
  });

  it("a double charge of a subscription is not a renewal, even if all its prices are equal", () => {
    const order = createOrder({ ...expectation, later: [eur(1250)] });
    const again = { ...sale("7"), subscription: first.subscription ?? {} };
    expect(eventTypes(order, first, again)).toEqual(["payment.succeeded", "second_payment", "succeeded"]);
  });

  it("a payment that remains brings its order and its subscription", () => {
    const second: Reported = {
      payment: { transactionId: "7", orderId: "B" },
      subscription: { id: "S2", status: "active", cycle: 0 },
    };
    const applied = applyAll(created, ...[first, second, { ...first, payment: failed }], {
      ...renewal(1, { orderId: "B" }),
      subscription: { id: "S2", status: "active", cycle: 1 },
    });
    expect(applied.outcomes).toEqual([
      "payment.succeeded",
      "unknown",
      "payment.reversed",
      "subscription.renewed",
    ]);
    expect(applied.order).toMatchObject({ orderId: "B", subscriptionId: "S2", paidBy: "7" });
  });

  it("the second payment of a double click after a release replaces a reversed first payment", () => {
    const released = releaseOrder(created);
    const order = released && reopen(released);
    const applied = order && applyAll(order, sale("1"), sale("2", { orderId: "B" }), sale("1", failed));
    expect(applied?.events.map((event) => (event.type === "unknown" ? event.why : event.type))).toEqual([
      "payment.succeeded",
      "second_payment",
      "payment.reversed",
    ]);
    expect(applied?.order).toMatchObject({ state: "succeeded", paidBy: "2", orderId: "B" });
  });

  it("the subscription of a reversed payment still renews, for its own prices, as one of an earlier attempt", () => {
    const reversed = applyAll(created, first, { ...first, payment: failed }).order;
    const order = reopenOrder(reversed, { ...expectation, later: [] }, nowMs);
    expect(order && eventTypes(order, renewal(1))).toEqual(["earlier_attempt", "created"]);
  });

  it("a renewal that is authorized and settled is reported once, by its settlement", () => {
    const of = { subscription: { id: "400000001", status: "active", cycle: 1 } };
    const applied = eventTypes(
      created,
      ...[first, { ...auth("5", { amount: 9.99 }), ...of }, { ...settle("6", "5", { amount: 9.99 }), ...of }],
    );
    expect(applied).toEqual(["payment.succeeded", "subscription.renewed", "succeeded"]);
  });

  it("the refund of a renewal with another order id is reported", () => {
    const applied = eventTypes(created, first, renewal(1, { orderId: "R1" }), {
      payment: { mode: "refund", action: "credit", transactionId: "30", orderId: "R1" },
    });
    expect(applied).toEqual(["payment.succeeded", "subscription.renewed", "payment.refunded", "succeeded"]);
  });

  it.each([
    ["names it", "1"],
    ["names nothing", undefined],
  ])("an order whose authorization is voided can be paid by another attempt, if the void %s", (_, of) => {
    const voided: Reported = {
      payment: { mode: "void", action: "sale", transactionId: "9", parentTransactionId: of },
    };
    const applied = applyAll(created, auth("1"), voided);
    expect(applied.order.state).toBe("reversed");
    expect(eventTypes(reopen(applied.order), sale("2", { orderId: "B" }))).toEqual([
      "payment.succeeded",
      "succeeded",
    ]);
    expect(
      applyAll(created, auth("1"), auth("2"), { payment: { ...voided.payment, parentTransactionId: "1" } })
        .order,
    ).toMatchObject({
      state: "authorized",
      paidBy: "2",
    });
  });

  it("a payment of another order that waits is taken from the gateway, and refused from a caller", () => {
    const waits = { ...pending.payment, orderId: "9", transactionId: "7" };
    expect(applyAll(created, pending, { payment: waits }).outcomes).toEqual(["changed", "duplicate"]);
    expect(applyAll(created, pending, { payment: waits, answer: true }).outcomes).toEqual([
      "changed",
      "order_wrong",
    ]);
    expect(applyAll(created, pending, { payment: { ...waits, amount: 99 } }).outcomes).toEqual([
      "changed",
      "order_wrong",
    ]);
  });

  it("keeps the URL of an attempt until half of its time has passed, and then has it accepted for longer", () => {
    const wanted = { ...expectation, expiresAt: 1e9 + 1000 };
    const order = createOrder(wanted);
    const later = (seconds: number) =>
      reopenOrder(order, { ...wanted, expiresAt: 1e9 + 1000 + seconds }, (1e9 + seconds) * 1000)?.expiresAt;
    expect([later(0), later(499), later(501), later(2000)]).toEqual([
      1e9 + 1000,
      1e9 + 1000,
      1e9 + 1501,
      1e9 + 3000,
    ]);
  });

  it("reports how long renewals are accepted: not shorter by another attempt", () => {
    const again = { ...expectation, expiresAt: 1e9 };
    expect(reopenOrder(applyAll(created, declined).order, again, nowMs)?.expiresAt).toBe(2e9);
  });
});

describe("a transaction that ends more than once", () => {
  it("is reported as a contradiction if it is confirmed after a reversal", () => {
    const confirmed: Reported = { payment: { status: "confirmed" } };
    const applied = applyAll(
      created,
      success,
      { payment: { status: "fail", code: "5000" } },
      confirmed,
      confirmed,
    );
    expect(applied.outcomes).toEqual(["payment.succeeded", "payment.reversed", "unknown", "duplicate"]);
    expect(applied.order.state).toBe("reversed");
  });

  it("is a refund that later fails at the bank: it has returned nothing", () => {
    const refund = { mode: "refund", action: "credit", transactionId: "300000001", amount: 5 };
    const failed: Reported = { payment: { ...refund, status: "fail", code: "5000" } };
    const applied = applyAll(created, success, { payment: refund }, failed, failed, { payment: refund });
    expect(applied.outcomes.slice(1)).toEqual([
      "payment.refunded",
      "payment.refund_failed",
      "duplicate",
      "duplicate",
    ]);
    expect(applied.order.refundedMinor).toBe(0);
  });
});

describe("after any reports, repeated and in any sequence", () => {
  const rank = (state: OrderRecord["state"]) => orderStates.indexOf(state);
  const all: readonly Reported[] = [
    pending,
    { ...declined, delivery: "d-1" },
    { payment: { status: "fail", code: "5228", transactionId: "200000008" }, delivery: "d-2" },
    { ...first, delivery: "d-3" },
    { ...first, answer: true },
    { ...renewal(1), delivery: "d-4" },
    { ...renewal(2, { status: "fail", code: "5051" }), delivery: "d-5" },
    { ...renewal(3), delivery: "d-6" },
  ];
  const shuffled = fc
    .array(fc.nat(all.length - 1), { maxLength: 30 })
    .chain((extra) =>
      fc.shuffledSubarray([...all.keys(), ...extra], { minLength: all.length + extra.length }),
    );

  it("an order is settled once, each charge is reported once, and no state goes back", () => {
    fc.assert(
      fc.property(shuffled, (order) => {
        let current = created;
        const events: OrderEvent[] = [];
        for (const index of order) {
          const made = step(current, all[index] ?? {});
          expect(made.type).not.toBe("refused");
          if (made.type !== "changed") continue;
          expect(rank(made.order.state)).toBeGreaterThanOrEqual(rank(current.state));
          current = made.order;
          if (made.event) events.push(made.event);
        }
        const types = events.map(({ type }) => type).sort();
        expect(types.filter((type) => type !== "payment.failed")).toEqual([
          "payment.succeeded",
          "subscription.charge_failed",
          "subscription.renewed",
          "subscription.renewed",
        ]);
        const transactions = events.map((event) =>
          "transactionId" in event ? event.transactionId : undefined,
        );
        expect(new Set(transactions).size).toBe(transactions.length);
        expect(current.state).toBe("succeeded");
      }),
      { numRuns: 500 },
    );
  });

  it("an order of two attempts is paid exactly if a payment of either remains, whichever is reported first", () => {
    // The first attempt is pending; the merchant opens the second one, whose order id is not known yet.
    const opened = reopen(applyAll(created, pending).order);
    const ends = [
      ["success"],
      ["fail"],
      ["success", "fail"],
      ["success", "confirmed"],
      ["success", "success"],
    ];
    const attempts = [
      {},
      { orderId: "100000002", transactionId: "200000002" },
      { orderId: "100000002", transactionId: "200000003" },
    ];
    const history = fc.tuple(...attempts.map(() => fc.constantFrom(...ends))).chain((chosen) =>
      // Reports of one transaction keep their sequence; reports of different transactions are mixed.
      fc
        .shuffledSubarray(
          chosen.flatMap((statuses, index) => statuses.map(() => index)),
          { minLength: chosen.flat().length },
        )
        .map((turns) => ({ chosen, turns })),
    );
    fc.assert(
      fc.property(history, ({ chosen, turns }) => {
        const left = chosen.map((statuses) => [...statuses]);
        const reports = turns.map((index) => ({
          payment: { ...attempts[index], status: left[index]?.shift(), code: undefined },
        }));
        const applied = applyAll(opened, ...reports);
        const isPaid = chosen.some((statuses) => statuses.at(-1) !== "fail");
        expect(applied.order.state === "succeeded").toBe(isPaid);
        expect(reopenOrder(applied.order, expectation, nowMs) === undefined).toBe(isPaid);
        const paid = applied.events.filter(({ type }) => type === "payment.succeeded").length;
        const wasPaid = chosen.some((statuses) => statuses.includes("success"));
        expect(paid > 0).toBe(wasPaid);
        // Every success emits an event: a payment, or an unknown event for a person to look at.
        const successes = chosen.filter((statuses) => statuses.includes("success")).length;
        const second = applied.events.filter(
          (event) => event.type === "unknown" && event.why === "second_payment",
        );
        expect(paid + second.length).toBe(successes);
      }),
      { numRuns: 500 },
    );
  });

  it("an order of an authorization, its parts, a sale and another order is paid once at a time, and no money is silent", () => {
    const auth = { mode: "auth", transactionId: "1" };
    const transactions: readonly Readonly<Record<string, unknown>>[] = [
      auth,
      { mode: "settle", transactionId: "3", parentTransactionId: "1", amount: 5 },
      { mode: "settle", transactionId: "4", parentTransactionId: "1", amount: 7.5 },
      { transactionId: "7" },
      { transactionId: "8", orderId: "9" },
    ];
    const ends = [
      [],
      ["success"],
      ["fail"],
      ["success", "fail"],
      ["success", "confirmed"],
      ["success", "success"],
    ];
    const history = fc.tuple(...transactions.map(() => fc.constantFrom(...ends))).chain((chosen) =>
      fc
        .shuffledSubarray(
          chosen.flatMap((statuses, index) => statuses.map(() => index)),
          { minLength: chosen.flat().length },
        )
        .map((turns) => ({ chosen, turns })),
    );
    const paid = (types: readonly string[]) =>
      types.filter((type) => type === "payment.succeeded").length -
      types.filter((type) => type === "payment.reversed").length;
    fc.assert(
      fc.property(history, ({ chosen, turns }) => {
        const left = chosen.map((statuses) => [...statuses]);
        const reports = turns.map((index) => {
          const status = left[index]?.shift();
          return {
            payment: { ...transactions[index], status, code: status === "fail" ? "5000" : undefined },
          };
        });
        const applied = applyAll(applyAll(created, pending).order, ...reports);
        expect(applied.outcomes.filter((outcome) => /_wrong|reused/.test(outcome))).toEqual([]);
        expect(paid(applied.outcomes)).toBeLessThanOrEqual(1);
        const isSettled = chosen.slice(1, 3).some((statuses) => statuses.includes("success"));
        for (const [index, statuses] of chosen.entries()) {
          if (!statuses.includes("success") || (index === 0 && isSettled)) continue;
          const id = transactions[index]?.["transactionId"];
          const reported = applied.events.filter(
            (event) => "transactionId" in event && event.transactionId === id,
          );
          expect(reported.length, `of ${id}`).toBeGreaterThan(0);
        }
        // A reported payment can be reversed later, and the order is paid only if a payment remains.
        const stands = (index: number) => /success|confirmed/.test(chosen[index]?.at(-1) ?? "");
        if (applied.order.state === "succeeded") expect([1, 2, 3, 4].some(stands)).toBe(true);
        if (stands(3)) expect(applied.order.state).toBe("succeeded");
      }),
      { numRuns: 2000 },
    );
  });

  it("an arbitrary body is not a notification, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), fc.record({ payment: fc.anything() })), (body) => {
        expect(parseNotification(body, undefined)).toBeUndefined();
      }),
    );
  });
});
