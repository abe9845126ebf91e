/** The rules of an order, one test each. Each proof names the case that the receiver before this one got wrong. */
import { describe, expect, it } from "vitest";
import { type Checkout, createMemoryStore, isAuthorized, isSuccessful, RejectedError } from "../index.ts";
import { bodyOf, mug, openShop, resultOf } from "./shop.test-shop.ts";

type Fields = Parameters<typeof bodyOf>;

/** Posts the notifications of one attempt one after the other. */
async function told(...notifications: readonly Fields[]) {
  const shop = openShop();
  const attempt = await shop.checkout.begin(mug);
  const statuses: number[] = [];
  for (const fields of notifications) statuses.push(await shop.post(attempt.ipnUrl, bodyOf(...fields)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const state = (await shop.checkout.find("order-1"))?.state;
  return { ...shop, attempt, state };
}

const begins = async (checkout: Checkout) =>
  checkout.begin(mug).then(
    () => "begun",
    ({ code }) => code,
  );
const refund = (fields: Fields[0] = {}): Fields => [
  { mode: "refund", transactionId: "900000001", parentTransactionId: "200000001", ...fields },
];
const pending: Fields = [{ status: "pending", code: undefined }];
const failed: Fields = [{ status: "fail", code: "5051" }];

describe("a settlement that fails", () => {
  const settlement = { transactionId: "200000002", mode: "settle" };
  const lost: Fields = [{ ...settlement, status: "fail", code: "5051" }];
  const reserved: Fields = [{ mode: "auth" }];

  it.each<[string, readonly Fields[], string, string]>([
    ["before its authorization is told", [lost], "in_progress", "unknown"],
    [
      "after it had succeeded, before its authorization is told",
      [[settlement], lost],
      "in_progress",
      "unknown",
    ],
    ["after its authorization", [reserved, lost], "authorized", "authorized"],
    ["after it had succeeded", [reserved, [settlement], lost], "authorized", "authorized"],
    ["of an authorization that failed", [failed, lost], "payable", "declined"],
  ])("%s leaves the money reserved: nobody pays again", async (_, notifications, expected, outcome) => {
    const { checkout, attempt, state } = await told(...notifications);
    expect(state).toBe(expected);
    // The answer of the call is lost, or says that nothing was made.
    for (const error of [new Error("terminated"), new RejectedError({ code: "refused", what: "no" })]) {
      expect((await checkout.settle(attempt, error)).type).toBe(outcome);
      expect((await checkout.find("order-1"))?.state).toBe(expected);
    }
    expect(await begins(checkout)).toBe(expected === "payable" ? "begun" : "attempt_open");
  });

  it("is followed by the report of its authorization", async () => {
    const { state, checkout } = await told(lost, reserved);
    expect(state).toBe("authorized");
    await checkout.resolve("order-1", "not_made");
    expect(await begins(checkout)).toBe("begun");
  });
});

describe("a success that is not as recorded (S2, F2)", () => {
  it.each<[string, Fields[0], string]>([
    ["a cent less", { amount: 12.49 }, "amount"],
    ["a cent more", { amount: 12.51 }, "amount"],
    ["a third decimal", { amount: 12.505 }, "amount"],
    ["no amount", { amount: undefined }, "amount"],
    ["a negative amount", { amount: -12.5 }, "amount"],
    ["another currency", { currency: "USD" }, "currency"],
    ["a decline code", { code: "5051" }, "code"],
    ["a number as decline code", { code: 5010 }, "code"],
    ["code 1001 with the whole amount", { code: "1001" }, "code"],
    ["code 1002 with the whole amount", { code: "1002" }, "code"],
    ["code 1001 with a part", { code: "1001", amount: 6 }, "amount"],
    ["code 1001 with all but a cent", { code: "1001", amount: 12.49 }, "amount"],
    ["code 1001 with nothing", { code: "1001", amount: 0 }, "amount"],
    ["code 1001 with more", { code: "1001", amount: 12.51 }, "amount"],
    ["code 1002 with a cent more", { code: "1002", amount: 12.51 }, "amount"],
    ["code 1002 with a tenth more", { code: "1002", amount: 13.75 }, "amount"],
    ["a decline code and another amount", { code: "5051", amount: 6 }, "code"],
    ["an authorization of another amount", { mode: "auth", amount: 1 }, "amount"],
    ["a settlement above the authorization", { mode: "settle", amount: 13 }, "amount"],
  ])("%s is mismatched, and blocks the order until a person resolves it", async (_, fields, why) => {
    const { checkout, events, state } = await told([fields]);
    expect(events).toMatchObject([
      { type: "payment.mismatched", why, expected: { amountMinor: 1250, currency: "EUR" } },
    ]);
    expect(state).toBe("mismatched");
    expect(await begins(checkout)).toBe("attempt_open");
    await expect(checkout.supersede("order-1")).rejects.toMatchObject({ code: "attempt_open" });
    await checkout.resolve("order-1", "not_made");
    expect(await begins(checkout)).toBe("begun");
  });

  it.each([
    ["no code", undefined],
    ["0000", "0000"],
    ["a code of a newer gateway", "777"],
  ])("is none of them with %s", async (_, code) => {
    expect((await told([{ code }])).types()).toEqual(["payment.succeeded"]);
  });

  it("counts as paid when a person says so, and is told once", async () => {
    const { checkout, events, post, attempt } = await told([{ amount: 12.49 }]);
    await checkout.resolve("order-1", "paid");
    await checkout.resolve("order-1", "paid");
    await post(attempt.ipnUrl, bodyOf({ amount: 12.49 }));
    expect(events.slice(1)).toMatchObject([
      {
        type: "payment.succeeded",
        source: "operator",
        transactionId: "200000001",
        money: { amountMinor: 1249 },
      },
    ]);
    expect(await begins(checkout)).toBe("order_paid");
  });
});

describe("a part (1001), and more than the amount (1002)", () => {
  it.each([
    ["1001", 6, 600],
    ["1001", 12.49, 1249],
    ["1002", 12.51, 1251],
    ["1002", 13.75, 1375],
  ])(
    "code %s, %d received: is reported as mismatched, and pays the order once a person accepts it",
    async (code, amount, amountMinor) => {
      const money = { amountMinor, currency: "EUR" };
      const { checkout, events } = await told([{ code, amount }]);
      await checkout.resolve("order-1", "paid");
      expect(events).toMatchObject([
        { type: "payment.mismatched", money, expected: { amountMinor: 1250, currency: "EUR" } },
        { type: "payment.succeeded", money, source: "operator", transactionId: "200000001" },
      ]);
      const order = await checkout.find("order-1");
      expect(order).toMatchObject({ state: "paid", paid: { transactionId: "200000001", money } });
      expect(await begins(checkout)).toBe("order_paid");
    },
  );

  it("leaves the order payable once the whole part was refunded, and not before", async () => {
    const { checkout, post, attempt, types } = await told([{ code: "1001", amount: 6 }]);
    expect(await begins(checkout)).toBe("attempt_open");
    await post(attempt.ipnUrl, bodyOf(...refund({ amount: 5.99 })));
    expect(await begins(checkout)).toBe("attempt_open");
    await post(attempt.ipnUrl, bodyOf(...refund({ amount: 0.01, transactionId: "900000002" })));
    await checkout.resolve("order-1", "not_made");
    expect(await begins(checkout)).toBe("begun");
    expect(types()).toEqual(["payment.mismatched", "payment.refunded", "payment.refunded"]);
  });

  it("stays paid when only the excess is given back", async () => {
    const { checkout, post, attempt, events } = await told([{ code: "1002", amount: 13.75 }]);
    await checkout.resolve("order-1", "paid");
    await post(attempt.ipnUrl, bodyOf(...refund({ amount: 1.25 })));
    expect(events.at(-1)).toMatchObject({ type: "payment.refunded", isStillPaid: true });
    expect(await begins(checkout)).toBe("order_paid");
  });

  it.each([
    ["1001", 2, "amount"],
    ["1001", 5, "code"],
    ["1002", 6, "amount"],
    ["5051", 6, "code"],
  ])("of a renewal with code %s and %d leaves the order paid: %s", async (code, amount, why) => {
    const shop = openShop();
    const price = [
      { amountMinor: 1250, currency: "EUR" },
      { amountMinor: 500, currency: "EUR", offset: "30d", repeat: true },
    ] as const;
    const { ipnUrl } = await shop.checkout.begin({ reference: "order-1", price });
    const later = { subscription: { id: "400000001", cycle: 1 } };
    await shop.post(ipnUrl, bodyOf({}, { subscription: { id: "400000001", cycle: 0 } }));
    await shop.post(ipnUrl, bodyOf({ transactionId: "7", code, amount }, later));
    expect(shop.events[1]).toMatchObject({ type: "payment.mismatched", why, charge: "later" });
    expect((await shop.checkout.find("order-1"))?.state).toBe("paid");
  });
});

describe("isSuccessful and isAuthorized agree with the order's events", () => {
  const statuses = ["success", "confirmed", "fail", "pending", "SUCCESS", "processing"];
  const rows = statuses.flatMap((status) =>
    [undefined, "sale", "settle", "auth", "test", "refund", "loan"].flatMap((mode) =>
      ["charge", "redirect", "credit", "loan"].flatMap((action) =>
        [undefined, "0", "777", "1001", "1002", "5051"].map((code) => ({ status, mode, action, code })),
      ),
    ),
  );

  it("for every status, mode, action and code", async () => {
    let [paid, reserved] = [0, 0];
    for (const fields of rows) {
      const { types } = await told([fields]);
      const result = resultOf(fields);
      const what = JSON.stringify(fields);
      expect(types().includes("payment.succeeded"), what).toBe(isSuccessful(result));
      expect(types().includes("payment.authorized"), what).toBe(isAuthorized(result));
      if (isSuccessful(result)) paid += 1;
      if (isAuthorized(result)) reserved += 1;
    }
    expect([paid, reserved]).toEqual([36, 12]);
  });

  it("count a success that was made by a redirect: the status decides, and nothing is charged again", async () => {
    const { checkout, types } = await told([{ action: "redirect", url: "https://bank.example.com/step" }]);
    expect(types()).toEqual(["payment.succeeded"]);
    expect(await begins(checkout)).toBe("order_paid");
  });
});

describe("what moves no money", () => {
  it.each<[string, Fields[0]]>([
    ["status SUCCESS", { status: "SUCCESS" }],
    ["status Success", { status: "Success" }],
    ["status with a blank", { status: "success " }],
    ["a newer status", { status: "processing" }],
    ["mode SALE", { mode: "SALE" }],
    ["a newer mode", { mode: "loan" }],
  ])("%s is unknown, and the attempt stays undecided", async (_, fields) => {
    const { checkout, types, state } = await told([fields]);
    expect([types(), state]).toEqual([["unknown"], "in_progress"]);
    expect(await begins(checkout)).toBe("attempt_open");
  });

  it("a test payment is unknown, and leaves the order payable", async () => {
    const { events, state } = await told([{ mode: "test" }]);
    expect([events[0], state]).toMatchObject([{ type: "unknown", why: "test" }, "payable"]);
  });

  it("a test payment counts where it is accepted", async () => {
    const shop = openShop({ testPayments: "accept" });
    const { ipnUrl } = await shop.checkout.begin(mug);
    await shop.post(ipnUrl, bodyOf({ mode: "test" }));
    expect(shop.types()).toEqual(["payment.succeeded"]);
  });

  it.each(["live", "LIVE-2", "production"])("test payments cannot be accepted in %s", (environment) => {
    expect(() => openShop({ testPayments: "accept", environment })).toThrow("testPayments must be report");
  });
});

describe("two attempts", () => {
  it("of one order cannot be undecided at once, however many begin (S1, F4)", async () => {
    const { checkout } = openShop();
    const all = await Promise.all(Array.from({ length: 20 }, () => begins(checkout)));
    expect(all.filter((each) => each === "begun")).toHaveLength(1);
    expect(new Set(all)).toEqual(new Set(["begun", "attempt_open"]));
  });

  it("of which the superseded one is paid after all are a duplicate, in any sequence", async () => {
    for (const firstIsFirst of [true, false]) {
      const shop = await told(pending);
      await shop.checkout.supersede("order-1");
      const second = await shop.checkout.begin(mug);
      const urls = firstIsFirst ? [shop.attempt, second] : [second, shop.attempt];
      for (const { id, ipnUrl } of urls)
        await shop.post(ipnUrl, bodyOf({ transactionId: id === second.id ? "7" : "200000001" }));
      const [paid, late] = urls;
      expect(shop.events).toMatchObject([
        { type: "payment.succeeded", attempt: paid?.id },
        { type: "payment.duplicate", attempt: late?.id, duplicateOf: { attempt: paid?.id } },
      ]);
    }
  });

  it("of which the first is refunded leave the order paid by the second", async () => {
    const shop = await told([{}], [{ transactionId: "7" }], refund());
    expect(shop.events).toMatchObject([
      { type: "payment.succeeded" },
      { type: "payment.duplicate", duplicateOf: { transactionId: "200000001" } },
      { type: "payment.refunded", of: "200000001", isStillPaid: true },
    ]);
    expect(shop.state).toBe("paid");
  });

  it("of which the first was declined, and is said to have succeeded after the second paid, are a duplicate", async () => {
    const shop = await told(failed);
    const second = await shop.checkout.begin(mug);
    await shop.post(second.ipnUrl, bodyOf({ transactionId: "7" }));
    await shop.post(shop.attempt.ipnUrl, bodyOf());
    expect(shop.types().slice(1)).toEqual(["payment.succeeded", "payment.mismatched", "payment.duplicate"]);
  });

  it("tell a second payment beside one that does not match", async () => {
    const shop = await told([{ amount: 1 }], [{ transactionId: "7" }]);
    expect(shop.types()).toEqual(["payment.mismatched", "payment.succeeded", "payment.duplicate"]);
  });
});

describe("a late answer (S3)", () => {
  it("that declines after a timeout frees the order", async () => {
    const { checkout, post, types } = openShop();
    const attempt = await checkout.begin(mug);
    expect(await checkout.settle(attempt, new Error("timeout"))).toMatchObject({ type: "unknown" });
    expect(await begins(checkout)).toBe("attempt_open");
    await post(attempt.ipnUrl, bodyOf(...failed));
    expect(types()).toEqual(["payment.failed"]);
    expect(await begins(checkout)).toBe("begun");
  });

  it("that pays after a timeout pays the order", async () => {
    const { checkout, post, types } = openShop();
    const attempt = await checkout.begin(mug);
    await checkout.settle(attempt, new Error("timeout"));
    await post(attempt.ipnUrl, bodyOf());
    expect(types()).toEqual(["payment.succeeded"]);
  });

  it("of a changed basket: the left challenge is superseded, another amount is paid", async () => {
    const { checkout, post, events } = await told(pending);
    await checkout.supersede("order-1");
    const next = await checkout.begin({ ...mug, amountMinor: 900 });
    await post(next.ipnUrl, bodyOf({ amount: 9, transactionId: "7" }));
    expect(events).toMatchObject([{ type: "payment.succeeded", money: { amountMinor: 900 } }]);
  });

  it("is needed before an attempt without any answer can be superseded: it may have been charged", async () => {
    const { checkout } = openShop();
    await checkout.begin(mug);
    await expect(checkout.supersede("order-1")).rejects.toMatchObject({ code: "attempt_open" });
    await checkout.resolve("order-1", "not_made");
    expect(await begins(checkout)).toBe("begun");
  });

  it("of a refused call is in doubt while a notification says that its payment is pending", async () => {
    const { checkout, attempt } = await told(pending);
    const refused = new RejectedError({ code: "bad_request", what: "The gateway refused the request" });
    expect(await checkout.settle(attempt, refused)).toMatchObject({ type: "unknown", error: refused });
    expect(await begins(checkout)).toBe("attempt_open");
  });

  it("whose record the database has lost is in doubt after a call without an answer, and blocks its order", async () => {
    const { checkout } = openShop();
    const lost = await openShop().checkout.begin(mug);
    expect(await checkout.settle(lost, new Error("socket hang up"))).toMatchObject({ type: "unknown" });
    expect(await begins(checkout)).toBe("attempt_open");
    const refused = new RejectedError({ code: "bad_request", what: "The gateway refused the request" });
    const other = { ...lost, id: crypto.randomUUID() };
    await expect(checkout.settle(other, refused)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("of a refused call does not end a doubt of before", async () => {
    const { checkout } = openShop();
    const attempt = await checkout.begin(mug);
    await checkout.settle(attempt, new Error("timeout"));
    const refused = await checkout.begin(mug).catch((error) => error);
    expect(await checkout.settle(attempt, refused)).toMatchObject({ type: "unknown" });
  });
});

describe("money that goes back (S4, S5, F3, F7)", () => {
  it("is a list that names what each refund is of, with positive money", async () => {
    const { checkout, events } = await told(
      [{}],
      refund({ amount: "-4.00" }),
      refund({ amount: 3, transactionId: "900000002" }),
    );
    expect((await checkout.find("order-1"))?.refunds).toEqual([
      { transactionId: "900000001", of: "200000001", money: { amountMinor: 400, currency: "EUR" } },
      { transactionId: "900000002", of: "200000001", money: { amountMinor: 300, currency: "EUR" } },
    ]);
    expect(events.slice(1)).toMatchObject([
      { money: { amountMinor: 400 }, isStillPaid: true },
      { money: { amountMinor: 300 }, isStillPaid: true },
    ]);
  });

  it("under the id of its own payment is heard each time", async () => {
    const own = { transactionId: "200000001", parentTransactionId: undefined };
    const { types, state } = await told(
      [{}],
      refund({ ...own, amount: 3 }),
      refund({ ...own, amount: 9.5 }),
      refund({ ...own, amount: 9.5 }),
    );
    expect(types()).toEqual(["payment.succeeded", "payment.refunded", "payment.refunded"]);
    expect(state).toBe("payable");
  });

  it("under the id of its own payment, with the amount of an earlier one, is told and frees nothing: it may be the same", async () => {
    const own = { transactionId: "200000001", parentTransactionId: undefined, amount: 5 };
    const again = (unixTime: string): Fields => [refund(own)[0], { timestamp: { unixTime } }];
    const { checkout, events, state } = await told([{}], again("1"), again("2"), again("3"));
    expect(events.slice(1)).toMatchObject([
      { type: "payment.refunded", isStillPaid: true },
      { type: "unknown", why: "late", money: { amountMinor: 500 } },
      { type: "unknown", why: "late", money: { amountMinor: 500 } },
    ]);
    expect([state, (await checkout.find("order-1"))?.refunds.length]).toEqual(["paid", 1]);
  });

  it.each<[string, Fields[0], Fields[0]]>([
    ["a refund that failed after all", { mode: "refund" }, { mode: "refund", status: "fail", code: "5000" }],
    ["a dispute that was won", { mode: "chargeback" }, { mode: "represented" }],
  ])("under the id of its own payment is here again after %s", async (_, gone, back) => {
    const own = { transactionId: "200000001", parentTransactionId: undefined };
    const { checkout, state } = await told([{}], [{ ...own, ...gone }], [{ ...own, ...back }]);
    expect(state).toBe("paid");
    expect(await begins(checkout)).toBe("order_paid");
  });

  it("under the id of its own payment, that fails without an amount, is of the one before", async () => {
    const own = { transactionId: "200000001", parentTransactionId: undefined };
    const failing = refund({ ...own, status: "fail", amount: undefined });
    const { checkout, state } = await told([{}], refund({ ...own, amount: 12.5 }), failing);
    expect([state, await begins(checkout)]).toEqual(["paid", "order_paid"]);
  });

  it("in two parts under the id of its own payment, before the sale, does not end in ship", async () => {
    const own = { transactionId: "200000001", parentTransactionId: undefined };
    const parts = [refund({ ...own, amount: 5 }), refund({ ...own, amount: 7.5 })];
    const { events, state } = await told(...parts, [{}]);
    expect(events[2]).toMatchObject({ type: "payment.mismatched", why: "returned" });
    expect(state).toBe("mismatched");
  });

  it.each<[string, Fields[]]>([
    ["a refund that names no payment", [refund({ parentTransactionId: undefined })]],
    ["a void of its authorization", [[{ mode: "auth" }], refund({ mode: "void" })]],
  ])("before a person decides that the order is paid does not undo the decision: %s", async (_, reports) => {
    const { checkout, types } = await told(...reports);
    for (let time = 0; time < 3; time += 1) await checkout.resolve("order-1", "paid");
    expect(types().filter((type) => type === "payment.succeeded")).toHaveLength(1);
    expect([(await checkout.find("order-1"))?.state, await begins(checkout)]).toEqual(["paid", "order_paid"]);
  });

  it.each<[string, Fields, string[]]>([
    [
      "is not its first, and fails",
      [
        { status: "fail", code: "5051", amount: 5, transactionId: "7" },
        { subscription: { id: "4", cycle: 0 } },
      ],
      ["subscription.charge_failed"],
    ],
    [
      "is not its first, and has no cycle",
      [{ amount: 5, transactionId: "7" }, { subscription: { id: "4" } }],
      ["subscription.renewed"],
    ],
    [
      "fails",
      [{ status: "fail", code: "5051" }, { subscription: { id: "4", cycle: 0 } }],
      ["payment.reversed"],
    ],
    ["succeeds without a cycle", [{}, { subscription: { id: "4" } }], ["payment.identified"]],
  ])(
    "is told by the charge of a subscription that %s after a person decided that it is paid",
    async (_, fields, told) => {
      const { checkout, post, types } = openShop();
      const price = [
        { amountMinor: 1250, currency: "EUR" },
        { amountMinor: 500, currency: "EUR", offset: "30d", repeat: true },
      ] as const;
      const { ipnUrl } = await checkout.begin({ reference: "order-1", price });
      await checkout.resolve("order-1", "paid");
      await post(ipnUrl, bodyOf(...fields));
      expect(types()).toEqual(["payment.succeeded", ...told]);
    },
  );

  it("after a person decided that the order is paid undoes the decision, and a second decision counts again", async () => {
    const { checkout, post, types } = openShop();
    const attempt = await checkout.begin(mug);
    await checkout.resolve("order-1", "paid");
    await post(attempt.ipnUrl, bodyOf(...refund({ parentTransactionId: undefined })));
    expect((await checkout.find("order-1"))?.state).toBe("payable");
    await checkout.resolve("order-1", "paid");
    expect(types()).toEqual(["payment.succeeded", "payment.refunded", "payment.succeeded"]);
    expect(await begins(checkout)).toBe("order_paid");
  });

  it("before its sale, in a try after others that failed, does not end in ship", async () => {
    const tries: Fields[] = ["5", "6"].map((transactionId) => [{ ...failed[0], transactionId }]);
    const { types, state } = await told(...tries, refund({ parentTransactionId: undefined }), [{}]);
    expect(types()).not.toContain("payment.succeeded");
    expect(state).toBe("mismatched");
  });

  it.each([
    ["a comma", { amount: "4,00" }],
    ["a third decimal", { amount: 4.005 }],
    ["an unknown currency", { currency: "QQZ" }],
    ["no currency", { currency: undefined }],
  ])("by an amount with %s, which cannot be read, frees nothing: it may be a part", async (_, fields) => {
    const { checkout, events, state } = await told([{}], refund(fields));
    expect(events[1]).toMatchObject({ type: "unknown", why: "unreadable" });
    expect([state, await begins(checkout)]).toEqual(["paid", "order_paid"]);
    // A void is of all of it.
    expect((await told([{ mode: "auth" }], refund({ mode: "void", ...fields }))).state).toBe("payable");
  });

  it.each<[string, Fields[]]>([
    ["refund", [refund()]],
    ["refund without an amount", [refund({ amount: undefined })]],
    ["refund in two parts", [refund({ amount: 6 }), refund({ amount: 6.5, transactionId: "900000002" })]],
    ["void", [refund({ mode: "void" })]],
    ["chargeback", [refund({ mode: "chargeback" })]],
  ])(
    "as a whole by a %s makes the order payable again; before its sale it never ends in ship",
    async (_, returns) => {
      const after = await told([{}], ...returns);
      expect(after.state).toBe("payable");
      expect(after.events.at(-1)).toMatchObject({ of: "200000001", isStillPaid: false });
      expect(await begins(after.checkout)).toBe("begun");
      const before = await told(...returns, [{}]);
      expect(before.events.at(-1)).toMatchObject({ type: "payment.mismatched", why: "returned" });
      expect(before.types()).not.toContain("payment.succeeded");
    },
  );

  it("in part before its sale does not stop it", async () => {
    expect((await told(refund({ amount: 4 }), [{}])).types()).toEqual([
      "payment.refunded",
      "payment.succeeded",
    ]);
  });

  it.each<[string, unknown]>([
    ["0", 0],
    ['"0"', "0"],
    ["the order's id", "100000001"],
    ["empty text", ""],
    ["null", null],
    ["false", false],
    ["an empty list", []],
    ["nothing", undefined],
  ])(
    "of the whole is about the only charge if its parent is %s, before and after the charge",
    async (_, parent) => {
      const whole = refund({ parentTransactionId: parent });
      expect(await told([{}], whole)).toMatchObject({
        state: "payable",
        events: [{}, { type: "payment.refunded", isStillPaid: false }],
      });
      expect((await told(whole, [{}])).types()).toEqual(["payment.refunded", "payment.mismatched"]);
      const half = refund({ parentTransactionId: parent, amount: 4 });
      expect((await told([{}], half)).state).toBe("paid");
    },
  );

  it("stays what the newest stage of a chargeback says, whatever the sequence of arrival", async () => {
    const stages = ["chargeback", "represented", "chargeback", "represented"];
    const stage = (index: number): Fields => [
      refund({ action: "chargeback", mode: stages[index], amount: 12.5 })[0],
      { timestamp: { unixTime: String(index + 1) } },
    ];
    const timed = { timestamp: { unixTime: "0" } };
    for (const sequence of [
      [0, 1],
      [1, 0],
      [1, 0, 0],
      [1, 0, 1],
      [3, 1],
      [3, 0],
      [1, 3, 0],
    ]) {
      const { state, events } = await told([{}, timed], ...sequence.map(stage));
      expect([sequence, state]).toEqual([sequence, "paid"]);
      expect(events.slice(1).every((event) => event.type === "payment.charged_back")).toBe(true);
    }
    for (const sequence of [[0], [1, 2], [2, 1], [2, 0, 1]])
      expect([sequence, (await told([{}, timed], ...sequence.map(stage))).state]).toEqual([
        sequence,
        "payable",
      ]);
  });

  it.each([
    ["status", (stage: string) => ({ mode: undefined, status: stage })],
    ["mode, beside the status of a payment", (stage: string) => ({ mode: stage })],
  ])("tells each stage of a chargeback, a second round too, by its %s", async (_, by) => {
    const stage = (name: string, unixTime: string): Fields => [
      refund({ action: "chargeback", ...by(name) })[0],
      { timestamp: { unixTime } },
    ];
    const { events } = await told(
      [{}],
      stage("retrieved", "1"),
      stage("chargeback", "2"),
      stage("represented", "3"),
      stage("chargeback", "4"),
      stage("chargeback", "5"),
    );
    expect(events.slice(1)).toMatchObject([
      { stage: "retrieved", isStillPaid: true },
      { stage: "chargeback", isStillPaid: false },
      { stage: "represented", isStillPaid: true },
      { stage: "chargeback", isStillPaid: false },
    ]);
  });

  it.each(["pending", "in_review"])(
    "is not undone by a report that says %s and comes late",
    async (status) => {
      const late: Fields = [refund({ status })[0], { timestamp: { unixTime: "9" } }];
      const again: Fields = [refund()[0], { timestamp: { unixTime: "10" } }];
      const { events, state } = await told([{}], refund(), late, again);
      expect(state).toBe("payable");
      expect(events.filter(({ type }) => type === "payment.refunded")).toHaveLength(1);
    },
  );

  it("and failed to go back says nothing new by a pending report that comes late", async () => {
    const failure = refund({ status: "fail", code: "5000" });
    const late = (report: Fields, unixTime: string): Fields => [report[0], { timestamp: { unixTime } }];
    const first = refund({ status: "pending" });
    const { types } = await told([{}], first, failure, late(first, "9"), late(failure, "10"));
    expect(types()).toEqual(["payment.succeeded", "payment.refund_failed"]);
  });

  it("and is here again does not go back by an old report that is repeated", async () => {
    const failed = refund({ status: "fail", code: "5000" });
    const old: Fields = [refund()[0], { timestamp: { unixTime: "10" } }];
    const { events, state } = await told([{}], refund(), failed, old);
    expect(state).toBe("paid");
    expect(events.at(-1)).toMatchObject({ type: "unknown", why: "late" });
  });

  it("by a report that comes after the one of its failure does not free the order", async () => {
    const { types, state } = await told([{}], refund({ status: "fail", code: "5051" }), refund());
    expect(types()).toEqual(["payment.succeeded", "payment.refund_failed", "unknown"]);
    expect(state).toBe("paid");
  });

  it("in another currency is not the amount that was paid", async () => {
    const { events, state } = await told([{}], refund({ currency: "JPY", amount: 1250 }));
    expect(state).toBe("paid");
    expect(events.at(-1)).toMatchObject({ type: "payment.refunded", isStillPaid: true });
  });

  it("for one of two charges leaves the first one as what paid the order, whatever is reported again", async () => {
    const again: Fields = [{ code: "0" }, { timestamp: { unixTime: "9" } }];
    const { checkout } = await told([{}], [{ transactionId: "7" }], again);
    expect((await checkout.find(mug.reference))?.paid?.transactionId).toBe("200000001");
  });

  it("and comes back after the order was paid again is a duplicate", async () => {
    const { checkout, post, attempt, events } = await told([{}], refund());
    const next = await checkout.begin(mug);
    await post(next.ipnUrl, bodyOf({ transactionId: "7" }));
    await post(attempt.ipnUrl, bodyOf(...refund({ status: "fail", code: "5000" })));
    expect(events.slice(2)).toMatchObject([
      { type: "payment.succeeded", transactionId: "7" },
      { type: "payment.refund_failed", isStillPaid: true },
      { type: "payment.duplicate", transactionId: "200000001", duplicateOf: { transactionId: "7" } },
    ]);
  });

  it("by the bank reverses the payment, and what it says after that is told", async () => {
    const again: Fields = [{}, { timestamp: { unixTime: "9" } }];
    const { events, state } = await told([{}], failed, again);
    expect(events.slice(1)).toMatchObject([
      { type: "payment.reversed", isStillPaid: false },
      { type: "payment.mismatched", why: "contradiction" },
    ]);
    expect(state).toBe("mismatched");
  });

  it.each(["refund", "void"])(
    "by a %s that is done with the code of a decline returns nothing",
    async (mode) => {
      const { checkout, events, state } = await told([{}], refund({ mode, code: "5051" }));
      expect([events[1], state]).toMatchObject([{ type: "unknown", why: "status" }, "paid"]);
      expect(await begins(checkout)).toBe("order_paid");
    },
  );

  it("told with a sign, and again without it, is one refund", async () => {
    const { types } = await told([{}], refund({ amount: -4 }), refund({ amount: 4 }));
    expect(types()).toEqual(["payment.succeeded", "payment.refunded"]);
  });

  it("does not free an order while another transaction of the attempt is pending", async () => {
    const other: Fields = [{ ...pending[0], transactionId: "7" }];
    const { checkout, state } = await told(other, [{}], refund());
    expect([state, await begins(checkout)]).toEqual(["in_progress", "attempt_open"]);
    await checkout.supersede("order-1");
    expect(await begins(checkout)).toBe("begun");
  });

  it("that fails is told, and returns nothing", async () => {
    const { types, state } = await told([{}], refund({ status: "fail", code: "5000" }));
    expect([types(), state]).toEqual([["payment.succeeded", "payment.refund_failed"], "paid"]);
  });
});

it("a report without a readable payment keeps no full card number either", async () => {
  const { checkout, post, events } = openShop();
  const { ipnUrl } = await checkout.begin(mug);
  const card = { number: "4242424242424242", cvv: "123" };
  await post(ipnUrl, { payment: { transactionId: "7", source: card } });
  await post(ipnUrl, { type: "card_updated", card });
  await post(ipnUrl, [card]);
  const kept = { number: "424242******4242" };
  expect(events).toMatchObject([
    { why: "unreadable", raw: { payment: { transactionId: "7", source: kept } } },
    { type: "subscription.notice", raw: { type: "card_updated", card: kept } },
    { why: "unreadable", raw: [kept] },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/4242424242424242|"123"/);
});

describe("the same report", () => {
  it("is one event, whether the response or the notification comes first", async () => {
    for (const responseFirst of [true, false]) {
      const { checkout, post, types } = openShop();
      const attempt = await checkout.begin(mug);
      const steps = [
        () => checkout.settle(attempt, resultOf()),
        () => post(attempt.ipnUrl, bodyOf({}, { metadata: { a: 1 } })),
      ];
      for (const step of responseFirst ? steps : steps.toReversed()) await step();
      expect(types()).toEqual(["payment.succeeded"]);
    }
  });

  it("that the response contradicts is in doubt, whichever comes first", async () => {
    const declined = resultOf({ status: "fail", code: "5091" });
    for (const isFirst of [true, false]) {
      const { checkout, post, types } = openShop();
      const attempt = await checkout.begin(mug);
      if (isFirst) await checkout.settle(attempt, declined);
      await post(attempt.ipnUrl, bodyOf());
      if (!isFirst) expect(await checkout.settle(attempt, declined)).toMatchObject({ type: "mismatched" });
      expect(types().at(-1)).toBe("payment.mismatched");
      expect(await begins(checkout)).toBe("attempt_open");
    }
  });

  it("that went back already is not in doubt by a response that comes late", async () => {
    const { checkout, attempt, types } = await told([{}], refund());
    await checkout.settle(attempt, resultOf({ status: "fail", code: "5091" }));
    expect(types()).toEqual(["payment.succeeded", "payment.refunded"]);
    expect(await begins(checkout)).toBe("begun");
  });

  it("is one event if its notification comes after the bank's reversal", async () => {
    const { checkout, post, types } = openShop();
    const attempt = await checkout.begin(mug);
    await checkout.settle(attempt, resultOf());
    await post(attempt.ipnUrl, bodyOf(...failed));
    await post(attempt.ipnUrl, bodyOf({}, { timestamp: { unixTime: "1" } }));
    expect(types()).toEqual(["payment.succeeded", "payment.reversed"]);
  });

  it("that a bank confirms asks for nothing", async () => {
    expect((await told([{}], [{ status: "confirmed" }])).types()).toEqual(["payment.succeeded"]);
  });

  it("with another amount is told", async () => {
    const { events, state } = await told([{}], [{ amount: 99 }]);
    expect([events[1], state]).toMatchObject([
      { type: "payment.mismatched", why: "contradiction" },
      "mismatched",
    ]);
  });

  it.each(["constructor", "hasOwnProperty", "9007199254740993"])(
    "with the id %s is one event",
    async (transactionId) => {
      const { types, checkout } = await told([{ transactionId }], [{ transactionId }], [{ transactionId }]);
      expect(types()).toEqual(["payment.succeeded"]);
      expect((await checkout.find("order-1"))?.paid?.transactionId).toBe(transactionId);
    },
  );

  it.each([
    ["a number beyond 2^53, which JSON rounds", "9007199254740993"],
    ["__proto__", '"__proto__"'],
  ])("with the id %s is told once, and pays nothing", async (_, id) => {
    const shop = openShop();
    const { ipnUrl } = await shop.checkout.begin(mug);
    const text = JSON.stringify(bodyOf({ transactionId: "here" })).replace('"here"', id);
    expect(await shop.post(ipnUrl, text)).toBe(200);
    expect(await shop.post(ipnUrl, text)).toBe(200);
    expect(shop.events).toMatchObject([{ type: "unknown", why: "unreadable" }]);
  });
});

describe("notices (F5)", () => {
  it.each<[string, unknown, object]>([
    [
      "null for no payment",
      { type: "subscription.canceled", payment: null },
      { type: "subscription.notice" },
    ],
    [
      "an empty list for no payment",
      { type: "subscription.canceled", payment: [] },
      { type: "subscription.notice" },
    ],
    [
      "`event` for the type",
      { event: "subscription.canceled" },
      { notice: { type: "subscription.canceled" } },
    ],
    [
      "a subscription only",
      { subscription: { id: 7 }, consumer: {}, metadata: [] },
      { type: "unknown", why: "notice" },
    ],
    ["a payment without an id", { payment: { status: "success" } }, { type: "unknown", why: "unreadable" }],
    ["a payment of text", { payment: "paid" }, { type: "unknown", why: "unreadable" }],
    ["a list", [1], { type: "unknown", why: "unreadable" }],
    ["null", null, { type: "unknown", why: "unreadable" }],
  ])("with %s are events, answered 200", async (_, body, event) => {
    const { checkout, post, events } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    expect(await post(ipnUrl, JSON.stringify(body))).toBe(200);
    expect(events).toMatchObject([event]);
  });

  it("without a time are told again after another one", async () => {
    const { checkout, post, events } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    const types = ["canceled", "canceled", "recovered", "canceled"];
    for (const type of types) await post(ipnUrl, { type });
    expect(events.map((event) => event.type === "subscription.notice" && event.notice.type)).toEqual([
      "canceled",
      "recovered",
      "canceled",
    ]);
  });

  it("with a time are one event each, whatever came between", async () => {
    const { checkout, post, events } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    const canceled = { type: "canceled", eventTime: "2030-01-01 10:00:00" };
    const recovered = { type: "recovered", eventTime: "2030-01-01 11:00:00" };
    for (const body of [canceled, recovered, canceled, recovered]) await post(ipnUrl, body);
    expect(events).toHaveLength(2);
    await post(ipnUrl, { ...canceled, eventTime: "2030-01-01 12:00:00" });
    expect(events).toHaveLength(3);
  });
});

describe("a subscription", () => {
  const price = [
    { amountMinor: 1250, currency: "EUR" },
    { amountMinor: 999, currency: "EUR", offset: "30d", repeat: true as const },
  ];
  const cycle = (number: number, amount: number, fields: Fields[0] = {}): Fields => [
    { transactionId: `30000000${number}`, amount, ...fields },
    { subscription: { id: "7", cycle: number } },
  ];

  it("is renewed at the URL of its attempt: other amounts are told, never refused", async () => {
    const { checkout, post, events } = openShop();
    const { ipnUrl } = await checkout.begin({ reference: "order-1", price });
    const all = [
      cycle(0, 12.5),
      cycle(1, 9.99),
      cycle(2, 11),
      cycle(3, 9.99, { status: "fail", code: "5051" }),
    ];
    for (const fields of all) expect(await post(ipnUrl, bodyOf(...fields))).toBe(200);
    expect(events).toMatchObject([
      { type: "payment.succeeded" },
      { type: "subscription.renewed", isExpected: true, subscription: { cycle: 1 } },
      {
        type: "subscription.renewed",
        isExpected: false,
        money: { amountMinor: 1100 },
        expected: [{ amountMinor: 999 }],
      },
      { type: "subscription.charge_failed", code: "5051" },
    ]);
    expect((await checkout.find("order-1"))?.state).toBe("paid");
  });

  it("whose renewal is authorized and then settled is renewed once", async () => {
    const { checkout, post, events } = openShop();
    const { ipnUrl } = await checkout.begin({ reference: "order-1", price });
    for (const fields of [
      cycle(0, 12.5),
      cycle(1, 9.99, { mode: "auth" }),
      cycle(1, 9.99, { mode: "settle", transactionId: "400000001", parentTransactionId: "300000001" }),
    ]) {
      await post(ipnUrl, bodyOf(...fields));
    }
    expect(events.slice(1)).toMatchObject([
      { type: "payment.authorized", charge: "later", transactionId: "300000001" },
      { type: "subscription.renewed", transactionId: "400000001" },
    ]);
  });

  it("that is refunded for one renewal stays paid", async () => {
    const { checkout, post, events } = openShop();
    const { ipnUrl } = await checkout.begin({ reference: "order-1", price });
    for (const fields of [
      cycle(0, 12.5),
      cycle(1, 9.99),
      refund({ parentTransactionId: "300000001", amount: 9.99 }),
    ]) {
      await post(ipnUrl, bodyOf(...fields));
    }
    expect(events.at(-1)).toMatchObject({ type: "payment.refunded", of: "300000001", isStillPaid: true });
  });
});

describe("an authorization", () => {
  const auth: Fields = [{ mode: "auth" }];
  const settle: Fields = [{ mode: "settle", transactionId: "200000002", parentTransactionId: "200000001" }];

  it("reserves, and its settlement pays", async () => {
    const { types, state } = await told(auth, settle);
    expect([types(), state]).toEqual([["payment.authorized", "payment.succeeded"], "paid"]);
  });
  it("that is told after its settlement is no second payment", async () => {
    expect((await told(settle, auth)).events).toMatchObject([
      { type: "payment.succeeded" },
      { type: "unknown", why: "late" },
    ]);
  });
  it("that is not as recorded is settled by the exact amount, and leaves the order payable after a refund", async () => {
    const { checkout, types, state } = await told(
      [{ mode: "auth", amount: 1 }],
      settle,
      refund({ parentTransactionId: "200000002" }),
    );
    expect([types(), state]).toEqual([
      ["payment.mismatched", "payment.succeeded", "payment.refunded"],
      "payable",
    ]);
    expect(await begins(checkout)).toBe("begun");
  });
  it("that was pending without a mode, and fails, leaves the order payable, in either sequence", async () => {
    const decline: Fields = [{ mode: "auth", ...failed[0] }];
    for (const reports of [
      [pending, decline],
      [decline, pending],
    ]) {
      const { types, state } = await told(...reports);
      expect([types(), state]).toEqual([["payment.failed"], "payable"]);
    }
  });
  it("keeps the order from being paid, and its void frees it", async () => {
    const { checkout, post, attempt } = await told(auth);
    expect(await begins(checkout)).toBe("attempt_open");
    await post(attempt.ipnUrl, bodyOf(...refund({ mode: "void" })));
    expect(await begins(checkout)).toBe("begun");
  });
});

describe("the receiver", () => {
  it("answers 500 for a body that was cut off, so that it comes again, and 200 then", async () => {
    const { checkout, post, refusals, types } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    expect(await post(ipnUrl, JSON.stringify(bodyOf()).slice(0, 60))).toBe(500);
    expect(refusals).toMatchObject([{ code: "body_unreadable", reference: "order-1" }]);
    expect(await post(ipnUrl, bodyOf())).toBe(200);
    expect(types()).toEqual(["payment.succeeded"]);
  });

  it("answers 500 while onEvent fails, and stores nothing", async () => {
    let isBroken = true;
    const events: string[] = [];
    const shop = openShop({
      onEvent: ({ type }) => {
        if (isBroken) throw new Error("no disk");
        events.push(type);
      },
    });
    const { ipnUrl } = await shop.checkout.begin(mug);
    expect(await shop.post(ipnUrl, bodyOf())).toBe(500);
    expect((await shop.checkout.find("order-1"))?.state).toBe("in_progress");
    isBroken = false;
    expect(await shop.post(ipnUrl, bodyOf())).toBe(200);
    expect(events).toEqual(["payment.succeeded"]);
  });

  it("tells a payment whose record was lost, and blocks its order", async () => {
    const before = openShop();
    const { ipnUrl } = await before.checkout.begin(mug);
    const restored = openShop();
    expect(await restored.post(ipnUrl, bodyOf())).toBe(200);
    expect(restored.events).toMatchObject([
      { type: "payment.mismatched", why: "unrecorded", money: { amountMinor: 1250 } },
    ]);
    expect(await begins(restored.checkout)).toBe("attempt_open");
  });

  it("tells a notice whose record was lost, and lets a person decide whether its order was paid", async () => {
    const { ipnUrl } = await openShop().checkout.begin(mug);
    const { checkout, post, types } = openShop();
    expect(await post(ipnUrl, { type: "subscription.canceled" })).toBe(200);
    expect([types(), await begins(checkout)]).toEqual([["subscription.notice"], "attempt_open"]);
    await checkout.resolve("order-1", "not_made");
    expect(await begins(checkout)).toBe("begun");
  });

  it("refuses a body that is nested too deeply to be read, once", async () => {
    const { checkout, post, refusals, failures } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(await post(ipnUrl, nested)).toBe(400);
    expect(await post(ipnUrl, `{"payment":${nested}}`)).toBe(400);
    expect(refusals.map(({ code }) => code)).toEqual(["body_too_deep", "body_too_deep"]);
    expect(failures).toEqual([]);
  });

  it.each<[string, object, string, boolean]>([
    ["a page of the bank", { action: "redirect", url: "https://bank.example/3ds" }, "pending", true],
    ["a QR code", { qrCode: "00020126" }, "pending", true],
    ["neither page nor QR code", {}, "bank", false],
  ])("lets the shopper leave %s, if there is one", async (_, step, why, canSupersede) => {
    const { checkout } = openShop();
    const attempt = await checkout.begin(mug);
    await checkout.settle(attempt, resultOf({ status: "pending", code: undefined, ...step }));
    expect(await checkout.find("order-1")).toMatchObject({
      waiting: { why },
      canSupersede,
      canResolve: true,
    });
    const left = await checkout.supersede("order-1").catch(({ code }) => code);
    expect(left).toBe(canSupersede ? undefined : "attempt_open");
  });

  it("leaves the shopper no way past a bank that was notified before its response", async () => {
    const { checkout, post } = openShop();
    const attempt = await checkout.begin(mug);
    await post(attempt.ipnUrl, bodyOf({ status: "pending", code: undefined, descriptor: "SHOP" }));
    await checkout.settle(attempt, resultOf({ status: "pending", code: undefined }));
    expect(await checkout.find("order-1")).toMatchObject({ waiting: { why: "bank" }, canSupersede: false });
  });

  it.each<[string, (checkout: Checkout) => Promise<unknown>]>([
    ["transaction", ({ resolve }) => resolve("order-1", "paid", { transaction: "7" } as never)],
    [
      "transaction",
      ({ resolveRefund }) => resolveRefund("order-1", "r-1", "made", { transaction: "7" } as never),
    ],
    ["timeout", ({ wait }) => wait("order-1", { timeout: 1 } as never)],
    [
      "needPerson",
      ({ list }) =>
        list({ needPerson: true } as never)
          [Symbol.asyncIterator]()
          .next(),
    ],
    ["(unknown)", ({ wait }) => wait("order-1", { "tok-123": 1 } as never)],
  ])("refuses %s, which is no option, and changes nothing", async (name, call) => {
    const { checkout, events } = openShop();
    await checkout.begin(mug);
    await expect(call(checkout)).rejects.toMatchObject({ errors: { [name]: expect.any(String) } });
    expect([(await checkout.find("order-1"))?.state, events]).toEqual(["in_progress", []]);
  });

  it("keeps of a notice's type what every database can store", async () => {
    const { checkout, post } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    expect(await post(ipnUrl, { type: `a\u0000\ud800${"b".repeat(57)}😀😀😀` })).toBe(200);
    const [{ history } = { history: [] }] = (await checkout.find("order-1"))?.attempts ?? [];
    expect(history.at(-1)?.said).toMatch(/^notice a\?\?b{57}\?{4}$/);
  });

  it("refuses a call from onEvent at once, with advice", async () => {
    const errors: unknown[] = [];
    const shop = openShop({
      onEvent: async () => {
        const calls = [
          () => shop.checkout.begin(mug),
          () => shop.checkout.begin({ ...mug, reference: "order-2" }),
          () => shop.checkout.find("order-1"),
          () => shop.checkout.supersede("order-1"),
          () => shop.checkout.resolve("order-1", "paid"),
          () => shop.checkout.pay({ ...mug } as never),
        ];
        for (const call of calls) errors.push(await call().catch((error) => error.code));
      },
    });
    const { ipnUrl } = await shop.checkout.begin(mug);
    expect(await shop.post(ipnUrl, bodyOf())).toBe(200);
    expect(errors).toEqual(Array.from({ length: 6 }, () => "called_in_event"));
    expect((await shop.checkout.find("order-1"))?.state).toBe("paid");
  });

  it("accepts the URL of one attempt for no other", async () => {
    const { checkout, post, refusals } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    const url = new URL(ipnUrl);
    for (const [name, value] of [
      ["cp_att", "another"],
      ["cp_ref", "order-2"],
      ["cp_exp", "9999999999"],
    ] as const) {
      const other = new URL(url);
      other.searchParams.set(name, value);
      expect(await post(other.href, bodyOf())).toBe(400);
    }
    expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => "signed_url_forged"));
  });
});

describe("a record", () => {
  it("of a newer version is refused, and not overwritten", async () => {
    const store = createMemoryStore();
    await store.once("test/order-1", ({ save }) => save(1, { version: 2, id: "a" }));
    const { checkout } = openShop({ store });
    await expect(checkout.begin(mug)).rejects.toThrow("cannot read");
    await expect(checkout.find("order-1")).rejects.toThrow("cannot read");
    expect(await store.find("test/order-1")).toEqual([{ version: 2, id: "a" }]);
  });

  it("of a declined attempt is closed by the next one: a late pending report does not hold the order", async () => {
    const { checkout, post } = openShop();
    const first = await checkout.begin(mug);
    await post(first.ipnUrl, bodyOf(...failed));
    const second = await checkout.begin(mug);
    await post(first.ipnUrl, bodyOf({ ...pending[0], transactionId: "200000009" }));
    await post(second.ipnUrl, bodyOf({ ...failed[0], transactionId: "200000002" }));
    const order = await checkout.find("order-1");
    expect([order?.state, order?.attempts.map(({ state }) => state)]).toEqual([
      "payable",
      ["superseded", "declined"],
    ]);
  });
});

describe("an order that waits", () => {
  it("says why, since when, and what ends it", async () => {
    const { checkout, post, clock } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    const view = async () => {
      const { waiting, canSupersede, canResolve } = (await checkout.find("order-1")) ?? {};
      return [waiting?.why, waiting?.needsPerson, waiting?.money?.amountMinor, canSupersede, canResolve];
    };
    expect(await view()).toEqual(["no_answer", false, undefined, false, true]);
    clock.time += 600_000;
    expect(await view()).toEqual(["no_answer", true, undefined, false, true]);
    await expect(checkout.supersede("order-1")).rejects.toThrow("Do not pay again");
    await post(ipnUrl, bodyOf(...pending));
    expect(await view()).toEqual(["pending", false, undefined, true, true]);
    await post(ipnUrl, bodyOf({ mode: "auth", transactionId: "5" }));
    expect((await view()).slice(0, 3)).toEqual(["authorized", false, 1250]);
    await post(ipnUrl, bodyOf({ amount: 6, code: "1001" }));
    expect(await view()).toEqual(["mismatched", true, 600, false, true]);
    await checkout.resolve("order-1", "paid");
    expect(await view()).toEqual([undefined, undefined, undefined, false, false]);
  });

  it("is listed by a process whose clock is behind", async () => {
    const { checkout, clock } = openShop();
    await checkout.begin(mug);
    clock.time -= 1_800_000;
    const listed: string[] = [];
    for await (const { reference } of checkout.list()) listed.push(reference);
    expect(listed).toEqual(["order-1"]);
  });

  it("is awaited until it is decided, or as long as told", async () => {
    const { checkout, post } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    expect((await checkout.wait("order-1", { timeoutMs: 30 }))?.state).toBe("in_progress");
    const waits = checkout.wait("order-1");
    setTimeout(() => void post(ipnUrl, bodyOf()), 100);
    expect((await waits)?.state).toBe("paid");
    expect(await checkout.wait("none")).toBeUndefined();
    for (const timeoutMs of [Number.NaN, -1, "soon" as never])
      await expect(checkout.wait("order-2", { timeoutMs })).rejects.toMatchObject({
        errors: { timeoutMs: "must be 0 or more" },
      });
    await checkout.begin({ ...mug, reference: "order-2" });
    const signal = AbortSignal.timeout(30);
    await expect(checkout.wait("order-2", { signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("the history of an attempt", () => {
  it("tells what was said, when, by whom, and what it changed", async () => {
    const { checkout, post, clock } = openShop();
    const attempt = await checkout.begin(mug);
    await checkout.settle(attempt, new Error("timeout"));
    clock.time += 1000;
    await post(attempt.ipnUrl, bodyOf({ amount: 6, code: "1001" }), { "X-Delivery-ID": "d-1" });
    await post(attempt.ipnUrl, bodyOf({ amount: 6, code: "1001" }), { "X-Delivery-ID": "d-1" });
    await checkout.resolve("order-1", "not_made", { note: "Given back" });
    const [view] = (await checkout.find("order-1"))?.attempts ?? [];
    expect(view?.history).toMatchObject([
      { source: "response", said: "call unknown", events: [] },
      {
        at: clock.time,
        source: "notification",
        deliveryId: "d-1",
        said: "charge success",
        transactionId: "200000001",
        money: { amountMinor: 600 },
        code: "1001",
        events: ["payment.mismatched"],
      },
      { source: "operator", said: "resolve not_made", note: "Given back", events: [] },
    ]);
  });

  it("of a subscription of ten years, and of one with many more renewals, stays below 64 kB", async () => {
    const last = process.env["NIGHTLY"] ? 1_000 : 250;
    const store = createMemoryStore();
    const { checkout, post, events } = openShop({ store });
    const { ipnUrl } = await checkout.begin(mug);
    const renewal = (cycle: number) =>
      post(
        ipnUrl,
        bodyOf({ transactionId: String(2_000_000 + cycle) }, { subscription: { id: "400000001", cycle } }),
        {
          "X-Delivery-ID": "d".repeat(36) + cycle,
        },
      );
    const size = async () => JSON.stringify(await store.find("test/order-1")).length;
    for (let cycle = 0; cycle <= 60; cycle++) await renewal(cycle);
    const early = await size();
    for (let cycle = 61; cycle <= last; cycle++) await renewal(cycle);
    expect(await renewal(last)).toBe(200);
    expect(events.filter(({ type }) => type === "subscription.renewed")).toHaveLength(last);
    expect(await size()).toBeLessThan(early * 1.2);
    expect(await size()).toBeLessThan(65_536);
    const order = await checkout.find("order-1");
    expect(order?.state).toBe("paid");
    expect(order?.attempts[0]?.folded).toEqual({ entries: last - 49, renewals: last - 24 });
  });
});

describe("resolve", () => {
  it("pays an undecided attempt, and the report that comes later says its id only", async () => {
    const { checkout, post, events } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    await checkout.resolve("order-1", "paid");
    await post(ipnUrl, bodyOf());
    expect(events).toMatchObject([
      { type: "payment.succeeded", source: "operator", transactionId: undefined },
      { type: "payment.identified", source: "notification", transactionId: "200000001" },
    ]);
    expect((await checkout.find("order-1"))?.paid).toMatchObject({ transactionId: "200000001" });
  });

  it("as paid is not undone by an authorization that is reported later", async () => {
    const { checkout, post } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    await checkout.resolve("order-1", "paid");
    await post(ipnUrl, bodyOf({ mode: "auth" }));
    expect(await begins(checkout)).toBe("order_paid");
  });

  it.each<[string, Fields[], Fields]>([
    ["while another one was pending", [pending], [{ ...failed[0], transactionId: "7" }]],
    ["that had failed before", [failed], [{ ...failed[0], code: "5005" }]],
  ])("as paid is not undone by the failure of a transaction %s", async (_, before, failure) => {
    const { checkout, post, attempt, types } = await told(...before);
    await checkout.resolve("order-1", "paid");
    await post(attempt.ipnUrl, bodyOf(...failure));
    expect(types().slice(-2)).toEqual(["payment.succeeded", "payment.failed"]);
    expect(await begins(checkout)).toBe("order_paid");
  });

  it("as paid is undone by the failure of the transaction that was pending", async () => {
    const { checkout, post, attempt, types } = await told(pending);
    await checkout.resolve("order-1", "paid");
    await post(attempt.ipnUrl, bodyOf(...failed));
    expect(types()).toEqual(["payment.succeeded", "payment.reversed"]);
    expect(await begins(checkout)).toBe("begun");
  });

  it("as paid, after money that was not as expected went back, holds and is told once", async () => {
    const { checkout, types } = await told([{ amount: 6 }], refund({ amount: 6 }));
    await checkout.resolve("order-1", "paid");
    await checkout.resolve("order-1", "paid");
    expect(types()).toEqual(["payment.mismatched", "payment.refunded", "payment.succeeded"]);
    expect(await begins(checkout)).toBe("order_paid");
  });

  it("that was wrong is corrected by the gateway", async () => {
    const paid = openShop();
    const attempt = await paid.checkout.begin(mug);
    await paid.checkout.resolve("order-1", "paid");
    await paid.post(attempt.ipnUrl, bodyOf(...failed));
    expect(paid.types()).toEqual(["payment.succeeded", "payment.reversed"]);

    const made = openShop();
    const { ipnUrl } = await made.checkout.begin(mug);
    await made.checkout.resolve("order-1", "not_made");
    await made.post(ipnUrl, bodyOf());
    expect([made.types(), await begins(made.checkout)]).toEqual([["payment.succeeded"], "order_paid"]);
  });

  it("as paid may name the transaction; else the report that takes its place does", async () => {
    const named = openShop();
    const first = await named.checkout.begin(mug);
    await named.checkout.resolve("order-1", "paid", {
      transactionId: "200000001",
      note: "Seen in the back office",
    });
    expect(named.events).toMatchObject([{ type: "payment.succeeded", transactionId: "200000001" }]);
    expect((await named.checkout.find("order-1"))?.paid?.transactionId).toBe("200000001");
    await named.post(first.ipnUrl, bodyOf());
    expect(named.types()).toEqual(["payment.succeeded"]);
    const unnamed = openShop();
    const second = await unnamed.checkout.begin(mug);
    await unnamed.checkout.resolve("order-1", "paid");
    for (const _ of [1, 2]) await unnamed.post(second.ipnUrl, bodyOf());
    expect(unnamed.events).toMatchObject([
      { type: "payment.succeeded", transactionId: undefined },
      { type: "payment.identified", transactionId: "200000001", orderId: "100000001" },
    ]);
    const other = openShop();
    const third = await other.checkout.begin(mug);
    await other.checkout.resolve("order-1", "paid", { transactionId: "7" });
    await other.post(third.ipnUrl, bodyOf());
    expect(other.types()).toEqual(["payment.succeeded", "payment.identified"]);
  });

  it.each<[string, "first" | "second", Fields]>([
    ["of another amount", "second", [{ amount: 12 }]],
    ["of another amount", "first", [{ amount: 12 }]],
    ["that is pending", "second", pending],
    ["that is pending", "first", pending],
    ["that was declined", "second", failed],
    ["that was declined", "first", failed],
    ["that is only authorized", "second", [{ mode: "auth" }]],
    ["that is only authorized", "first", [{ mode: "auth" }]],
  ])("pays by the transaction that it names: one %s, of the %s attempt", async (_, which, [payment]) => {
    const { checkout, events, post } = openShop();
    const first = await checkout.begin(mug);
    await post(first.ipnUrl, bodyOf(...pending));
    await checkout.supersede("order-1");
    const second = await checkout.begin(mug);
    const [named, other] = which === "first" ? [first, second] : [second, first];
    await post(other.ipnUrl, bodyOf({ amount: 9 }));
    await post(named.ipnUrl, bodyOf({ ...payment, transactionId: "200000002" }));
    await checkout.resolve("order-1", "paid", { transactionId: "200000002" });
    expect(events.at(-1)).toMatchObject({
      type: "payment.succeeded",
      attempt: named.id,
      transactionId: "200000002",
    });
    expect((await checkout.find("order-1"))?.paid).toMatchObject({ transactionId: "200000002" });
  });

  it("pays by a transaction that no report named, and not by the one in doubt", async () => {
    const { checkout, events, post } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    await post(ipnUrl, bodyOf({ amount: 9 }));
    await checkout.resolve("order-1", "paid", { transactionId: "7" });
    expect(events.at(-1)).toMatchObject({ type: "payment.succeeded", transactionId: "7" });
    expect((await checkout.find("order-1"))?.paid).toMatchObject({
      transactionId: "7",
      money: { amountMinor: 1250 },
    });
  });

  it.each<[string, object, string]>([
    ["no text", { transactionId: 7 }, "transactionId"],
    ["an id with a blank", { transactionId: "7 8" }, "transactionId"],
    ["a note with a line break", { note: "a\nb" }, "note"],
    ["a long note", { note: "x".repeat(501) }, "note"],
  ])("refuses %s by its name", async (_, options, field) => {
    const { checkout } = openShop();
    await checkout.begin(mug);
    const refused = await checkout.resolve("order-1", "paid", options as never).catch((error) => error);
    expect(Object.keys(refused.errors)).toEqual([field]);
    expect((await checkout.find("order-1"))?.state).toBe("in_progress");
  });

  it("cannot undo a payment, and needs an attempt", async () => {
    const { checkout } = await told([{}]);
    await expect(checkout.resolve("order-1", "not_made")).rejects.toMatchObject({ code: "order_paid" });
    await expect(checkout.resolve("order-2", "paid")).rejects.toMatchObject({ code: "invalid_request" });
  });
});
