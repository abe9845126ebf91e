/** Refunds and voids: returned money, refusals, and that the sum never exceeds the payment. */
import { creditResult } from "@cardpane/gateway";
import { cardForCode } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answered,
  cardPayment,
  demoMerchant,
  openGateway,
  siteSku,
  type TestGateway,
  testSandboxes,
} from "../testing/gateway.ts";
import { otherMerchant } from "../testing/wallet.ts";

describe.each(testSandboxes)("POST /payment/{id}/credit on $name, $compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  afterAll(() => gateway.close());

  const headers = { Authorization: demoMerchant.apiKey };
  const credit = (id: unknown, body: object = {}, more = {}): Promise<Answered> =>
    gateway.post(`/payment/${id}/credit`, { reason: "Sent back", ...body }, { ...headers, ...more });
  async function paid(
    amount = 10,
    currency = "EUR",
    rest: Record<string, unknown> = {},
  ): Promise<Answered["json"]> {
    const { json } = await gateway.pay(cardPayment({}, { sku: siteSku(amount, currency), ...rest }));
    expect(json.payment.status).toBe("success");
    return json;
  }
  const listed = async (orderId: string) =>
    (await gateway.admin(`/payments?merchant=1001&order=${orderId}`)).json.data;

  it("without an amount returns everything, and notifies the merchant", async () => {
    const { payment, consumer, metadata } = await paid(10, "EUR", { metadata: { udf1: "order-1" } });
    await gateway.runDue();
    gateway.received.length = 0;
    const { status, json } = await credit(payment.transactionId);
    expect(status).toBe(201);
    expect(creditResult.safeParse(json).error).toBeUndefined();
    expect(json).toEqual({
      payment: {
        code: "0",
        description: "Success",
        action: "credit",
        mode: "refund",
        status: "success",
        amount: 10,
        currency: "EUR",
        amountUsd: 10.8,
        descriptor: "CARDPANE SANDBOX",
        transactionId: expect.stringMatching(/^\d{9,}$/),
        parentTransactionId: payment.transactionId,
        source: payment.source,
      },
      consumer,
      metadata,
      timestamp: expect.objectContaining({ timezone: "+00:00" }),
    });
    expect(json.payment.transactionId).not.toBe(payment.transactionId);
    await gateway.runDue();
    expect(gateway.received.map((one) => [one.url, one.json])).toEqual([
      ["https://shop.test/ipn", { ...json, payment: { ...json.payment, orderId: payment.orderId } }],
    ]);
    expect(
      (await listed(payment.orderId)).map((row: Answered["json"]) => [row.mode, row.parentTransactionId]),
    ).toEqual([
      ["refund", payment.transactionId],
      ["sale", null],
    ]);
    const [mail] = (await gateway.admin("/mails?merchant=1001&limit=1")).json.data;
    expect(mail).toMatchObject({
      subject: "Your refund",
      body: expect.stringContaining("10 EUR was sent back."),
    });
  });

  it.each([
    ["EUR", 10, [4, 5.99, 0.01], 0.01],
    ["JPY", 500, [499, 1], 1],
    ["KWD", 1.234, [1, 0.233, 0.001], 0.001],
  ])("of parts in %s goes on until nothing is left", async (currency, amount, parts, least) => {
    const { payment } = await paid(amount, currency);
    for (const part of parts) {
      expect((await credit(payment.transactionId, { amount: part })).json.payment.amount).toBe(part);
    }
    const more = await credit(payment.transactionId, { amount: least });
    expect([more.status, more.json.errors]).toEqual([
      400,
      { id: "is a payment whose money has gone back already" },
    ]);
  });

  it("of a part leaves the rest, which a refund without an amount returns", async () => {
    const { payment } = await paid(10);
    await credit(payment.transactionId, { amount: 2.5 });
    const over = await credit(payment.transactionId, { amount: 7.51 });
    expect([over.status, over.json.errors]).toEqual([
      400,
      { amount: "is more than is left of the payment, 7.5 EUR" },
    ]);
    expect((await credit(payment.transactionId)).json.payment.amount).toBe(7.5);
  });

  it.each<readonly [string, object, string]>([
    ["no reason", { reason: "" }, "reason"],
    ["nothing", { amount: 0 }, "amount"],
    ["a third decimal", { amount: 1.001 }, "amount"],
    // A live gateway ignores it.
    ...(sandbox.isDocument ? [["a field that nobody knows", { currency: "EUR" }, "currency"] as const] : []),
  ])("is refused with %s", async (_, body, path) => {
    const { payment } = await paid();
    const { status, json } = await credit(payment.transactionId, body);
    expect([status, Object.keys(json.errors)]).toEqual([400, [path]]);
    expect(await listed(payment.orderId)).toHaveLength(1);
  });

  it("is refused for a transaction that captured nothing", async () => {
    const declined = await gateway.pay(cardPayment({ number: cardForCode("5051") }));
    const pending = await gateway.pay(cardPayment({ number: "4000000000002503", "3ds": true }));
    const later = await gateway.pay(
      cardPayment(
        {},
        { sku: { siteId: demoMerchant.siteId, price: [{ amount: 9, currency: "EUR", offset: "3d" }] } },
      ),
    );
    const refund = await credit((await paid()).payment.transactionId);
    const cases = [
      [declined, "is a payment that did not succeed"],
      [pending, "is a payment that did not succeed"],
      [later, "is a payment that took nothing"],
      [refund, "is a refund, of which nothing can go back"],
    ] as const;
    for (const [{ json }, problem] of cases) {
      const { status, json: refused } = await credit(json.payment.transactionId);
      expect([status, refused.errors]).toEqual([400, { id: problem }]);
    }
  });

  it.each(["1", "999999999", "no-such-payment", "a%20b", "0"])("of %s is 404", async (id) => {
    expect((await credit(id)).status).toBe(404);
  });

  it("of another merchant's payment is 404, and without a key 401", async () => {
    const { payment } = await paid();
    const { calls } = await otherMerchant(gateway);
    const path = `/payment/${payment.transactionId}/credit`;
    expect((await calls("POST", path, { reason: "Mine" })).status).toBe(404);
    expect((await gateway.post(path, { reason: "Mine" })).status).toBe(401);
  });

  it("with the same X-Request-ID is done once, and for another payment with it is refused", async () => {
    const one = await paid();
    const two = await paid();
    const id = { "X-Request-ID": "refund-once" };
    const first = await credit(one.payment.transactionId, { amount: 1 }, id);
    expect((await credit(one.payment.transactionId, { amount: 1 }, id)).text).toBe(first.text);
    expect(await listed(one.payment.orderId)).toHaveLength(2);
    expect((await credit(two.payment.transactionId, { amount: 1 }, id)).status).toBe(400);
  });

  it("twice at the same time makes one refund", async () => {
    const { payment } = await paid();
    const answers = await Promise.all(Array.from({ length: 12 }, () => credit(payment.transactionId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(400)]);
    expect(await listed(payment.orderId)).toHaveLength(2);
  });

  it("of many parts at the same time returns no more than the payment", async () => {
    const { payment } = await paid(10);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => credit(payment.transactionId, { amount: 3 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  it("of any amounts adds up to at most the payment, and exactly to the responses' amounts", async () => {
    const amounts = fc.array(fc.option(fc.integer({ min: 1, max: 700 }), { freq: 8 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), amounts, async (totalMinor, parts) => {
        const { payment } = await paid(totalMinor / 100);
        let left = totalMinor;
        for (const part of parts) {
          const { status, json } = await credit(
            payment.transactionId,
            part === null ? {} : { amount: part / 100 },
          );
          const isTaken = left > 0 && (part ?? left) <= left;
          expect(status).toBe(isTaken ? 201 : 400);
          if (isTaken) left -= Math.round(json.payment.amount * 100);
          if (isTaken)
            expect(json.payment.amount).toBe((part ?? Math.round(json.payment.amount * 100)) / 100);
        }
        const rows = (await listed(payment.orderId)).length - 1;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(rows).toBeLessThanOrEqual(parts.length);
        const rest = await credit(payment.transactionId);
        expect(rest.status === 201 ? rest.json.payment.amount : 0).toBe(left / 100);
      }),
      { numRuns: 12 },
    );
  });

  it("of a renewal returns only that charge", async () => {
    const price = [
      { amount: 1, currency: "EUR" },
      { amount: 9, currency: "EUR", offset: "1d" },
    ];
    const bought = await gateway.pay(cardPayment({}, { sku: { siteId: demoMerchant.siteId, price } }));
    await gateway.advance(24 * 3_600_000);
    const [renewal] = await listed(bought.json.payment.orderId);
    expect((await credit(renewal.transactionId)).json.payment).toMatchObject({
      amount: 9,
      parentTransactionId: renewal.transactionId,
    });
    expect((await credit(bought.json.payment.transactionId)).json.payment.amount).toBe(1);
  });

  it("does not make the order payable again", async () => {
    const { payment } = await paid();
    await credit(payment.transactionId);
    const action = { type: "retry", id: payment.orderId };
    const { status } = await gateway.pay(cardPayment({}, { sku: { name: demoMerchant.sku, action } }));
    expect(status).toBe(400);
  });
});
