/** Two attempts whose calls were swapped: a bug of the shop, and no result of one may settle the other. */
import { describe, expect, it } from "vitest";
import { clientOf, gatewayWith, json, reset, successBody, validRequest } from "../gateway.test-server.ts";
import { bodyOf, mug, openShop } from "./shop.test-shop.ts";

const answers = [
  ["a success", json(201, successBody)],
  [
    "a pending payment",
    json(201, { ...successBody, payment: { ...successBody.payment, status: "pending" } }),
  ],
  ["a decline", json(201, bodyOf({ status: "fail", code: "5051" }))],
  ["a refusal", json(400, { message: "no" })],
  ["a lost connection", reset],
] as const;

/** Two begun attempts, and the call of the first one. */
async function swapped(answer: (typeof answers)[number][1]) {
  const shop = openShop();
  const first = await shop.checkout.begin({ ...mug, reference: "order-a" });
  const second = await shop.checkout.begin({ ...mug, reference: "order-b" });
  const client = clientOf(await gatewayWith(answer));
  const request = validRequest();
  const call = client.payments
    .create({ ...request, url: { ...request.url, ipnUrl: first.ipnUrl } } as never)
    .catch((error: Error) => error);
  return { ...shop, first, second, call };
}

describe("settle", () => {
  it.each(answers)(
    "leaves an attempt undecided that gets another one's answer: %s [T-P35]",
    async (_, answer) => {
      const { checkout, events, failures, first, second, call } = await swapped(answer);
      expect(await checkout.settle(second, call as never)).toMatchObject({
        type: "unknown",
        error: { message: expect.stringContaining("the call of another attempt") },
      });
      expect(failures).toHaveLength(1);
      expect((await checkout.find("order-b"))?.attempts[0]).toMatchObject({
        state: "in_progress",
        history: [],
      });
      expect(events).toEqual([]);
      expect((await checkout.settle(first, call as never)).type).not.toBe("in_progress");
      expect((await checkout.find("order-a"))?.attempts[0]?.history).toHaveLength(1);
    },
  );

  it("takes a copy of a result, and a result without a URL, as before", async () => {
    const { checkout, first, call } = await swapped(json(201, successBody));
    expect(await checkout.settle(first, structuredClone(await call) as never)).toMatchObject({
      type: "paid",
    });
  });
});
