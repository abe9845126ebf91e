/** The refusal of an authentic notification is always reported, because its money may have moved. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { mug, openShop, post, resultOf, type TestShop } from "./shop.test-shop.ts";

const charged = { transactionId: "200000009", orderId: "100000009" };
const subscription = { id: "400000001", status: "active", cycle: 0 };
const renewed = { subscription: { id: "400000002", status: "active", cycle: 1 } };

/** Authentic notifications that do not match the record: name, refusal code, and a function that returns URL and body. */
const misfits: readonly [string, string, (shop: TestShop, url: string) => Promise<[string, unknown]>][] = [
  ["another amount", "amount_wrong", async (_, url) => [url, resultOf({ ...charged, amount: 99 })]],
  ["another currency", "currency_wrong", async (_, url) => [url, resultOf({ ...charged, currency: "USD" })]],
  [
    "more than was authorized",
    "amount_wrong",
    async (shop, url) => {
      await post(shop, url, resultOf({ ...charged, mode: "auth" }));
      return [url, resultOf({ ...charged, mode: "settle", amount: 20 })];
    },
  ],
  [
    "the renewal of a subscription that the order did not begin",
    "order_wrong",
    async (shop, url) => {
      await post(shop, url, resultOf({}, { subscription }));
      return [url, resultOf({ ...charged, amount: 9.99 }, renewed)];
    },
  ],
  [
    "an order of another reference",
    "order_wrong",
    async (shop, url) => {
      const other = await shop.ipn.createUrl({ ...mug, reference: "order-2" });
      await post(shop, other, resultOf(charged));
      return [url, resultOf(charged)];
    },
  ],
  [
    "a URL that has expired",
    "signed_url_expired",
    async (shop, url) => {
      shop.clock.time += 541 * 86_400_000;
      return [url, resultOf(charged)];
    },
  ],
  [
    "a reference that is not recorded",
    "order_unknown",
    async () => [await openShop().ipn.createUrl({ ...mug, reference: "order-404" }), resultOf(charged)],
  ],
];

describe("an authentic notification that is refused", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(misfits)(
    "for %s reaches onRefused each time it is sent, with its transaction",
    async (_, code, prepare) => {
      const shop = openShop();
      const [url, body] = await prepare(shop, await shop.ipn.createUrl(mug));
      expect(await post(shop, url, body)).toBe(400);
      expect(shop.refusals).toHaveLength(1);
      expect(await post(shop, url, body)).toBe(400);
      expect(shop.refusals).toHaveLength(2);
      const [refusal, again] = shop.refusals;
      expect(again?.toJSON()).toEqual(refusal?.toJSON());
      expect(refusal).toMatchObject({
        code,
        outcome: "unknown",
        reference: code === "order_unknown" ? "order-404" : "order-1",
        transaction: { ...charged, status: "success", money: { amountMinor: expect.any(Number) } },
      });
      expect(refusal?.toJSON()).toHaveProperty("transaction.transactionId", charged.transactionId);
    },
  );

  it.each(misfits)("for %s is logged on one line if onRefused is not set", async (_, code, prepare) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const shop = openShop({ onRefused: undefined });
    const [url, body] = await prepare(shop, await shop.ipn.createUrl(mug));
    expect(await post(shop, url, body)).toBe(400);
    expect(warn.mock.calls).toHaveLength(1);
    const line = String(warn.mock.calls[0]?.[0]);
    for (const part of [`(${code})`, '"reference":"order-', `"transactionId":"${charged.transactionId}"`]) {
      expect(line).toContain(part);
    }
  });

  it("cannot break a line of the log; a forged one puts no data of its own into the log", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const shop = openShop({ onRefused: undefined });
    const url = await shop.ipn.createUrl(mug);
    await post(shop, url, resultOf({ ...charged, orderId: "1\nforged line", amount: 99 }));
    await post(shop, url.replace("order-1", "order-7"), resultOf(charged));
    const lines = warn.mock.calls.map(([line]) => String(line));
    expect(lines).toHaveLength(2);
    expect(lines.join("")).not.toContain("\n");
    expect(lines[1]).toMatch(/\(signed_url_forged\)$/);
  });
});
