import { exampleConsumer, exampleDevice, exampleSources } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { clientOf, failureOf, gatewayWith, json, successBody, validRequest } from "../gateway.test-server.ts";
import {
  type DeclinedOrder,
  needsSca,
  type PaymentResult,
  type ScaPayment,
  type TokenPayment,
} from "../index.ts";

import { parsePaymentResult } from "./payment-result.ts";

const declinedWith = (code: string, status = "fail") =>
  parsePaymentResult(
    { ...successBody, payment: { ...successBody.payment, status, code } },
    (text) => text,
    {},
  ) as PaymentResult;
const declined = declinedWith("5227");

const payment: TokenPayment = {
  token: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11",
  device: exampleDevice,
  httpRequest: { headers: { "user-agent": "browser", accept: "text/html" }, remoteAddress: "203.0.113.7" },
  sku: { name: "mug-blue", title: "Blue mug", price: [{ amountMinor: 1250, currency: "EUR" }] },
  consumer: { id: "100000001" },
  url: { ipnUrl: "https://shop.example.com/ipn", redirectUrl: "https://shop.example.com/done" },
};
const expected = { ...payment, threeDs: true } as const;

async function sent(previous: PaymentResult, next: ScaPayment, skip = false) {
  const gateway = await gatewayWith(json(201, successBody));
  const client = clientOf(gateway, skip ? { threeDsMissing: "skip" } : {});
  await client.payments.retryWithSca(previous.payment, next, { idempotencyKey: "order-1-sca" });
  return JSON.parse(gateway.received[0]?.body ?? "");
}

async function refusal(previous: unknown, next: unknown, skip = false) {
  const gateway = await gatewayWith(json(201, successBody));
  const client = clientOf(gateway, skip ? { threeDsMissing: "skip" } : {});
  const error = await failureOf(client.payments.retryWithSca(previous as DeclinedOrder, next as ScaPayment));
  expect(error).toMatchObject({ code: "invalid_request", outcome: "not_sent" });
  expect(gateway.received).toHaveLength(0);
  return error.errors;
}

describe("a retry with strong customer authentication", () => {
  it("sends the payment again as the same order, with 3D Secure on", async () => {
    const body = await sent(declined, expected);
    expect(body.sku).toEqual({
      name: "mug-blue",
      title: "Blue mug",
      price: [{ amount: 12.5, currency: "EUR" }],
      action: { type: "retry", id: "100000001" },
    });
    expect(body.paymentSource).toEqual({ type: "token", value: payment.token, "3ds": true });
    expect(body.consumer).toMatchObject({ userAgent: "browser", browserTimezone: "-60", ip: "203.0.113.7" });
  });

  it("accepts a whole request by card or token, and does not change it", async () => {
    const { mpiParameters: _, ...source } = {
      ...exampleSources.card,
      "3ds": false,
      mpiParameters: undefined,
    };
    const request = { ...validRequest(exampleSources.card), paymentSource: source };
    const body = await sent(declined, request);
    expect(body.paymentSource).toEqual({ ...exampleSources.card, "3ds": true });
    expect(body.sku.action).toEqual({ type: "retry", id: "100000001" });
    expect(body.metadata).toEqual(request.metadata);
    expect(request.paymentSource["3ds"]).toBe(false);
    expect(request.sku).not.toHaveProperty("action");
  });

  it.each(["5220", "5221", "5222", "5223", "5224", "5225", "5226", "5227", "5228"])(
    "follows a decline %s",
    async (code) => {
      expect((await sent(declinedWith(code), expected)).sku.action.id).toBe("100000001");
    },
  );

  it.each([
    ["another decline", declinedWith("5051")],
    ["a success", declinedWith("0", "success")],
  ])("does not follow %s", async (_, previous) => {
    expect(await refusal(previous.payment, expected)).toHaveProperty(["declined.code"]);
  });

  it("needs the gateway's order and nothing else", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    await clientOf(gateway).payments.retryWithSca({ orderId: "100000001" }, expected);
    expect(JSON.parse(gateway.received[0]?.body ?? "").sku.action).toEqual({
      type: "retry",
      id: "100000001",
    });
    for (const previous of [undefined, {}, { orderId: "" }]) {
      expect(await refusal(previous, expected)).toHaveProperty(["declined.orderId"]);
    }
  });

  it("requires every field of 3D Secure, even if the client's settings do not", async () => {
    const errors = await refusal(declined.payment, { ...expected, device: undefined }, true);
    expect(Object.keys(errors ?? {})).toContain("device.browserTimezone");
    const { userAgent: __, ...consumer } = exampleConsumer;
    const request = { ...validRequest(), consumer };
    expect(await refusal(declined.payment, request, true)).toHaveProperty(["consumer.userAgent"]);
  });

  it.each([
    [
      "a source without 3D Secure",
      { ...validRequest(), paymentSource: { type: "eps" } },
      "paymentSource.type",
    ],
    [
      "an authentication made elsewhere",
      { ...validRequest(), paymentSource: { ...exampleSources.card, mpiParameters: { eci: "05" } } },
      "paymentSource.mpiParameters",
    ],
    ["nothing", undefined, "token"],
    ["no product", { ...expected, sku: undefined }, "sku.siteId"],
  ])("refuses %s", async (_, next, path) => {
    expect(await refusal(declined.payment, next)).toHaveProperty([path]);
  });

  it("is required by one code only", () => {
    expect(needsSca(declined)).toBe(true);
    for (const other of [declinedWith("5220"), declinedWith("5051"), declinedWith("5227", "pending")]) {
      expect(needsSca(other)).toBe(false);
    }
  });
});
