/** The client against a real socket: which requests are sent, with which content, and which are never sent. */
import { exampleSources } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import {
  apiKey,
  clientOf,
  failureOf,
  gatewayWith,
  json,
  pay,
  successBody,
  validRequest,
} from "../gateway.test-server.ts";
import type { RequestOptions } from "../settings/settings.ts";

describe("a payment on the wire", () => {
  it("is sent to the operation's URL with the raw API key and an idempotency key", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const result = await pay(gateway, {}, { idempotencyKey: "order-1-try-1" });
    expect(result).toMatchObject({ ...successBody, raw: successBody });
    expect(result.payment.amountMinor).toBe(1250);
    expect(gateway.received).toHaveLength(1);
    expect(gateway.received[0]).toMatchObject({
      method: "POST",
      url: "/payment",
      headers: {
        authorization: apiKey,
        "content-type": "application/json",
        accept: "application/json",
        "x-request-id": "order-1-try-1",
        "user-agent": expect.stringMatching(/^cardpane-node\/\d/),
      },
    });
    expect(JSON.parse(gateway.received[0]?.body ?? "")).toEqual({
      ...validRequest(),
      sku: { siteId: "site-1", price: [{ offset: "0d", amount: 12.5, currency: "EUR", repeat: false }] },
      partialApproval: { amount: 5, percentage: 50 },
    });
  });

  it.each(Object.values(exampleSources))("is made from $type", async (source) => {
    const gateway = await gatewayWith(json(201, successBody));
    await clientOf(gateway).payments.create(validRequest(source));
    expect(JSON.parse(gateway.received[0]?.body ?? "").paymentSource).toEqual(source);
  });

  it("that is declined is a result", async () => {
    const declined = { ...successBody, payment: { ...successBody.payment, status: "fail", code: "5051" } };
    const gateway = await gatewayWith(json(201, declined));
    expect(await pay(gateway)).toMatchObject(declined);
  });

  it("succeeds with any 2xx whose body is a result", async () => {
    expect((await pay(await gatewayWith(json(200, successBody)))).payment.status).toBe("success");
  });

  it("follows the merchant's overrides of path and status", async () => {
    const gateway = await gatewayWith(json(200, successBody));
    await pay(
      { baseUrl: `${gateway.baseUrl}/v2/` },
      { operations: { payment: { path: "/pay", success: 200 } } },
    );
    expect(gateway.received[0]?.url).toBe("/v2/pay");
  });

  it("has a new idempotency key for every call", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    await pay(gateway);
    await pay(gateway);
    const [first, second] = gateway.received.map((request) => request.headers["x-request-id"]);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it("has the caller's idempotency key", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    await pay(gateway, {}, { idempotencyKey: "r-1" });
    expect(gateway.received.map(({ headers }) => headers["x-request-id"])).toEqual(["r-1"]);
  });

  it.each([
    ["an amount of the wire", { amount: 12.5, currency: "EUR" }, "sku.price.0.amount"],
    ["half a cent", { amountMinor: 0.5, currency: "EUR" }, "sku.price.0.amountMinor"],
    ["a debt", { amountMinor: -1, currency: "EUR" }, "sku.price.0.amountMinor"],
    ["no amount", { currency: "EUR" }, "sku.price.0.amountMinor"],
    ["no currency", { amountMinor: 1 }, "sku.price.0.currency"],
  ])("is not made for %s", async (_, item, path) => {
    const gateway = await gatewayWith(json(201, successBody));
    const request = { ...validRequest(), sku: { siteId: "site-1", price: [item] } };
    const error = await failureOf(clientOf(gateway).payments.create(request as never));
    expect(error.errors).toHaveProperty([path]);
    expect(gateway.received).toHaveLength(0);
  });

  it("is not made in two currencies", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const price = [
      { amountMinor: 1000, currency: "EUR" },
      { amountMinor: 500, currency: "USD" },
    ];
    const request = { ...validRequest(), sku: { siteId: "site-1", price } };
    const error = await failureOf(clientOf(gateway).payments.create(request));
    expect(error.errors).toHaveProperty(["sku.price.1.currency"]);
  });

  it("uses the fetch option", async () => {
    const calls: (string | undefined)[] = [];
    const fetch = (async (url: unknown, init?: RequestInit) => {
      calls.push(String(url), init?.redirect);
      return Response.json(successBody, { status: 201 });
    }) as typeof globalThis.fetch;
    await pay({ baseUrl: "https://gateway.example.com" }, { fetch });
    expect(calls).toEqual(["https://gateway.example.com/payment", "manual"]);
  });
});

describe("an invalid request is never sent", () => {
  it("and is reported by the field's path", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const request = {
      ...validRequest(),
      consumer: { ...validRequest().consumer, ip: "4242424242424242" },
    };
    const error = await failureOf(clientOf(gateway).payments.create(request, { idempotencyKey: "r-1" }));
    expect(error).toMatchObject({
      name: "NotSentError",
      code: "invalid_request",
      outcome: "not_sent",
      actor: "merchant",
      retryable: false,
      idempotencyKey: "r-1",
      errors: { "consumer.ip": "must be an IP address" },
      message:
        "The request is not valid: consumer.ip must be an IP address. Nothing was sent. Correct the fields in `errors` and call again. (invalid_request)",
    });
    expect(gateway.received).toHaveLength(0);
  });

  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["text", "4242424242424242"],
    ["a BigInt", { ...validRequest(), metadata: { n: 1n } }],
    ["a cycle", { ...validRequest(), metadata: circle }],
    [
      "a getter that throws",
      {
        get consumer() {
          throw new Error("4242424242424242");
        },
      },
    ],
  ])("%s", async (_, request) => {
    const gateway = await gatewayWith(json(201, successBody));
    const create = clientOf(gateway).payments.create as (input: unknown) => Promise<unknown>;
    const error = await failureOf(create(request));
    expect(error).toMatchObject({ code: "invalid_request", outcome: "not_sent" });
    expect(Object.keys(error.errors ?? {}).length).toBeGreaterThan(0);
    expect(error.message).not.toContain("4242");
    expect(gateway.received).toHaveLength(0);
  });

  it("fields that are undefined are left out, as JSON does", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const create = clientOf(gateway).payments.create as (input: unknown) => Promise<unknown>;
    await create({
      ...validRequest(),
      partialApproval: undefined,
      sku: { name: "mug-blue", price: undefined },
    });
    expect(JSON.parse(gateway.received[0]?.body ?? "").sku).toEqual({ name: "mug-blue" });
  });

  it.each(["", "a b", "x".repeat(129), "id\r\nX-Evil: 1", 7])(
    "with the idempotency key %j",
    async (idempotencyKey) => {
      const gateway = await gatewayWith(json(201, successBody));
      const error = await failureOf(pay(gateway, {}, { idempotencyKey } as RequestOptions));
      expect(error).toMatchObject({ code: "invalid_request", outcome: "not_sent" });
      expect(gateway.received).toHaveLength(0);
    },
  );

  it.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { maxRetries: 11 }])(
    "with the options %j",
    async (options) => {
      const gateway = await gatewayWith(json(201, successBody));
      expect(await failureOf(pay(gateway, {}, options))).toMatchObject({ code: "invalid_request" });
      expect(gateway.received).toHaveLength(0);
    },
  );
});
