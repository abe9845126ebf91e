import { describe, expect, it } from "vitest";
import type { Effect } from "../errors/errors.ts";
import { parsePaymentResult } from "../payments/payment-result.ts";
import { explainToken } from "./checked-call.ts";
import { redactor } from "./redact.ts";
import { parseResponse } from "./response.ts";

const result = {
  payment: {
    code: "0",
    status: "success",
    amount: 12.5,
    currency: "EUR",
    orderId: "100000001",
    transactionId: "100000002",
    source: { method: "card", number: "424242******4242" },
  },
  consumer: { id: "100000003" },
  timestamp: { dateTime: "2030-01-01T00:00:00Z", timezone: "+00:00", unixTime: "1893456000" },
};
const redact = redactor(["sk_secret"]);
interface Given {
  readonly paidByToken?: boolean;
  readonly effect?: Effect;
  readonly retryAfter?: string;
}
const read = (
  status: number,
  body: unknown,
  { paidByToken = true, effect = "payment", retryAfter }: Given = {},
) =>
  parseResponse(
    {
      status,
      retryAfter: retryAfter ?? null,
      body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
    },
    {
      success: 201,
      effect,
      parse: (json) => parsePaymentResult(json, redact, {}),
      explain: paidByToken ? explainToken : undefined,
      redact,
      now: 0,
    },
  );
const paymentWith = (fields: object) => ({ ...result, payment: { ...result.payment, ...fields } });
const failureOf = (reading: ReturnType<typeof parseResponse>) => (reading.ok ? undefined : reading.failure);
const resultOf = (reading: ReturnType<typeof parseResponse>) => (reading.ok ? reading.result : undefined);

describe("a refusal whose body reports a payment", () => {
  it.each(["success", "confirmed", "pending", "SUCCESS"])(
    "of status %s leaves the outcome unknown",
    (status) => {
      for (const http of [400, 401, 404, 422, 429]) {
        expect(failureOf(read(http, paymentWith({ status })))).toMatchObject({
          outcome: "unknown",
          code: "unexpected_status",
          transient: false,
        });
      }
    },
  );

  it("that is declined stays a refusal", () => {
    expect(failureOf(read(400, paymentWith({ status: "fail" })))).toMatchObject({ outcome: "rejected" });
    expect(failureOf(read(400, { message: "no", payment: null }))).toMatchObject({ outcome: "rejected" });
  });
});

describe("a response with the expected status", () => {
  it.each([
    ["success", paymentWith({})],
    ["a decline", paymentWith({ status: "fail", code: "5051" })],
    [
      "a redirect",
      paymentWith({ status: "pending", code: undefined, action: "redirect", url: "https://acs.example/1" }),
    ],
    ["a field of a newer gateway", { ...paymentWith({ networkId: "n-1" }), region: "eu" }],
  ])("is a result: %s", (_, body) => {
    const plain = JSON.parse(JSON.stringify(body));
    expect(read(201, body)).toMatchObject({
      ok: true,
      result: { payment: { status: plain.payment.status }, raw: plain },
    });
  });

  it.each([200, 201, 202, 299])("of %i is a result: the body decides", (status) => {
    expect(resultOf(read(status, result))).toMatchObject({
      payment: { status: "success", amountMinor: 1250 },
    });
  });

  it.each([
    ["no JSON", "<html>ok</html>"],
    ["cut JSON", JSON.stringify(result).slice(0, 80)],
    ["nothing", ""],
    ["null", "null"],
    ["another object", { ok: true }],
    ["no status", paymentWith({ status: undefined })],
    ["no order", paymentWith({ orderId: undefined })],
    ["an amount that is no number", paymentWith({ amount: "much" })],
    ["an amount below zero", paymentWith({ amount: -1 })],
    ["a currency that is none", paymentWith({ currency: "euro" })],
    ["no transaction", paymentWith({ transactionId: null })],
    ["a redirect to nowhere", paymentWith({ status: "pending", action: "redirect" })],
    [
      "a redirect into a script",
      paymentWith({ status: "pending", action: "redirect", url: "javascript:alert(1)" }),
    ],
    [
      "a redirect to an address that is not secure",
      paymentWith({ status: "pending", action: "redirect", url: "http://acs.example/1" }),
    ],
    ["an id that is rounded: two of them would be one", paymentWith({ transactionId: 2 ** 53 + 2 })],
    ["an id that is no key", paymentWith({ transactionId: "__proto__" })],
    [
      "an unsafe redirect beside a QR code",
      paymentWith({ status: "pending", action: "redirect", url: "javascript:alert(1)", qrCode: "000201" }),
    ],
    ["a redirect without a host", paymentWith({ status: "pending", action: "redirect", url: "https://" })],
  ])("is unreadable and leaves the outcome unknown: %s", (_, body) => {
    expect(failureOf(read(201, body))).toMatchObject({
      outcome: "unknown",
      code: "unreadable_answer",
      gatewayStatus: 201,
    });
  });

  it.each([201, 400, 401, 429, 500])("of status %i that broke off leaves the outcome unknown", (status) => {
    expect(failureOf(read(status, undefined))).toMatchObject({
      outcome: "unknown",
      code: "connection_lost",
      gatewayStatus: status,
    });
  });

  it.each([
    [200, "read_failed", "connection_lost"],
    [302, "read_failed", "redirected"],
    [401, "rejected", "unauthorized"],
    [404, "rejected", "not_found"],
    [429, "rejected", "rate_limited"],
    [503, "read_failed", "gateway_error"],
  ])("of a read, of status %i, that broke off is %s, %s", (status, outcome, code) => {
    const failure = failureOf(read(status, undefined, { effect: "read" }));
    expect(failure).toMatchObject({ outcome, code, gatewayStatus: status });
  });

  it.each(["read", "payment"] as const)("that broke off tells a %s how long to wait", (effect) => {
    for (const status of [200, 429, 503]) {
      const failure = failureOf(read(status, undefined, { effect, retryAfter: "7" }));
      expect(failure).toMatchObject({ transient: true, retryAfterMs: 7_000 });
    }
  });

  it("never returns a full card number", () => {
    const body = paymentWith({
      description: "paid with 4242 4242 4242 4242",
      source: { number: "4242424242424242" },
    });
    const text = JSON.stringify(resultOf(read(201, body)));
    expect(text).toContain("424242******4242");
    expect(text.replace(/\D/g, "")).not.toContain("4242424242424242");
  });
});

describe("any other status", () => {
  it.each([
    [400, "rejected", "bad_request", false],
    [401, "rejected", "unauthorized", false],
    [403, "rejected", "forbidden", false],
    [404, "rejected", "not_found", false],
    [418, "rejected", "refused", false],
    [422, "rejected", "refused", false],
    [429, "rejected", "rate_limited", true],
    [408, "unknown", "conflict", true],
    [409, "unknown", "conflict", true],
    [499, "unknown", "conflict", true],
    [500, "unknown", "gateway_error", true],
    [503, "unknown", "gateway_error", true],
    [599, "unknown", "gateway_error", true],
    [0, "unknown", "redirected", false],
    [302, "unknown", "redirected", false],
    [307, "unknown", "redirected", false],
    [200, "unknown", "unexpected_status", false],
    [202, "unknown", "unexpected_status", false],
  ])("%i is %s, %s", (status, outcome, code, transient) => {
    expect(failureOf(read(status, { message: "x" }))).toMatchObject({
      outcome,
      code,
      transient,
      gatewayStatus: status,
    });
  });

  it("reports fields and message of a refusal", () => {
    const body = { message: "Bad Request", errors: { "consumer.ip": "is wrong", n: 1 } };
    expect(failureOf(read(400, body))).toMatchObject({
      what: 'The gateway refused the request, saying "Bad Request"',
      errors: { "consumer.ip": "is wrong" },
    });
  });

  it("reports a used token with the code token_unusable: only the shopper can act", () => {
    const body = { message: "Bad Request", errors: { "paymentSource.value": "was used" } };
    expect(failureOf(read(400, body))?.code).toBe("token_unusable");
    expect(failureOf(read(400, body, { paidByToken: false }))?.code).toBe("bad_request");
  });

  it.each(["", "<html>", "[]", '{"message":7,"errors":[]}', '{"errors":{}}'])(
    "is read without its body too: %j",
    (body) => {
      const failure = failureOf(read(400, body));
      expect(failure).toMatchObject({ code: "bad_request", what: "The gateway refused the request" });
      expect(failure?.errors).toBeUndefined();
    },
  );

  it("repeats no card number and no API key of a refusal, and a limited number of fields", () => {
    const many = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [`f${index}`, "4242424242424242"]),
    );
    const body = {
      message: "key sk_secret for 4242424242424242",
      errors: { "4242424242424242": "x", ...many },
    };
    const failure = failureOf(read(400, body));
    expect(JSON.stringify(failure)).not.toMatch(/4242424242424242|sk_secret/);
    expect(Object.keys(failure?.errors ?? {})).toHaveLength(50);
  });
});
