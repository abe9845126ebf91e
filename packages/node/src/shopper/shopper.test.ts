import { describe, expect, it } from "vitest";
import { createClient } from "../client.ts";
import { clientOf, failureOf, gatewayWith, json, successBody } from "../gateway.test-server.ts";
import type { ClientOptions, ShopperOptions, ShopperRequest } from "../index.ts";

const headers = { "user-agent": "Browser/1", accept: "text/html", "x-forwarded-for": "198.51.100.4" };
const from = (remoteAddress: string): ShopperRequest => ({ headers, remoteAddress });
const shopperOf = (
  request: ShopperRequest,
  options?: ShopperOptions,
  settings: Partial<ClientOptions> = {},
) =>
  createClient({
    apiKey: "sk_test",
    baseUrl: "https://gateway.example.com",
    ipv6: "refuse",
    ...settings,
  }).shopper(request, options);
/** The paths of the errors. */
const errorsOf = async (...args: Parameters<typeof shopperOf>) => {
  const error = await failureOf((async () => shopperOf(...args))());
  expect(error).toMatchObject({ outcome: "not_sent", actor: "merchant" });
  return Object.keys(error.errors ?? {});
};

describe("client.shopper", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::1", "127.0.0.1"],
  ])("reads %s as %s, with the headers that the gateway requires", (remoteAddress, ip) => {
    expect(shopperOf(from(remoteAddress))).toEqual({
      ip,
      userAgent: "Browser/1",
      browserAcceptHeader: "text/html",
    });
  });

  it("uses proxyDepth", () => {
    expect(shopperOf(from("10.0.0.1")).ip).toBe("10.0.0.1");
    expect(shopperOf(from("10.0.0.1"), {}, { proxyDepth: 1 }).ip).toBe("198.51.100.4");
  });

  it("fits the pane's device data, and leaves out missing headers", () => {
    const device = { browserLanguage: "zh-Hans-CN", browserColorDepth: 30 };
    const request = { headers: new Headers(), remoteAddress: "203.0.113.7" };
    for (const given of [device, JSON.stringify(device)]) {
      expect(shopperOf(request, { device: given })).toEqual({
        ip: "203.0.113.7",
        browserLanguage: "zh-Hans",
        browserColorDepth: 24,
      });
    }
  });

  it("never truncates an IPv6 address: it is refused, or replaced by the fallback", async () => {
    const request = from("2001:db8::7");
    expect(await errorsOf(request)).toEqual(["httpRequest.remoteAddress"]);
    expect(shopperOf(request, {}, { ipv6: { fallback: "192.0.2.1" } }).ip).toBe("192.0.2.1");
  });

  it("needs no address of the connection when proxyDepth trusts headers", async () => {
    const forwarded = new Headers({ ...headers, "x-forwarded-for": "198.51.100.1, 203.0.113.7" });
    expect(shopperOf({ headers: forwarded }, {}, { proxyDepth: 1 }).ip).toBe("203.0.113.7");
    expect(shopperOf({ headers: forwarded }, {}, { proxyDepth: 2 }).ip).toBe("198.51.100.1");
    // The header is not trusted without proxyDepth. With too few addresses, or none, it does not contain the shopper's.
    expect(await errorsOf({ headers: forwarded })).toEqual(["httpRequest.remoteAddress"]);
    for (const request of [{ headers: forwarded }, { headers }]) {
      expect(await errorsOf(request, {}, { proxyDepth: 3 })).toEqual(["httpRequest.headers.x-forwarded-for"]);
    }
    const error = await failureOf((async () => shopperOf({ headers }))());
    expect(error.errors).toEqual({ "httpRequest.remoteAddress": expect.stringMatching(/set proxyDepth/) });
  });

  it("reports what it cannot read by its path", async () => {
    expect(await errorsOf(from(""), { device: "{" })).toEqual(["httpRequest.remoteAddress", "device"]);
    expect(await errorsOf(from("203.0.113.7"), {}, { proxyDepth: 2 })).toEqual([
      "httpRequest.headers.x-forwarded-for",
    ]);
    // A bare Fetch request has no remote address.
    const bare = new Request("https://shop.example.com") as unknown as ShopperRequest;
    expect(await errorsOf(bare)).toEqual(["httpRequest.remoteAddress"]);
  });

  it("can be used in the consumer of a payment with another source", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const client = clientOf(gateway);
    await client.payments.create({
      paymentSource: { type: "ideal" },
      sku: { name: "mug-blue" },
      consumer: { ...client.shopper(from("::ffff:203.0.113.7")), id: "100000001" },
      url: { ipnUrl: "https://shop.example.com/ipn", redirectUrl: "https://shop.example.com/done" },
    });
    expect(JSON.parse(gateway.received[0]?.body ?? "").consumer).toEqual({
      id: "100000001",
      ip: "203.0.113.7",
      userAgent: "Browser/1",
      browserAcceptHeader: "text/html",
    });
  });
});

describe("a private address", () => {
  const warnings: string[] = [];
  const clientFor = (baseUrl: string, proxyDepth = 0) =>
    createClient({
      apiKey: "sk",
      baseUrl,
      ipv6: "send",
      proxyDepth,
      logger: { debug: () => undefined, warn: (message) => void warnings.push(message) },
    });

  it.each(["10.0.0.5", "127.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1"])(
    "of %s without proxies causes one warning for a live gateway",
    (remoteAddress) => {
      warnings.length = 0;
      const client = clientFor("https://gateway.example.com");
      for (const _ of [1, 2]) expect(client.shopper({ headers: {}, remoteAddress }).ip).toBe(remoteAddress);
      expect(warnings).toEqual([expect.stringContaining("proxyDepth")]);
    },
  );

  it.each([
    ["a public one", "https://gateway.example.com", "203.0.113.7"],
    ["a gateway on this machine", "http://127.0.0.1:4000", "127.0.0.1"],
  ])("causes no warning with %s", (_, baseUrl, remoteAddress) => {
    warnings.length = 0;
    clientFor(baseUrl).shopper({ headers: {}, remoteAddress });
    expect(warnings).toEqual([]);
  });
});
