import { errorResult, paymentOperations } from "@cardpane/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveMerchant } from "./db/merchants.ts";
import {
  type Answered,
  cardPayment,
  demoMerchant,
  gatewayOn,
  openGateway,
  type TestGateway,
  testCard,
  testSandboxes,
  xhr,
} from "./testing/gateway.ts";

describe.each(testSandboxes)("the gateway over HTTP on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  afterAll(() => gateway.close());

  // Live gateways require a header for tokenize; other operations ignore it.
  const key = { Authorization: demoMerchant.apiKey, ...xhr };
  const json = { "Content-Type": "application/json" };
  const browserPaths = [paymentOperations.tokenize.path, paymentOperations.tokenizeWithPaymentAccountId.path];

  function expectError(answer: Answered, status: number, message: string, fields: string[] = []): void {
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      status,
      "application/json; charset=utf-8",
    ]);
    expect(errorResult.safeParse(answer.json).error).toBeUndefined();
    expect([answer.json.message, Object.keys(answer.json.errors)]).toEqual([message, fields]);
  }

  it.each([
    ["malformed JSON", { headers: { ...json, ...key }, body: '{"number":"4242424242424242"' }, "(body)"],
    ["an empty body", { headers: { ...json, ...key }, body: "" }, "(body)"],
    ["no object", { headers: { ...json, ...key }, body: "[1]" }, "(body)"],
    ["no UTF-8", { headers: { ...json, ...key }, body: new Uint8Array([34, 255, 34]) }, "(body)"],
    ["text that cannot be stored", { headers: { ...json, ...key }, body: '{"a":"\\u0000"}' }, "a"],
    ["a lone surrogate", { headers: { ...json, ...key }, body: '{"\\ud800":1}' }, "(unknown)"],
    [
      "bottomless nesting",
      { headers: { ...json, ...key }, body: "[".repeat(9e3) + "]".repeat(9e3) },
      "(body)",
    ],
    [
      "a form",
      {
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...key },
        body: "number=4242424242424242",
      },
      "Content-Type",
    ],
    ["plain text", { headers: key, body: "{}" }, "Content-Type"],
  ])("answers 400 to %s", async (_, init, field) => {
    for (const { path, method } of Object.values(paymentOperations)) {
      const answer = await gateway.request(path, { method, ...init });
      expect(answer.json.errors).toHaveProperty([field]);
      expectError(answer, 400, "Bad Request", Object.keys(answer.json.errors));
      expect(answer.text).not.toContain("4242");
    }
  });

  it("accepts a charset in the content type", async () => {
    const headers = { "Content-Type": "Application/JSON; charset=utf-8", ...xhr };
    const answer = await gateway.request("/tokenize", {
      method: "POST",
      headers,
      body: JSON.stringify(testCard),
    });
    expect(answer.status).toBe(201);
  });

  it("names every invalid field, and no value", async () => {
    const answer = await gateway.post("/tokenize", {
      number: "42x2424242424242",
      expirationMonth: "13",
      expirationYear: 2030,
      cvv: "98765",
      "4242424242424242": true,
    });
    expectError(answer, 400, "Bad Request", [
      "number",
      "expirationYear",
      "expirationMonth",
      "cvv",
      // Live gateways ignore it.
      ...(sandbox.isDocument ? ["(unknown)"] : []),
    ]);
    for (const typed of ["42x24", "98765", "4242424242424242"]) expect(answer.text).not.toContain(typed);
  });

  it("answers 413 past 64 KiB, and not before", async () => {
    const padded = (bytes: number) => JSON.stringify(testCard).padEnd(bytes);
    expect((await gateway.post("/tokenize", padded(64 * 1024))).status).toBe(201);
    expectError(await gateway.post("/tokenize", padded(64 * 1024 + 1)), 413, "Payload Too Large");
  });

  it.each(["/nothing", "/payment/", "/4242424242424242", "/3ds", "/api/v1/users"])(
    "answers 404 to %s",
    async (path) => expectError(await gateway.request(path), 404, "Not Found"),
  );

  it.each([
    ["/tokenize", "GET", "POST"],
    ["/payment", "GET", "POST"],
    ["/payment", "PUT", "POST"],
    ["/payment", "OPTIONS", "POST"],
    ["/health", "POST", "GET, HEAD"],
    ["/", "DELETE", "GET, HEAD"],
    ["/3ds/x", "PUT", "GET, HEAD, POST"],
    ["/api/v1/payment-account/1", "DELETE", "GET, HEAD, PUT"],
  ])("answers 405 to %s by %s", async (path, method, allow) => {
    const answer = await gateway.request(path, { method });
    expectError(answer, 405, "Method Not Allowed");
    expect(answer.headers.get("Allow")).toBe(allow);
  });

  it.each([
    {},
    { Authorization: "" },
    { Authorization: "unknown" },
    { Authorization: `Bearer ${demoMerchant.apiKey}` },
  ])("answers 401 to a payment with %j", async (headers) =>
    expectError(await gateway.post("/payment", cardPayment(), headers), 401, "Unauthorized"),
  );

  it("isolates merchants: one merchant's consumers, cards and orders do not exist for another", async () => {
    const other = { ...demoMerchant, apiKey: "other_key", merchantId: 3003 };
    await saveMerchant(gateway.database.db, other);
    const declined = await gateway.pay(cardPayment({ emulateCode: "5227" }));
    const { id } = declined.json.consumer;
    const { orderId, source } = declined.json.payment;
    const theirs = (body: unknown) => gateway.post("/payment", body, { Authorization: other.apiKey });
    const { consumer, ...rest } = cardPayment();
    const cases: [string, Record<string, unknown>][] = [
      ["consumer.id", { ...rest, consumer: { ...(consumer as object), id } }],
      [
        "sku.action.id",
        { ...rest, consumer, sku: { name: demoMerchant.sku, action: { type: "retry", id: orderId } } },
      ],
      [
        "paymentSource.paymentAccountId",
        {
          ...rest,
          consumer,
          paymentSource: { type: "paymentAccountId", paymentAccountId: source.paymentAccountId },
        },
      ],
    ];
    for (const [path, body] of cases) expectError(await theirs(body), 400, "Bad Request", [path]);
  });

  describe("from another page's origin", () => {
    const origin = { Origin: "https://pane.test" };

    it.each(browserPaths)("preflights %s", async (path) => {
      const answer = await gateway.request(path, {
        method: "OPTIONS",
        headers: {
          ...origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type",
        },
      });
      expect([answer.status, answer.text]).toEqual([204, ""]);
      const header = (name: string) => answer.headers.get(`Access-Control-${name}`);
      expect(header("Allow-Origin")).toBe("*");
      expect(header("Allow-Methods")).toBe("POST");
      expect(header("Max-Age")).toBe("7200");
      expect(header("Allow-Credentials")).toBeNull();
      expect(header("Allow-Headers")?.split(",")).toEqual([
        "Content-Type",
        "Accept",
        "X-Request-ID",
        "X-Requested-With",
      ]);
    });

    it.each(browserPaths)("lets the page read every response of %s, including errors", async (path) => {
      const answers = [
        await gateway.post(path, testCard, origin),
        await gateway.post(path, "{", origin),
        await gateway.post(path, " ".repeat(70_000), origin),
        await gateway.request(path, { headers: origin }),
        await brokenGateway().post(path, testCard, origin),
      ];
      expect(answers.map(({ status }) => status)).toEqual([
        path === "/tokenize" ? 201 : 400,
        400,
        413,
        405,
        500,
      ]);
      for (const { headers } of answers) expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    });

    it("sends no CORS headers on /payment", async () => {
      const answer = await gateway.pay(cardPayment(), origin);
      expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([201, null]);
    });
  });

  /** A gateway whose database is gone. */
  function brokenGateway(): TestGateway {
    const gone = () => {
      throw Object.assign(new Error("insert failed, params: 4242424242424242"), { code: "57P01" });
    };
    const db = new Proxy(gateway.database.db, { get: () => gone });
    return gatewayOn({ ...gateway.database, db }, sandbox.settings);
  }

  it("answers 500 without detail, and logs the place of the failure without any value", async () => {
    const broken = brokenGateway();
    const answer = await broken.post("/tokenize", testCard);
    expectError(answer, 500, "Internal server error");
    expect(broken.log).toEqual([
      expect.objectContaining({ status: 500, failure: expect.stringContaining("Error 57P01 | at ") }),
    ]);
    expect(JSON.stringify([broken.log, answer.text])).not.toMatch(/4242|insert failed/);
    expectError(await broken.request("/health"), 503, "Service Unavailable");
  });

  it("logs method, route, status, duration and request id only", async () => {
    gateway.log.length = 0;
    await gateway.post("/tokenize?number=4242424242424242", testCard, { "X-Request-ID": "log-1" });
    await gateway.pay(cardPayment({}, { metadata: { udf1: "shopper-text" } }), {
      "X-Request-ID": "4242 4242-42424242",
    });
    await gateway.request("/4242424242424242", { headers: { "User-Agent": "shopper-text" } });
    const durationMs = expect.any(Number);
    expect(gateway.log).toEqual([
      { method: "POST", path: "/tokenize", status: 201, durationMs, requestId: "log-1" },
      {
        method: "POST",
        path: "/payment",
        status: sandbox.isDocument ? 201 : 200,
        durationMs,
        requestId: "(not logged)",
      },
      {
        method: "GET",
        path: "(unknown)",
        status: 404,
        durationMs,
        requestId: expect.stringMatching(/^[\w-]{36}$/),
      },
    ]);
    // A duration and a random id may contain any three digits.
    const others = gateway.log.map((line) => ({ ...line, durationMs: 0, requestId: "" }));
    expect(JSON.stringify(others)).not.toMatch(/4242|shopper-text|Ada|123/);
  });

  it("reports its health and the kind of its database", async () => {
    const { status, json: health } = await gateway.request("/health");
    expect([status, health]).toEqual([
      200,
      { status: "ok", database: gateway.database.kind, time: new Date(gateway.now).toISOString() },
    ]);
  });

  it("shows a home page with test cards and links", async () => {
    const { status, text, headers } = await gateway.request("/");
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    for (const part of ["4242424242424242", "5051", 'href="/openapi.json"', "POST /payment"]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain(demoMerchant.apiKey);
  });

  it("runs nothing in a response that is not a page, and lets no page frame it", async () => {
    const closed = "default-src 'none'; frame-ancestors 'none'";
    const answers = [
      ...(await Promise.all(
        ["/health", "/openapi.json", "/nothing", "/payment"].map((path) => gateway.request(path)),
      )),
      await gateway.pay(cardPayment()),
      await gateway.post("/tokenize", " ".repeat(70_000)),
      await gateway.admin("/clock"),
      await brokenGateway().post("/tokenize", testCard),
      await gateway.request("/health", { headers: { Host: "evil.example" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 405, 201, 413, 200, 500, 421]);
    for (const { headers } of answers) {
      expect(headers.get("Content-Security-Policy")).toBe(closed);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
    for (const path of ["/", "/3ds/x", "/refill/x"]) {
      const { headers } = await gateway.request(path);
      expect(headers.get("Content-Security-Policy")).toContain("style-src 'sha256-");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  it("forbids caching and sniffing of every response", async () => {
    for (const path of ["/", "/health", "/nothing"]) {
      const { headers } = await gateway.request(path);
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });
});
