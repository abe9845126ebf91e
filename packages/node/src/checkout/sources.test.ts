/** `pay` and `charge` with every source: the request that is sent, and the field that is named if it is wrong. */
import { exampleSources } from "@cardpane/gateway/testing";
import { describe, expect, it, vi } from "vitest";
import { type Answer, clientOf, gatewayWith, json, successBody } from "../gateway.test-server.ts";
import type {
  CheckoutCharge,
  CheckoutOptions,
  CheckoutPayment,
  ClientOptions,
  PaymentSourceType,
} from "../index.ts";
import { mug, openShop } from "./shop.test-shop.ts";

const headers = { "user-agent": "Browser/1", accept: "text/html" };
const httpRequest = { headers, remoteAddress: "203.0.113.7" };
const consumer = {
  externalId: "customer-1",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Example",
  cpf: "12345678909",
};
const terms = { ...mug, sku: { siteId: "site-1" }, redirectUrl: "https://shop.example.com/back" };
const shopperPays = { ...terms, httpRequest, consumer };
const device = {
  browserJavaEnabled: false,
  browserLanguage: "de",
  browserColorDepth: 24,
  browserScreenHeight: 1080,
  browserScreenWidth: 1920,
  browserTimezone: "0",
};
const token = "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11";
const withPayment = (payment: object) =>
  json(201, { ...successBody, payment: { ...successBody.payment, ...payment } });

async function shopWith(
  answers: readonly Answer[] = [json(201, successBody)],
  options: Partial<CheckoutOptions<undefined>> = {},
  clientOptions: Partial<ClientOptions> = {},
) {
  const gateway = await gatewayWith(...answers);
  const warnings: string[] = [];
  const logger = { debug: () => undefined, warn: (text: string) => void warnings.push(text) };
  const client = clientOf(gateway, { logger, maxRetries: 0, ...clientOptions });
  const shop = openShop({ client, ...options });
  const sent = () => gateway.received.map(({ body }) => JSON.parse(body));
  const pay = (payment: object) =>
    shop.checkout.pay({ ...shopperPays, ...payment } as unknown as CheckoutPayment);
  const charge = (payment: object) => {
    const { redirectUrl: _, ...rest } = terms;
    return shop.checkout.charge({ ...rest, ...payment } as unknown as CheckoutCharge);
  };
  return { ...shop, gateway, sent, pay, charge, warnings };
}

const sources = Object.values(exampleSources).filter(({ type }) => type !== "card" && type !== "token");

describe("pay by a source", () => {
  it.each([undefined, null, "", "x", "/back", "javascript:1", "shop.example.com", 1])(
    "is refused with %s as the address of the shopper's return, and sends nothing",
    async (redirectUrl) => {
      const { pay, gateway } = await shopWith();
      expect(await pay({ source: { type: "ideal" }, redirectUrl })).toMatchObject({
        type: "not_made",
        error: { errors: { redirectUrl: expect.any(String) } },
      });
      expect(gateway.received).toHaveLength(0);
    },
  );

  it.each(sources.map((source) => [source.type, source] as const))("%s: one call", async (_, source) => {
    const { pay, sent, gateway } = await shopWith();
    expect(await pay({ source })).toMatchObject({ type: "paid" });
    expect(sent()).toMatchObject([
      {
        paymentSource: source,
        sku: { siteId: "site-1", price: [{ amount: 12.5, currency: "EUR" }] },
        consumer: { ...consumer, ip: "203.0.113.7", userAgent: "Browser/1" },
        url: { redirectUrl: terms.redirectUrl },
      },
    ]);
    expect(gateway.received[0]?.headers["x-request-id"]).toBe(
      new URL(sent()[0].url.ipnUrl).searchParams.get("cp_att"),
    );
  });

  it.each<[string, object, string, RegExp]>([
    ["a raw card", { source: exampleSources.card }, "source.type", /must not be card/],
    ["a token as a source", { source: exampleSources.token }, "source.type", /give its value as token/],
    ["both", { source: { type: "ideal" }, token }, "token", /beside source/],
    ["a missing field", { source: { type: "sepa" } }, "source.iban", /is required/],
    [
      "a wrong field",
      { source: { type: "ach", accountType: "X", abaNumber: "1", accountNumber: "1" } },
      "source.accountType",
      /must be C/,
    ],
    [
      "a field of another source",
      { source: { type: "eps", iban: "DE89370400440532013000" } },
      "source.iban",
      /not a field/,
    ],
    ["no type", { source: {} }, "source.type", /is required/],
    ["a text", { source: "ideal" }, "source", /must be an object/],
    [
      "a missing field of the consumer",
      { source: { type: "pix" }, consumer: { ...consumer, cpf: undefined } },
      "consumer.cpf",
      /required for pix/,
    ],
    [
      "no request of the shopper",
      { source: { type: "ideal" }, httpRequest: undefined },
      "httpRequest.remoteAddress",
      /is unknown/,
    ],
    [
      "an address of the shopper's form",
      { source: { type: "ideal" }, consumer: { ...consumer, ip: "198.51.100.1" } },
      "consumer.ip",
      /taken from httpRequest/,
    ],
    [
      "a part of the amount",
      { source: { type: "ideal" }, partialApproval: { percentage: 50 } },
      "partialApproval",
      /client\.payments/,
    ],
    ["an empty wallet token", { source: { type: "googlepay", token: {} } }, "source.token", /must be/],
    [
      "both modes of Apple Pay",
      { source: { type: "applePay", token: "t", number: "4242424242424242" } },
      "source.token",
      /together/,
    ],
    [
      "both modes, with a token of a phone",
      { source: { type: "applePay", token: { data: "t" }, number: "4242424242424242" } },
      "source.token",
      /must be/,
    ],
  ])("refuses %s by its path, and sends nothing", async (_, payment, path, text) => {
    const { pay, gateway } = await shopWith();
    const outcome = await pay(payment);
    expect(outcome).toMatchObject({ type: "not_made", error: { code: "invalid_request" } });
    const { errors } = (outcome as { error: { errors: Record<string, string> } }).error;
    expect(errors[path]).toMatch(text);
    expect(gateway.received).toHaveLength(0);
  });

  it("sends a source that this version does not know, with a warning", async () => {
    const { pay, sent, warnings } = await shopWith();
    expect(await pay({ source: { type: "newpay", phone: "1" } })).toMatchObject({ type: "paid" });
    expect(sent()).toMatchObject([{ paymentSource: { type: "newpay", phone: "1" } }]);
    expect(warnings).toHaveLength(1);
  });
});

describe("a wallet's token", () => {
  const text = JSON.stringify({ data: "d".repeat(3_400), signature: "s".repeat(100) });
  const object = JSON.parse(text);
  const types: readonly PaymentSourceType[] = ["applePay", "googlepay"];

  it.each(types.flatMap((type) => [[type, text] as const, [type, object] as const]))(
    "of %s is sent as it is, with one warning",
    async (type, walletToken) => {
      const { pay, sent, warnings } = await shopWith();
      expect(await pay({ source: { type, token: walletToken } })).toMatchObject({ type: "paid" });
      expect(sent()[0].paymentSource).toEqual({ type, token: walletToken });
      expect(warnings).toMatchObject([expect.stringContaining("1 to 512 characters")]);
    },
  );

  it("is sent as text where the gateway wants that", async () => {
    const { pay, sent } = await shopWith(undefined, {}, { gateway: { walletTokens: "text" } });
    await pay({ source: { type: "applePay", token: object } });
    expect(sent()[0].paymentSource).toEqual({ type: "applePay", token: text });
  });

  it("is in no error, whatever the gateway echoes", async () => {
    const { pay } = await shopWith([
      json(400, { message: `no ${object.data}`, errors: { x: object.signature } }),
    ]);
    const outcome = await pay({ source: { type: "applePay", token: object } });
    expect(outcome).toMatchObject({ type: "not_made", error: { code: "bad_request" } });
    expect(JSON.stringify(outcome)).not.toMatch(/d{20}|s{20}/);
  });
});

describe("a charge without the shopper", () => {
  const source = { type: "consumer", value: "100000001" };
  const known = { id: "100000001", ip: "203.0.113.9" };

  it("needs no request and no redirect", async () => {
    const { charge, sent } = await shopWith();
    expect(await charge({ source, consumer: known })).toMatchObject({ type: "paid" });
    expect(sent()).toMatchObject([
      { paymentSource: source, consumer: known, url: { redirectUrl: "https://shop.example.com/ipn" } },
    ]);
  });

  it("asks for the address of the consent by name", async () => {
    const { charge, gateway } = await shopWith();
    const outcome = await charge({ source, consumer: { id: "100000001" } });
    expect(outcome).toMatchObject({
      type: "not_made",
      error: { errors: { "consumer.ip": expect.stringMatching(/agreed to later charges/) } },
    });
    expect(gateway.received).toHaveLength(0);
  });

  it("is told that the bank wants the shopper", async () => {
    const url = "https://bank.example/3ds";
    const { charge } = await shopWith([
      withPayment({ status: "pending", action: "redirect", url, code: undefined }),
    ]);
    expect(await charge({ source, consumer: known })).toMatchObject({ type: "shopper_needed", url });
  });

  it("may name where the bank's page returns the shopper", async () => {
    const { charge, sent } = await shopWith();
    const { redirectUrl } = terms;
    expect(await charge({ source, consumer: known, redirectUrl })).toMatchObject({ type: "paid" });
    expect(sent()).toMatchObject([{ url: { redirectUrl } }]);
  });

  it("is sent once, also if the checkout repeats tokens: a saved card is not used up by its first call", async () => {
    const { charge, gateway } = await shopWith([json(502, {})], { onUnknown: "repeat" });
    expect(await charge({ source, consumer: known })).toMatchObject({ type: "unknown" });
    expect(gateway.received).toHaveLength(1);
  });

  it("is one of the order's attempts", async () => {
    const { charge, pay } = await shopWith();
    await charge({ source, consumer: known });
    expect(await pay({ source: { type: "ideal" } })).toEqual({ type: "already_paid" });
  });

  it.each(["httpRequest", "redirectUrl", "token"])("refuses x as %s", async (field) => {
    const { charge } = await shopWith();
    const outcome = await charge({ source, consumer: known, [field]: "x" });
    expect(outcome).toMatchObject({ type: "not_made", error: { errors: { [field]: expect.any(String) } } });
  });
});

describe("a soft decline (5227)", () => {
  const soft = withPayment({ status: "fail", code: "5227" });

  it("is retried with 3D Secure also after an attempt that made nothing", async () => {
    const { pay, sent } = await shopWith([soft, json(400, { message: "used" }), json(201, successBody)]);
    await pay({ token, device, threeDs: false });
    expect(await pay({ token, device, threeDs: false })).toMatchObject({ type: "not_made" });
    expect(await pay({ token, device, threeDs: false })).toMatchObject({ type: "paid" });
    expect(sent()[2]).toMatchObject({ paymentSource: { "3ds": true }, sku: { action: { type: "retry" } } });
  });

  it("is retried with 3D Secure by the next token of the order", async () => {
    const { pay, sent } = await shopWith([soft, json(201, successBody)]);
    const declined = await pay({ token, device, threeDs: false });
    expect(declined).toMatchObject({ type: "declined", code: "5227", advice: { again: "with_3ds" } });
    expect(await pay({ token, device, threeDs: false })).toMatchObject({ type: "paid" });
    expect(sent()[1]).toMatchObject({
      paymentSource: { "3ds": true },
      sku: { action: { type: "retry", id: "100000001" } },
    });
  });

  it("is not retried by another source, nor after another decline", async () => {
    const other = withPayment({ status: "fail", code: "5051", transactionId: "100000009" });
    const { pay, sent } = await shopWith([soft, other, json(201, successBody)]);
    await pay({ token, device });
    await pay({ source: { type: "ideal" } });
    await pay({ token, device });
    expect(sent().map(({ sku }) => sku.action)).toEqual([undefined, undefined, undefined]);
  });
});

describe("the data that the card networks want for 3D Secure", () => {
  const { firstName: _, lastName: __, ...nameless } = consumer;

  it.each<[string, object, readonly string[] | undefined]>([
    ["nothing", { token, device }, undefined],
    ["the name", { token, device, consumer: nameless }, ["name"]],
    [
      "nothing, as the token holds the name",
      { token, device, consumer: nameless, card: { hasName: true } },
      undefined,
    ],
    [
      "the name, which the pane did not ask for",
      { token, device, consumer: nameless, card: { brand: "visa" } },
      ["name"],
    ],
    ...[
      "127.0.0.1",
      "10.0.0.7",
      "172.16.0.1",
      "192.168.1.4",
      "169.254.9.9",
      "100.64.0.1",
      "::1",
      "::ffff:10.0.0.7",
    ].map((remoteAddress): [string, object, readonly string[]] => [
      `the address, as ${remoteAddress} is no shopper's`,
      { token, device, httpRequest: { headers, remoteAddress } },
      ["address"],
    ]),
    ["nothing without 3D Secure", { token, device, consumer: nameless, threeDs: false }, undefined],
    [
      "the contact",
      { token, device, consumer: { id: "100000001", firstName: "A", lastName: "B" } },
      ["contact"],
    ],
    [
      "a phone suffices",
      { token, device, consumer: { id: "100000001", firstName: "A", lastName: "B", phone: "+4930123456" } },
      undefined,
    ],
    ["nothing of another source", { source: { type: "ideal" }, consumer: nameless }, undefined],
  ])("lacks %s", async (_name, payment, missing) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { pay } = await shopWith();
    const outcome = await pay(payment);
    expect(outcome.type).toBe("paid");
    expect(outcome.missingForThreeDs).toEqual(missing);
    warn.mockRestore();
  });

  it("lacks the address, if the client puts another in the place of an IPv6 address", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const request = { token, device, httpRequest: { headers, remoteAddress: "2001:db8::7" } };
    const replaced = await shopWith(undefined, {}, { ipv6: { fallback: "203.0.113.1" } });
    expect((await replaced.pay(request)).missingForThreeDs).toEqual(["address"]);
    const sent = await shopWith(undefined, {}, { ipv6: "send" });
    expect((await sent.pay(request)).missingForThreeDs).toBeUndefined();
    warn.mockRestore();
  });

  it.each([
    "2001:0DB8:0:0::7",
    "[2001:db8::7]:4711",
    "2001:db8::7%eth0",
    "::FFFF:203.0.113.7",
    "203.0.113.7:4711",
  ])("has the address, however a proxy spells it: %s", async (address) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { pay } = await shopWith(undefined, {}, { ipv6: "send", proxyDepth: 1 });
    const behindProxy = { headers: { ...headers, "x-forwarded-for": address }, remoteAddress: "10.0.0.1" };
    expect((await pay({ token, device, httpRequest: behindProxy })).missingForThreeDs).toBeUndefined();
    warn.mockRestore();
  });

  it("is refused before sending, or not looked at", async () => {
    const strict = await shopWith(undefined, { threeDsData: "refuse" });
    expect(await strict.pay({ token, device, consumer: nameless })).toMatchObject({
      type: "not_made",
      error: { errors: { "consumer.firstName": expect.stringContaining("cardholder") } },
    });
    expect(strict.gateway.received).toHaveLength(0);
    const off = await shopWith(undefined, { threeDsData: "off" });
    expect(await off.pay({ token, device, consumer: nameless })).not.toHaveProperty("missingForThreeDs");
  });
});
