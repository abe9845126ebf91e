import { notification } from "@cardpane/gateway";
import { describe, expect, it } from "vitest";
import { signatures } from "../index.ts";
import { mug, openShop, secret } from "./shop.test-shop.ts";

describe("a test notification", () => {
  it("contains the recorded values, in the gateway's format", async () => {
    const shop = openShop({ signature: signatures.hmacSha256Body({ secret }) });
    await shop.ipn.createUrl({ ...mug, amountMinor: 1250, currency: "JPY" });
    const test = await shop.ipn.createTestNotification({ reference: "order-1", deliveryId: "delivery-1" });
    const body = JSON.parse(test.body);
    expect(notification.safeParse(body).success).toBe(true);
    expect(body.payment).toMatchObject({ status: "success", code: "0", amount: 1250, currency: "JPY" });
    expect(test.headers).toMatchObject({ "X-Delivery-ID": "delivery-1", "X-Delivery-Attempt": "1" });
    expect((await shop.ipn.handle(test.toRequest())).status).toBe(200);
    expect(shop.events).toMatchObject([{ type: "payment.succeeded", deliveryId: "delivery-1" }]);
  });

  it("can be a failure, a renewal, or a notification that is refused", async () => {
    const shop = openShop();
    await shop.ipn.createUrl({
      reference: "order-1",
      price: [
        { amountMinor: 100, currency: "EUR" },
        { amountMinor: 999, currency: "EUR", offset: "30d", repeat: true },
      ],
    });
    const statusOf = async (options: object) => {
      const test = await shop.ipn.createTestNotification({ reference: "order-1", ...options });
      return (await shop.ipn.handle(test.toRequest())).status;
    };
    const subscription = (cycle: number) => ({ subscription: { id: "400000001", cycle } });
    expect(await statusOf({ status: "fail", code: "5051" })).toBe(200);
    expect(await statusOf(subscription(0))).toBe(200);
    expect(await statusOf(subscription(1))).toBe(200);
    expect(await statusOf({ ...subscription(2), status: "fail" })).toBe(200);
    expect(await statusOf({ ...subscription(3), amountMinor: 1 })).toBe(400);
    expect(await statusOf({ reference: "order-9" })).toBe(400);
    expect(shop.events.map(({ type }) => type)).toEqual([
      "payment.failed",
      "payment.succeeded",
      "subscription.renewed",
      "subscription.charge_failed",
    ]);
    expect(shop.refusals.map(({ code }) => code)).toEqual(["amount_wrong", "order_unknown"]);
  });
});
