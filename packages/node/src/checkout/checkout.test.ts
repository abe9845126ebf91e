import { describe, expect, it } from "vitest";
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
