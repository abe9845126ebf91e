/** No order gets stuck, no late payment is lost, and reading an order for display takes no lock. */
import { describe, expect, it } from "vitest";
import {
  createPostgresStore,
  isCardpaneError,
  NotificationRefusedError,
  type SqlTransactions,
} from "../index.ts";
import { dayMs, mug, openShop, post, resultOf } from "./shop.test-shop.ts";

const cheaper = { ...mug, amountMinor: 1000 };

describe("an order whose payment was refused before anything was reported", () => {
  it("cannot be paid for another amount until it is released, and then can", async () => {
    const shop = openShop();
    await shop.ipn.createUrl(mug);
    await expect(shop.ipn.createUrl(cheaper)).rejects.toMatchObject({ code: "order_not_payable" });
    await shop.ipn.release("order-1");
    const url = await shop.ipn.createUrl(cheaper);
    expect(await post(shop, url, resultOf({ amount: 10 }))).toBe(200);
    expect(shop.events).toMatchObject([{ type: "payment.succeeded", settled: { paidMinor: 1000 } }]);
  });

  it("is released for one attempt: after the next one starts, another amount is refused again", async () => {
    const shop = openShop();
    await shop.ipn.createUrl(mug);
    await shop.ipn.release("order-1");
    await shop.ipn.createUrl(cheaper);
    await expect(shop.ipn.createUrl(mug)).rejects.toMatchObject({ code: "order_not_payable" });
  });

  it.each(["before", "after"])(
    "does not lose a late payment of the released attempt, %s the new one",
    async (when) => {
      const shop = openShop();
      await shop.ipn.createUrl(mug);
      await shop.ipn.release("order-1");
      const url = await shop.ipn.createUrl(cheaper);
      const late = resultOf();
      const now = resultOf({ amount: 10, orderId: "100000002", transactionId: "200000002" });
      for (const body of when === "before" ? [late, now] : [now, late]) {
        expect(await post(shop, url, body)).toBe(200);
      }
      const events = [
        { type: "unknown", why: "earlier_attempt", transactionId: "200000001" },
        { type: "payment.succeeded", transactionId: "200000002" },
      ];
      expect(shop.events).toMatchObject(when === "before" ? events : events.reverse());
      expect((await shop.ipn.find("order-1"))?.state).toBe("succeeded");
    },
  );

  it("does not lose a late payment of an attempt whose order is known, after the new one", async () => {
    const shop = openShop();
    await shop.ipn.createUrl(mug);
    await shop.ipn.record("order-1", resultOf({ status: "pending", code: undefined }));
    await shop.ipn.release("order-1");
    const url = await shop.ipn.createUrl(cheaper);
    await post(shop, url, resultOf({ amount: 10, orderId: "100000002", transactionId: "200000002" }));
    expect(await post(shop, url, resultOf())).toBe(200);
    expect(shop.events).toMatchObject([
      { type: "payment.succeeded", transactionId: "200000002" },
      { type: "unknown", why: "earlier_attempt", transactionId: "200000001" },
    ]);
  });

  it.each([
    ["paid", {}, "payment.succeeded"],
    ["reserved", { mode: "auth" }, "payment.authorized"],
  ])("cannot be paid again if the released attempt is %s after all", async (_, payment, type) => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    await shop.ipn.release("order-1");
    expect(await post(shop, url, resultOf(payment))).toBe(200);
    expect(shop.events.map((event) => event.type)).toEqual([type]);
    for (const again of [mug, cheaper]) {
      await expect(shop.ipn.createUrl(again)).rejects.toMatchObject({ code: "order_not_payable" });
    }
  });

  it("is not released once it is paid, and a reversed one can be paid again", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    await post(shop, url, resultOf());
    await expect(shop.ipn.release("order-1")).rejects.toMatchObject({ code: "order_not_payable" });
    await post(shop, url, resultOf({ status: "fail", code: 5000 }));
    expect((await shop.ipn.find("order-1"))?.state).toBe("reversed");
    await shop.ipn.createUrl(cheaper);
    expect(await post(shop, url, resultOf({ amount: 10, transactionId: "200000002" }))).toBe(200);
    expect(shop.events.map(({ type }) => type)).toEqual([
      "payment.succeeded",
      "payment.reversed",
      "payment.succeeded",
    ]);
  });
});

describe("an order that waits", () => {
  it("gets another URL when half of the validity has passed, and its first URL is valid again", async () => {
    const shop = openShop();
    const expiring = { ...mug, expiresInDays: 2 };
    const first = await shop.ipn.createUrl(expiring);
    shop.clock.time += dayMs;
    expect(await shop.ipn.createUrl(expiring)).toBe(first);
    shop.clock.time += 2 * dayMs;
    expect(await post(shop, first, resultOf())).toBe(400);
    const url = await shop.ipn.createUrl(expiring);
    expect(url).not.toBe(first);
    expect(await post(shop, url, resultOf())).toBe(200);
    expect(await post(shop, first, resultOf())).toBe(200);
    expect(shop.events).toMatchObject([{ type: "payment.succeeded" }]);
  });

  it.each([
    ["paid", [resultOf()], "is paid"],
    ["reserved", [resultOf({ mode: "auth" })], "settle it, or void it; release() gives it up"],
    ["under way for another amount", [], "release() gives that attempt up"],
  ])("reports why it cannot be paid: it is %s", async (_, reports, why) => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    for (const report of reports) await post(shop, url, report);
    const refused = shop.ipn.createUrl(cheaper);
    await expect(refused).rejects.toMatchObject({ code: "order_not_payable" });
    await expect(refused).rejects.toThrow(why);
  });
});

describe("a shopper who leaves a challenge and pays with another card", () => {
  const waiting = resultOf({ status: "pending", code: undefined, transactionId: "200000001" });
  const secondCard = { orderId: "100000002", transactionId: "200000002" };
  /** The first attempt waits for its challenge; createUrl opens a second one for the same amount. */
  async function openAgain() {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    await shop.ipn.record("order-1", waiting);
    expect(await shop.ipn.createUrl(mug)).toBe(url);
    return { shop, url, send: (payment: object) => post(shop, url, resultOf({ ...payment })) };
  }

  it("has paid the order, by the gateway's second order", async () => {
    const { shop, send } = await openAgain();
    await shop.ipn.record("order-1", resultOf({ ...secondCard, status: "pending", code: undefined }));
    expect(await send(secondCard)).toBe(200);
    expect(shop.events).toMatchObject([{ type: "payment.succeeded", transactionId: "200000002" }]);
  });

  it("has paid the order, although the challenge of the first card fails in between", async () => {
    const { shop, send } = await openAgain();
    expect(await send({ status: "fail", code: "5228" })).toBe(200);
    expect(await send(secondCard)).toBe(200);
    expect(shop.events.map(({ type }) => type)).toEqual(["payment.failed", "payment.succeeded"]);
  });

  it("gets no payment.failed event if the first card fails while the second is pending", async () => {
    const { shop, send } = await openAgain();
    await shop.ipn.record("order-1", resultOf({ ...secondCard, status: "pending", code: undefined }));
    expect(await send({ status: "fail", code: "5228" })).toBe(200);
    expect(shop.events).toEqual([]);
    expect((await shop.ipn.find("order-1"))?.state).toBe("pending");
  });

  it("has paid twice if the challenge of the first card is passed after all, in either sequence", async () => {
    for (const order of [
      [{}, secondCard],
      [secondCard, {}],
    ]) {
      const { shop, send } = await openAgain();
      for (const payment of order) expect(await send(payment)).toBe(200);
      expect(shop.events).toMatchObject([
        { type: "payment.succeeded" },
        { type: "unknown", why: "second_payment" },
      ]);
    }
  });

  it("can get a refund of either payment", async () => {
    const { shop, send } = await openAgain();
    await send(secondCard);
    await send({});
    for (const orderId of ["100000001", "100000002"]) {
      const refund = { mode: "refund", action: "credit", transactionId: `3${orderId}`, orderId };
      expect(await send(refund)).toBe(200);
    }
    expect(shop.events.slice(2).map(({ type }) => type)).toEqual(["payment.refunded", "payment.refunded"]);
  });
});

describe("two payments that were sent at once for one reference", () => {
  const other = { orderId: "100000002", transactionId: "200000002" };

  it("are both reported: the second never pays the order, and is not lost", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    await post(shop, url, resultOf());
    for (const _ of ["first", "again"]) expect(await post(shop, url, resultOf(other))).toBe(200);
    expect(shop.events).toMatchObject([
      { type: "payment.succeeded", transactionId: "200000001" },
      { type: "unknown", why: "second_payment", transactionId: "200000002" },
    ]);
  });

  it("are both reported while the first is pending: the payment with another order id is an unknown event", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    await shop.ipn.record("order-1", resultOf({ status: "pending", code: undefined }));
    expect(await post(shop, url, resultOf(other))).toBe(200);
    expect(shop.events).toMatchObject([{ type: "unknown", why: "other_order" }]);
    expect((await shop.ipn.find("order-1"))?.state).toBe("pending");
    expect(await post(shop, url, resultOf())).toBe(200);
    expect(shop.events.at(-1)).toMatchObject({ type: "payment.succeeded", transactionId: "200000001" });
  });

  it("are refused for another amount, and by record(), whose caller can give a wrong reference", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    await post(shop, url, resultOf());
    expect(await post(shop, url, resultOf({ ...other, amount: 99 }))).toBe(400);
    await expect(shop.ipn.record("order-1", resultOf(other))).rejects.toMatchObject({ code: "order_wrong" });
    expect(shop.refusals.map(({ code }) => code)).toEqual(["order_wrong"]);
  });

  it("leave a decline of the other without an event", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    await post(shop, url, resultOf());
    expect(await post(shop, url, resultOf({ ...other, status: "fail", code: "5051" }))).toBe(200);
    expect(shop.events.map(({ type }) => type)).toEqual(["payment.succeeded"]);
  });
});

describe("a subscription whose prices are changed", () => {
  const bought = { subscription: { id: "400000001", status: "active", cycle: 0 } };
  const renewal = (amount: number, cycle: number) =>
    resultOf(
      { amount, transactionId: `20000001${cycle}` },
      { subscription: { id: "400000001", status: "active", cycle } },
    );
  const dearer = [{ amountMinor: 1999, currency: "EUR", offset: "30d", repeat: true }] as const;

  it("renews for the new price and the old one, and for no other", async () => {
    const shop = openShop();
    const later = [{ amountMinor: 1250, currency: "EUR" }];
    const url = await shop.ipn.createUrl({ ...mug, later });
    await post(shop, url, resultOf({}, bought));
    expect(await post(shop, url, renewal(19.99, 1))).toBe(400);
    for (const _ of ["once", "again"]) await shop.ipn.expectLater("order-1", dearer);
    for (const [amount, cycle] of [
      [19.99, 1],
      [12.5, 2],
    ] as const) {
      expect(await post(shop, url, renewal(amount, cycle))).toBe(200);
    }
    expect(await post(shop, url, renewal(5, 3))).toBe(400);
    expect(shop.events.slice(1)).toMatchObject([
      { type: "subscription.renewed", settled: { paidMinor: 1999, expectedMinor: 1999 } },
      { type: "subscription.renewed", settled: { paidMinor: 1250, expectedMinor: 1250 } },
    ]);
    expect((await shop.ipn.find("order-1"))?.later).toEqual([
      ...later,
      { amountMinor: 1999, currency: "EUR" },
    ]);
  });

  it("is reported as long as it is renewed, at the URL that the gateway has", async () => {
    const later = [{ amountMinor: 1250, currency: "EUR" }];
    const shop = openShop();
    const urls = await Promise.all(
      ["order-1", "order-2"].map((reference) =>
        shop.ipn.createUrl({ ...mug, reference, later, expiresInDays: 90 }),
      ),
    );
    const [url = "", unchanged = ""] = urls;
    await post(shop, url, resultOf({}, bought));
    await shop.ipn.expectLater("order-1", dearer);
    shop.clock.time += 90 * dayMs;
    expect(await post(shop, unchanged, resultOf())).toBe(400);
    expect(await post(shop, url, renewal(19.99, 1))).toBe(200);
    expect(shop.events.at(-1)).toMatchObject({ type: "subscription.renewed" });
    shop.clock.time += (3650 - 90) * dayMs - 1000;
    expect(await post(shop, url, renewal(19.99, 2))).toBe(200);
    shop.clock.time += 1000;
    expect(await post(shop, url, renewal(19.99, 3))).toBe(400);
    expect(shop.refusals.map(({ code }) => code)).toEqual(["signed_url_expired", "signed_url_expired"]);
  });

  it.each<[string, string, unknown, string]>([
    ["a reference that is not recorded", "order-9", dearer, "reference"],
    ["no prices", "order-1", [], "price"],
    ["what is no list", "order-1", "EUR", "price"],
    ["nothing in the list", "order-1", [null], "price.0.amountMinor"],
    ["half a cent", "order-1", [{ amountMinor: 0.5, currency: "EUR" }], "price.0.amountMinor"],
    ["a currency that is none", "order-1", [{ amountMinor: 1, currency: "XXZ" }], "price.0.currency"],
  ])("refuses a new price for %s", async (_, reference, price, path) => {
    const shop = openShop();
    await shop.ipn.createUrl(mug);
    await expect(shop.ipn.expectLater(reference, price as never)).rejects.toMatchObject({
      code: "invalid_request",
      errors: { [path]: expect.any(String) },
    });
  });
});

describe("an order that is shown", () => {
  it("is read while its lock is held", async () => {
    let found: unknown;
    const shop = openShop({
      onEvent: async () => {
        found = await shop.ipn.find("order-1");
      },
    });
    const url = await shop.ipn.createUrl(mug);
    expect(await post(shop, url, resultOf())).toBe(200);
    expect(found).toMatchObject({ state: "created" });
  });
});

describe("a refused notification", () => {
  it("is a CardpaneError, which never claims that no money moved", async () => {
    const shop = openShop();
    await shop.ipn.createUrl(mug);
    const error = await shop.ipn
      .record("order-1", resultOf({ amount: 99 }))
      .catch((reason: unknown) => reason);
    expect(isCardpaneError(error)).toBe(true);
    expect(error).toBeInstanceOf(NotificationRefusedError);
    expect(error).toMatchObject({
      code: "amount_wrong",
      outcome: "unknown",
      retryable: false,
      reference: "order-1",
    });
  });
});

describe("a database whose transaction() never runs its work", () => {
  it("is not answered 200: nothing was stored", async () => {
    // Imitates a query builder: it returns an object with execute(), and ignores its argument.
    const builder = {
      transaction: () => ({ execute: () => undefined }),
    } as unknown as SqlTransactions<never>;
    const shop = openShop({ store: createPostgresStore(builder) as never });
    await expect(shop.ipn.createUrl(mug)).rejects.toThrow("without running its work");
    const url = await openShop().ipn.createUrl(mug);
    expect(await post(shop, url, resultOf())).toBe(500);
    expect(shop.events).toEqual([]);
  });
});
