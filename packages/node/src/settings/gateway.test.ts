import { describe, expect, it } from "vitest";
import { noClient } from "../checkout/shop.test-shop.ts";
import { failureOf, gatewayWith, json, pay, successBody } from "../gateway.test-server.ts";
import {
  ConfigurationError,
  createCheckout,
  createClient,
  createMemoryStore,
  createWalletNotifications,
  redirects,
  signatures,
} from "../index.ts";
import type { GatewayOptions } from "./gateway.ts";

const client = (gateway: unknown) =>
  createClient({
    apiKey: "sk_test_key",
    baseUrl: "https://gateway.example.com",
    ipv6: "send",
    gateway: gateway as GatewayOptions,
  });

/** The request that a payment sends to a gateway with these options. */
async function sent(gateway?: GatewayOptions) {
  const server = await gatewayWith(json(201, successBody));
  await pay(server, { gateway }, { idempotencyKey: "key-1" });
  return server.received[0];
}

const secret = "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S";
/** Sends a test notification, with headers changed by `bend`. Returns the status, the original headers and the refusals. */
async function delivered(
  gateway: GatewayOptions | undefined,
  bend: (headers: Headers) => void = () => undefined,
) {
  const refused: string[] = [];
  const ipn = createCheckout({
    client: noClient,
    secret,
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store: createMemoryStore(),
    onEvent: () => undefined,
    onRefused: ({ code }) => refused.push(code),
    signature: signatures.sha256Concat({ secret: "issued" }),
    gateway,
  });
  await ipn.begin({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
  const { url, method, body, headers } = await ipn.createTestNotification({ reference: "order-1" });
  const bent = new Headers(headers);
  bend(bent);
  const { status } = await ipn.handle(new Request(url, { method, body, headers: bent }));
  return { status, refused, headers: new Headers(headers) };
}

const way = "/return?order_id=1234";

describe("each difference of a gateway changes what is sent or read", () => {
  it("authorization: the API key is sent alone, or after Bearer", async () => {
    expect((await sent())?.headers.authorization).toBe("sk_test_4f9a8c7b6d5e");
    expect((await sent({ authorization: "Bearer" }))?.headers.authorization).toBe(
      "Bearer sk_test_4f9a8c7b6d5e",
    );
  });

  it("sendRequestId: the idempotency key is sent, or not", async () => {
    expect((await sent())?.headers["x-request-id"]).toBe("key-1");
    expect((await sent({ sendRequestId: false }))?.headers).not.toHaveProperty("x-request-id");
    expect(() =>
      createClient({
        apiKey: "sk_test_key",
        baseUrl: "https://gateway.example.com",
        ipv6: "send",
        gateway: { sendRequestId: false },
        onUnknown: "repeat-same-id",
      }),
    ).toThrow("onUnknown must be report where gateway.sendRequestId is false");
  });

  it("headers.requestId: the header has the gateway's name", async () => {
    const headers = (await sent({ headers: { requestId: "Idempotency-Key" } }))?.headers;
    expect(headers).toHaveProperty("idempotency-key", "key-1");
    expect(headers).not.toHaveProperty("x-request-id");
  });

  it("headers.signature: the signature is read from the gateway's header", async () => {
    const renamed = { headers: { signature: "X-Gateway-Sign" } };
    expect((await delivered(undefined)).headers.has("x-signature")).toBe(true);
    const { status, headers } = await delivered(renamed);
    expect(status).toBe(200);
    expect(headers.has("x-gateway-sign")).toBe(true);
    expect(headers.has("x-signature")).toBe(false);
    const elsewhere = await delivered(renamed, (bent) => {
      bent.set("x-signature", bent.get("x-gateway-sign") ?? "");
      bent.delete("x-gateway-sign");
    });
    expect(elsewhere).toMatchObject({ status: 400, refused: ["signature_missing"] });
  });

  it("headers.deliveryId: the delivery id is read from the gateway's header", async () => {
    const { status, headers } = await delivered({ headers: { deliveryId: "X-Message" } });
    expect(status).toBe(200);
    expect(headers.get("x-message")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.has("x-delivery-id")).toBe(false);
  });

  it("currencies: a newer currency is read with its decimals in notifications and webhooks", async () => {
    const money = async (gateway?: GatewayOptions) => {
      const heard: unknown[] = [];
      const options = {
        secret,
        environment: "test",
        store: createMemoryStore(),
        onRefused: () => heard.push("refused"),
        gateway,
      };
      const ipn = createCheckout({
        client: noClient,
        ...options,
        ipnUrl: "https://shop.example.com/ipn",
        onEvent: (event) => void heard.push(event.type === "payment.succeeded" && event.money.amountMinor),
      });
      await ipn.begin({ reference: "order-1", amountMinor: 1250, currency: "QQZ" });
      const test = await createCheckout({
        client: noClient,
        ...options,
        ipnUrl: "https://shop.example.com/ipn",
        onEvent: () => undefined,
        gateway: { currencies: { QQZ: 2 } },
      }).createTestNotification({ reference: "order-1" });
      expect(JSON.parse(test.body).payment.amount).toBe(12.5);
      await ipn.handle(test.toRequest());
      return heard;
    };
    // Refused before the payment, because its notification could not be read.
    await expect(money()).rejects.toMatchObject({
      errors: { currency: expect.stringContaining("gateway.currencies") },
    });
    expect(await money({ currencies: { QQZ: 2 } })).toEqual([1250]);

    const wallet = (gateway?: GatewayOptions) =>
      createWalletNotifications({
        secret,
        environment: "test",
        store: createMemoryStore(),
        webhookUrl: "https://shop.example.com/webhook",
        onEvent: () => undefined,
        gateway,
      });
    const ids = { userId: 7, paymentAccountId: 9 };
    const refill = { reference: "a-1", kind: "refill", ...ids, amountMinor: 1250, currency: "QQZ" } as const;
    await expect(wallet().begin(refill)).rejects.toThrow("currency");
    const known = wallet({ currencies: { QQZ: 3 } });
    await known.begin(refill);
    const test = await known.createTestNotification({ reference: "a-1" });
    expect(JSON.parse(test.body).price).toBe(1.25);
    expect((await known.handle(test.toRequest())).status).toBe(200);
  });

  it.each<[string, GatewayOptions | undefined, string, object]>([
    [
      "the document's",
      undefined,
      "&transaction_id=5678&is_approved=1&code=0",
      { transactionId: "5678", code: "0" },
    ],
    [
      "the field's",
      undefined,
      "&cb_transaction_id=5678&is_approved=1&cb_code=0000",
      { transactionId: "5678", code: "0" },
    ],
    [
      "both, the field's first",
      undefined,
      "&cb_transaction_id=1&transaction_id=2&is_approved=1&cb_code=5051&code=mine",
      { transactionId: "1", code: "5051" },
    ],
    [
      "names of its own",
      { redirect: { orderId: "o", transactionId: "t", isApproved: "ok", code: "c" } },
      "&o=9&t=8&ok=1&c=5220",
      { orderId: "9", transactionId: "8", isApproved: true, code: "5220" },
    ],
    [
      "names that are not there",
      { redirect: { isApproved: "ok" } },
      "&transaction_id=5678&is_approved=1",
      { why: "missing" },
    ],
  ])("redirect: the return URL is read with %s names", (_, gateway, query, hint) => {
    expect(redirects.parse(way + query, gateway)).toMatchObject(hint);
  });
});

describe("an invalid difference", () => {
  it.each<[unknown, string]>([
    [7, "gateway must be an object"],
    [{ presets: "field" }, "gateway.presets is not a field of this object"],
    [{ authorization: "Basic" }, "gateway.authorization must be raw or Bearer"],
    [{ sendRequestId: "no" }, "gateway.sendRequestId must be true or false"],
    [{ headers: { requestId: "X Request" } }, "gateway.headers.requestId must be the name of a header"],
    [
      { headers: { requestId: "Authorization" } },
      "gateway.headers.requestId is a header that the client sets",
    ],
    [{ headers: { signature: "" } }, "gateway.headers.signature must be the name of a header"],
    [{ headers: { trace: "X-Trace" } }, "gateway.headers.trace is not a field"],
    [{ currencies: { eur: 2 } }, "gateway.currencies.eur is no code of a currency: three capital letters"],
    [{ currencies: ["QQZ"] }, "gateway.currencies must be decimals by currency"],
    [{ currencies: { QQZ: -1 } }, "gateway.currencies.QQZ must be a whole number from 0 to 4"],
    [{ currencies: { QQZ: 5 } }, "gateway.currencies.QQZ must be a whole number from 0 to 4"],
    [{ currencies: { QQZ: 1.5 } }, "gateway.currencies.QQZ must be a whole number from 0 to 4"],
    [{ currencies: { EUR: 0 } }, "gateway.currencies.EUR is known, and has 2 decimals"],
    [{ redirect: { code: "a b" } }, "gateway.redirect.code must be"],
    [{ redirect: { state: "s" } }, "gateway.redirect.state is not a field"],
  ])("%j is refused, and the error names its path", (gateway, message) => {
    const make = () => client(gateway);
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(message);
    expect(() => redirects.parse("/", gateway as GatewayOptions)).toThrow(message);
  });

  it("is refused by receivers, too", () => {
    const make = () =>
      createCheckout({
        client: noClient,
        secret,
        environment: "test",
        ipnUrl: "https://shop.example.com/ipn",
        store: createMemoryStore(),
        onEvent: () => undefined,
        gateway: { headers: { deliveryId: "a b" } },
      });
    expect(make).toThrow("gateway.headers.deliveryId must be the name of a header");
  });

  it("never makes an error quote the API key", async () => {
    const server = await gatewayWith(json(401, { message: "Unauthorized sk_test_4f9a8c7b6d5e" }));
    const { message } = await failureOf(pay(server, { gateway: { authorization: "Bearer" } }));
    expect(message).not.toContain("sk_test");
  });
});
