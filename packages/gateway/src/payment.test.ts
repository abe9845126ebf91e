import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { threeDsFields } from "./consumer.ts";
import type { FieldErrors } from "./parse.ts";
import { missingThreeDsFields, parsePaymentRequest, paymentRequest, wantsThreeDs } from "./payment.ts";
import { describeBounds, notBoolean, notText, replaced } from "./testing/bounds.ts";
import { exampleConsumer, exampleRequest, exampleSkus, exampleSources } from "./testing/requests.ts";

function check(input: unknown): FieldErrors {
  const parsed = parsePaymentRequest(input);
  return parsed.ok ? {} : parsed.errors;
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const address = [
  undefined,
  "",
  "shop.example.com",
  "/ipn",
  "ftp://shop.example.com",
  "javascript:alert(1)",
  "https://",
  "https://shop.example.com/\r\nX-Injected: 1",
  "https://shop.exa\tmple.com/",
  "https://shop.example.com/\u007f",
  "https://ada@shop.example.com/",
  "https://ada:secret@shop.example.com/",
];

describeBounds("payment request (2.2)", exampleRequest(), check, [
  ["paymentSource", [], [undefined, null, [], "card", {}]],
  ["sku", [exampleSkus.byName, exampleSkus.byNameWithPrice], [undefined, null, [], "mug"]],
  ["consumer", [], [undefined, null, [], "ada", {}]],
  ["url", [], [undefined, null, [], "https://shop.example.com", {}]],
  ["url.ipnUrl", ["http://localhost:4000/ipn"], [...address, ...notText]],
  ["url.redirectUrl", ["https://shop.example.com/?a=b#c"], [...address, ...notText]],
  ["url.unknown", [], ["x"]],
  ["partialApproval", [undefined, { amount: 5 }, { percentage: 5 }], [null, {}, [], 5, { unknown: 1 }]],
  ["partialApproval.amount", [0, 0.01], [-0.01, "5", null, Number.NaN, 0.001]],
  ["partialApproval.percentage", [0, 0.5, 100], [-0.01, 100.01, "50", null, Number.NaN]],
  [
    "metadata",
    [undefined, {}, { udf1: "a", udf2: null }, { a: nested(32) }],
    [null, [], "x", { a: nested(33) }],
  ],
  ["emailOptions", [undefined, {}, { send: true }], [null, [], true, { unknown: 1 }]],
  ["emailOptions.send", [true, false], notBoolean],
  ["unknown", [], ["x"]],
  ["toString", [], ["x"]],
  ["constructor", [], [{}]],
]);

describe("a payment request accepts every source with its required fields", () => {
  it.each(Object.values(exampleSources))("$type", (source) => {
    expect(check(exampleRequest(source))).toEqual({});
  });
});

describe("the required fields of the consumer (2.5)", () => {
  const { id: _id, ...withoutId } = exampleConsumer;
  const least = (source: object, fields: readonly string[], settings = {}) => {
    const full: Readonly<Record<string, unknown>> = exampleConsumer;
    const who = Object.fromEntries(["id", "ip", ...fields].map((field) => [field, full[field]]));
    const parsed = parsePaymentRequest(
      { ...exampleRequest(), paymentSource: source, consumer: who },
      settings,
    );
    return parsed.ok ? [] : Object.keys(parsed.errors).sort();
  };
  const names = ["firstName", "lastName"];
  const { card, token } = exampleSources;

  it.each([
    ["id alone", { id: "100000001" }, []],
    ["externalId and email instead", { externalId: "customer-1", email: "ada@example.com" }, []],
    ["externalId alone", { externalId: "customer-1" }, ["consumer.email"]],
    ["email alone", { email: "ada@example.com" }, ["consumer.externalId"]],
    ["none of the three", {}, ["consumer.email", "consumer.externalId"]],
    ["an empty id", { id: "" }, ["consumer.email", "consumer.externalId", "consumer.id"]],
  ])("identity: %s", (_, identity, wrong) => {
    const { externalId: _e, email: _m, ...rest } = withoutId;
    const errors = check({ ...exampleRequest(), consumer: { ...rest, ...identity } });
    expect(Object.keys(errors).sort()).toEqual(wrong);
  });

  it.each([
    ["card without 3DS", { ...card, "3ds": false }, names],
    ["card with the merchant's own MPI", { ...card, mpiParameters: { eci: "05" } }, names],
    ["sepa", exampleSources.sepa, names],
    ["binancepay", exampleSources.binancepay, [...names, "email"]],
    ["pix", exampleSources.pix, ["cpf"]],
    ["token without 3DS", { ...token, "3ds": false }, []],
    ["ideal", exampleSources.ideal, []],
    ["paymentAccountIdWithCvv", exampleSources.paymentAccountIdWithCvv, []],
  ])("%s needs its own fields and no more", (_, source, fields) => {
    expect(least(source, fields)).toEqual([]);
    for (const field of fields) {
      const others = fields.filter((other) => other !== field);
      expect(least(source, others)).toEqual([`consumer.${field}`]);
    }
  });

  it.each([
    ["card, 3DS by default", { ...card, "3ds": undefined }, names],
    ["card, 3DS asked for", card, names],
    ["token, 3DS by default", { type: "token", value: token.value }, []],
  ])("%s needs each of the browser's fields", (_, source, fields) => {
    const all = [...fields, ...threeDsFields];
    expect(least(source, all)).toEqual([]);
    for (const field of threeDsFields) {
      const others = all.filter((other) => other !== field);
      expect(least(source, others)).toEqual([`consumer.${field}`]);
      expect(least(source, others, { threeDsMissing: "skip" })).toEqual([]);
    }
  });

  it("a retry after an SCA decline needs 3D Secure, with each of the browser's fields in every setting", () => {
    const action = { type: "retry", id: "100000001" };
    const { userAgent: _, ...lacking } = exampleConsumer;
    const input = { ...exampleRequest(), paymentSource: card };
    const wrongs = (more: object) => {
      const parsed = parsePaymentRequest({ ...input, ...more }, { threeDsMissing: "skip" });
      return parsed.ok ? [] : Object.keys(parsed.errors);
    };
    const sku = { ...input.sku, action };
    const without = { ...card, "3ds": false };
    expect(wrongs({ consumer: lacking, paymentSource: without })).toEqual([]);
    expect(wrongs({ sku })).toEqual([]);
    expect(wrongs({ sku, consumer: lacking })).toEqual(["consumer.userAgent"]);
    expect(wrongs({ sku, paymentSource: without })).toEqual(["paymentSource.3ds"]);
  });

  it("names the missing fields for 3DS, including an empty user agent", () => {
    expect(missingThreeDsFields({ ...exampleConsumer, userAgent: "" })).toEqual(["userAgent"]);
    expect(missingThreeDsFields(undefined)).toEqual(threeDsFields);
    expect(wantsThreeDs(exampleSources.applePay)).toBe(false);
  });
});

describe("a payment request", () => {
  it("reports all problems at once", () => {
    const errors = check({
      paymentSource: { type: "card", number: "1" },
      sku: { name: "mug-blue", price: [{ amount: 1.001, currency: "EUR" }] },
      consumer: { ip: "203.0.113.7" },
      url: { ipnUrl: "x" },
    });
    expect(errors).toMatchObject({
      "paymentSource.number": "must have 12 to 19 characters",
      "paymentSource.cvv": "is required",
      "sku.price.0.amount": "must have at most 2 decimals in this currency",
      "consumer.firstName": "is required for card",
      "consumer.browserTimezone": "is required for 3DS",
      "url.ipnUrl": "must be an absolute http or https address",
      "url.redirectUrl": "is required",
    });
  });

  it("checks a partial approval in the currency of the first charge", () => {
    const request = {
      ...exampleRequest(),
      sku: { name: "mug-blue", price: [{ amount: 12, currency: "JPY" }] },
    };
    expect(check({ ...request, partialApproval: { amount: 5 } })).toEqual({});
    expect(Object.keys(check({ ...request, partialApproval: { amount: 5.5 } }))).toEqual([
      "partialApproval.amount",
    ]);
  });

  it("never throws, never refuses without naming a field, never repeats a value", () => {
    const paths = [
      "paymentSource",
      "paymentSource.type",
      "paymentSource.number",
      "paymentSource.mpiParameters",
      "sku",
      "sku.price",
      "sku.price.0",
      "consumer",
      "consumer.ip",
      "consumer.email",
      "url",
      "metadata",
      "partialApproval",
      "extra",
    ];
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 13, maxLength: 19 });
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.anything(), digits, (path, anything, secret) => {
        for (const value of [anything, secret, [secret], { [secret]: secret }]) {
          const input = replaced(exampleRequest(), path, value);
          const parsed = parsePaymentRequest(input);
          if (parsed.ok) continue;
          expect(Object.keys(parsed.errors).length).toBeGreaterThan(0);
          expect(JSON.stringify(parsed.errors)).not.toContain(secret);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("refuses endlessly nested and circular data instead of overflowing the stack", () => {
    const endless: Record<string, unknown> = {};
    endless["self"] = endless;
    expect(Object.keys(check({ ...exampleRequest(), metadata: endless }))).toEqual(["metadata.self"]);
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(Object.keys(check({ ...exampleRequest(), metadata: { deep } }))).toEqual(["metadata.deep"]);
  });

  it("is also exported as one schema, for descriptions of the interface", () => {
    expect(paymentRequest.safeParse(exampleRequest()).success).toBe(true);
  });
});
