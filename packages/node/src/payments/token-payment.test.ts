import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { PaymentRequest as ContractRequest } from "@cardpane/gateway";
import { afterEach, describe, expect, it } from "vitest";
import { checkInput } from "../call/checked-call.ts";
import { createClient } from "../client.ts";
import { isCardpaneError } from "../errors/errors.ts";
import { json, startGateway, successBody, type TestGateway } from "../gateway.test-server.ts";
import { type ClientOptions, resolveSettings } from "../settings/settings.ts";
import { readFormValue } from "../shopper/form-value.ts";
import { draftFromShopper, type TokenPayment } from "./token-payment.ts";

const device = {
  browserJavaEnabled: false,
  browserLanguage: "zh-Hans-CN",
  browserColorDepth: 30,
  browserScreenHeight: 1080,
  browserScreenWidth: 1920,
  browserTimezone: "-0",
};
const token = "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11";
const headers = { "user-agent": "Browser/1", accept: "text/html" };
const order = {
  sku: { siteId: "site-1", price: [{ offset: "0d", amountMinor: 1250, currency: "EUR", repeat: false }] },
  consumer: { externalId: "customer-1", email: "ada@example.com" },
  url: { ipnUrl: "https://shop.example.com/ipn", redirectUrl: "https://shop.example.com/done" },
};
const payment: TokenPayment = {
  token,
  device,
  httpRequest: { headers, socket: { remoteAddress: "::ffff:203.0.113.7" } },
  ...order,
};
const consumerSent = {
  ...order.consumer,
  ip: "203.0.113.7",
  userAgent: "Browser/1",
  browserAcceptHeader: "text/html",
  browserJavaEnabled: false,
  browserLanguage: "zh-Hans",
  browserColorDepth: 24,
  browserScreenHeight: 1080,
  browserScreenWidth: 1920,
  browserTimezone: "0",
};

/** The checked request, in the wire's units. */
function requestOf(more: object = {}, options: Partial<ClientOptions> = {}) {
  const settings = resolveSettings({
    apiKey: "sk_test",
    baseUrl: "https://gateway.example.com",
    ipv6: "refuse",
    ...options,
  });
  const draft = draftFromShopper({ ...payment, ...more }, settings);
  return checkInput(settings, { ...draft, name: "payment" }) as unknown as ContractRequest;
}

function errorsOf(more: object, options: Partial<ClientOptions> = {}): unknown {
  try {
    requestOf(more, options);
    return {};
  } catch (error) {
    return isCardpaneError(error) ? error.errors : error;
  }
}

describe("a payment by token", () => {
  it("becomes a whole request", () => {
    const metadata = { udf1: "order-1" };
    const more = {
      metadata,
      partialApproval: { percentage: 50 },
      emailOptions: { send: true },
      emulateCode: "5051",
    };
    expect(requestOf(more)).toEqual({
      paymentSource: { type: "token", value: token, emulateCode: "5051" },
      sku: { siteId: "site-1", price: [{ offset: "0d", amount: 12.5, currency: "EUR", repeat: false }] },
      consumer: consumerSent,
      url: order.url,
      metadata,
      partialApproval: { percentage: 50 },
      emailOptions: { send: true },
    });
  });

  it.each([
    ["Node", { headers, socket: { remoteAddress: "203.0.113.7" } }],
    [
      "Express",
      { headers, socket: { remoteAddress: "203.0.113.7" }, ip: "198.51.100.1", ips: ["198.51.100.1"] },
    ],
    ["Fetch", { headers: new Headers(headers), remoteAddress: "203.0.113.7" }],
  ])("reads ip, user agent and accept header from the request of %s", (_, httpRequest) => {
    expect(requestOf({ httpRequest }).consumer).toEqual(consumerSent);
  });

  it("trusts a forwarding header only with a proxy depth", () => {
    const httpRequest = {
      headers: { ...headers, "x-forwarded-for": "198.51.100.1, 192.0.2.9" },
      socket: { remoteAddress: "203.0.113.7" },
    };
    expect(requestOf({ httpRequest }).consumer.ip).toBe("203.0.113.7");
    expect(requestOf({ httpRequest }, { proxyDepth: 1 }).consumer.ip).toBe("192.0.2.9");
    expect(requestOf({ httpRequest }, { proxyDepth: 2 }).consumer.ip).toBe("198.51.100.1");
  });

  it("truncates a user agent to 255 characters", () => {
    const httpRequest = {
      headers: { ...headers, "user-agent": "x".repeat(300) },
      remoteAddress: "203.0.113.7",
    };
    expect(requestOf({ httpRequest }).consumer.userAgent).toHaveLength(255);
  });

  it("accepts device data as JSON, and the value of the form field", () => {
    expect(requestOf({ device: JSON.stringify(device) }).consumer).toEqual(consumerSent);
    const { token: _token, device: _device, ...rest } = payment;
    const form = readFormValue(JSON.stringify({ token, device }));
    expect(requestOf({ ...rest, ...form }).consumer).toEqual(consumerSent);
  });

  it("needs no device data without 3D Secure, or where it may be skipped", () => {
    const { browserLanguage: _, ...half } = device;
    expect(errorsOf({ device: undefined, threeDs: false })).toEqual({});
    expect(errorsOf({ device: half }, { threeDsMissing: "skip" })).toEqual({});
    expect(errorsOf({ device: half })).toEqual({ "device.browserLanguage": "is required for 3DS" });
    expect(requestOf({ threeDs: false }).paymentSource).toMatchObject({ "3ds": false });
  });

  it.each([
    ["a wrong token", { token: "4242" }, { token: "must have 5 to 36 characters" }],
    ["no token", { token: undefined }, { token: "is required" }],
    ["a wrong code", { emulateCode: "1" }, { emulateCode: "must have 4 to 6 characters" }],
    ["a wrong switch", { threeDs: "no" }, { threeDs: "must be true or false" }],
    [
      "a wrong device",
      { device: "{" },
      { device: "must be the device data of the pane, as an object or as JSON" },
    ],
    [
      "a wrong field of the device",
      { device: { ...device, browserColorDepth: "24" } },
      { "device.browserColorDepth": "must be a number of bits, 1 or more" },
    ],
    [
      "no address",
      { httpRequest: { headers } },
      { "httpRequest.remoteAddress": expect.stringMatching(/^is unknown/) },
    ],
    [
      "an IPv6 address",
      { httpRequest: { headers, remoteAddress: "2001:db8:85a3::7348" } },
      { "httpRequest.remoteAddress": expect.stringMatching(/its option ipv6 is "refuse"/) },
    ],
    [
      "headers that a browser always sends",
      { httpRequest: { headers: {}, remoteAddress: "203.0.113.7" } },
      {
        "httpRequest.headers.user-agent": "is required for 3DS",
        "httpRequest.headers.accept": "is required for 3DS",
      },
    ],
    [
      "no email",
      { consumer: { externalId: "customer-1" } },
      { "consumer.email": "is required when id is empty" },
    ],
    [
      "an address that the shopper's form brought",
      { consumer: { ...order.consumer, ip: "198.51.100.1" } },
      { "consumer.ip": "is taken from httpRequest and device. Remove it" },
    ],
    [
      "a wrong amount",
      { sku: { name: "mug-blue", price: [{ amountMinor: 1.5, currency: "EUR" }] } },
      {
        "sku.price.0.amountMinor": "must be a whole number of minor units (cents), 0 or more",
      },
    ],
  ])("reports %s at the field of the call", (_, more, errors) => {
    expect(errorsOf(more)).toEqual(errors);
  });

  it("replaces an IPv6 address by the configured fallback", () => {
    const httpRequest = { headers, remoteAddress: "2001:db8:85a3::7348" };
    expect(requestOf({ httpRequest }, { ipv6: { fallback: "192.0.2.1" } }).consumer.ip).toBe("192.0.2.1");
  });

  it.each([undefined, null, 7])("refuses %j in its place without a crash", async (input) => {
    const { payments } = createClient({
      apiKey: "sk_test",
      baseUrl: "https://gateway.example.com",
      ipv6: "send",
    });
    const create = payments.createFromToken as (payment: unknown) => Promise<unknown>;
    await expect(create(input)).rejects.toMatchObject({ code: "invalid_request", outcome: "not_sent" });
  });
});

describe("createFromToken", () => {
  const open: TestGateway[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((gateway) => gateway.close()));
  });

  it("sends the request of a real shopper", async () => {
    const gateway = await startGateway(json(201, successBody));
    open.push(gateway);
    const { payments } = createClient({ apiKey: "sk_test", baseUrl: gateway.baseUrl, ipv6: "send" });
    const shop = createServer((httpRequest: IncomingMessage, response) => {
      payments.createFromToken({ ...payment, httpRequest }).then(
        (result) => response.end(JSON.stringify(result)),
        (error: unknown) => response.end(JSON.stringify(error)),
      );
    });
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    const page = await fetch(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`, { headers });
    expect(await page.json()).toMatchObject({ raw: successBody, payment: { amountMinor: 1250 } });
    expect(JSON.parse(gateway.received[0]?.body ?? "").consumer).toEqual({
      ...consumerSent,
      ip: "127.0.0.1",
    });
    shop.closeAllConnections();
    await new Promise((resolve) => shop.close(resolve));
  });

  it("reports a used token with the code token_unusable, so that the shop shows the card form again", async () => {
    const gateway = await startGateway(
      json(400, { message: "Bad Request", errors: { "paymentSource.value": "was used" } }),
    );
    open.push(gateway);
    const { payments } = createClient({ apiKey: "sk_test", baseUrl: gateway.baseUrl, ipv6: "send" });
    await expect(payments.createFromToken(payment, { idempotencyKey: "r-1" })).rejects.toMatchObject({
      code: "token_unusable",
      actor: "customer",
      outcome: "rejected",
      idempotencyKey: "r-1",
    });
  });
});
