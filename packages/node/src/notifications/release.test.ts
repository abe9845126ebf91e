/** No order is stuck, no late payment is lost, and showing an order waits for nobody. */
import { describe, expect, it } from "vitest";
import {
  createPostgresStore,
  isCardpaneError,
  NotificationRefusedError,
  type SqlTransactions,
} from "../index.ts";
import { mug, openShop, post, resultOf } from "./shop.test-shop.ts";

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

  it("is released for one attempt: the next one is under way for its own amount", async () => {
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
    // As a query builder does: it returns an object to call execute() on, and ignores its argument.
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
