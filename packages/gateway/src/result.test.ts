import { describe, expect, it } from "vitest";
import { parse } from "./parse.ts";
import { errorResult, paymentMethods, paymentResult } from "./result.ts";
import { type Bounds, describeBounds, letters, notText } from "./testing/bounds.ts";

const result = {
  payment: {
    code: "0",
    description: "Approved",
    action: "charge",
    url: "https://acs.example.com/step",
    qrCode: "00020101",
    mode: "sale",
    status: "success",
    amount: 12.5,
    currency: "EUR",
    amountUsd: 13.7,
    orderId: "100000001",
    transactionId: "100000002",
    descriptor: "SHOP*MUG",
    source: {
      method: "card",
      number: "424242******4242",
      brand: "visa",
      bankName: "Example Bank",
      bankCountry: "DEU",
      expirationMonth: "12",
      expirationYear: "40",
      paymentAccountId: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11",
      disabled: false,
    },
  },
  consumer: {
    id: "100000003",
    externalId: "customer-1",
    email: "ada@example.com",
    firstName: "Ada",
    lastName: "Example",
    phone: "+4915112345678",
    country: "DEU",
    state: "Berlin",
    city: "Berlin",
    zip: "10115",
  },
  subscription: { id: "100000004", status: "active", renewalDate: null, cancelDate: null, cycle: 0 },
  metadata: { udf1: "order-1" },
  timestamp: { dateTime: "2030-01-01T00:00:00Z", timezone: "+00:00", unixTime: "1893456000" },
};

/** Only the paths of errors matter: nobody sees the messages about a result of the gateway. */
function check(input: unknown) {
  const parsed = parse(paymentResult, input);
  return parsed.ok ? {} : Object.fromEntries(Object.keys(parsed.errors).map((path) => [path, "is wrong"]));
}

const optionalText = (path: string): Bounds => [path, [undefined, letters(300)], notText];
const gatewayId = (path: string): Bounds => [
  path,
  [letters(5), letters(36)],
  [undefined, "", letters(4), letters(37), ...notText],
];

describeBounds("payment result (2.6)", result, check, [
  ["payment", [], [undefined, null, [], "success"]],
  // Absent while the payment is pending; a code that a newer gateway knows is kept.
  ["payment.code", [undefined, "5051", "6001"], notText],
  ["payment.description", [undefined, "", letters(128)], [letters(129), ...notText]],
  ["payment.action", [undefined, "redirect", "charge"], ["", "Redirect", "refund", ...notText]],
  optionalText("payment.url"),
  optionalText("payment.qrCode"),
  ["payment.mode", [undefined, "sale", "auth", "capture"], notText],
  [
    "payment.status",
    ["success", "fail", "pending"],
    [undefined, "", "Success", "failed", "voided", ...notText],
  ],
  ["payment.amount", [0, 12.5], [undefined, "12.5", null]],
  ["payment.currency", ["USD"], [undefined, "", "EU", "EURO", "eur", ...notText]],
  ["payment.amountUsd", [undefined, 0], ["12.5", null]],
  gatewayId("payment.orderId"),
  gatewayId("payment.transactionId"),
  optionalText("payment.descriptor"),
  ["payment.source", [undefined, {}], [null, [], "card"]],
  ["payment.source.method", [undefined, ...paymentMethods, "a-newer-one"], notText],
  ...["number", "brand", "bankName", "bankCountry", "expirationMonth", "expirationYear"].map((field) =>
    optionalText(`payment.source.${field}`),
  ),
  ["payment.source.paymentAccountId", [undefined], ["", letters(36), ...notText]],
  ["payment.source.disabled", [undefined, true], ["true", null, 1]],
  ["consumer", [], [undefined, null, []]],
  gatewayId("consumer.id"),
  ["consumer.externalId", [undefined, letters(3), letters(64)], ["", "ab", letters(65), ...notText]],
  ["consumer.email", [undefined, letters(100)], [letters(101), ...notText]],
  ["consumer.firstName", [undefined, "A", letters(32)], ["", letters(33), ...notText]],
  ["consumer.lastName", [undefined, "L", letters(32)], ["", letters(33), ...notText]],
  ...["phone", "country", "state", "city", "zip"].map((field) => optionalText(`consumer.${field}`)),
  ["subscription", [undefined, {}], [null, []]],
  ["subscription.id", [undefined, letters(5), letters(36)], ["", letters(4), letters(37), ...notText]],
  ["subscription.status", [undefined, null, "active", "canceled"], [7, true]],
  ["subscription.renewalDate", [undefined, null, "2030-02-01T00:00:00Z"], [7]],
  ["subscription.cancelDate", [undefined, null, "2030-02-01T00:00:00Z"], [7]],
  ["subscription.cycle", [undefined, null, 0, 12], ["0", true]],
  ["metadata", [undefined, {}, { a: [1] }], [null, [], "x"]],
  ["timestamp", [], [undefined, null, []]],
  ["timestamp.dateTime", [], [undefined, ...notText]],
  ["timestamp.timezone", [], [undefined, ...notText]],
  ["timestamp.unixTime", [], [undefined, ...notText]],
  ["aFieldOfANewerGateway", [{ kept: true }], []],
  ["payment.aFieldOfANewerGateway", ["kept"], []],
]);

describe("payment result", () => {
  it("keeps fields that a newer gateway adds", () => {
    const newer = { ...result, payment: { ...result.payment, networkId: "n-1" } };
    expect(parse(paymentResult, newer)).toEqual({ ok: true, value: newer });
  });

  it("knows the 52 methods of the interface, none twice", () => {
    expect(new Set(paymentMethods).size).toBe(52);
    expect(paymentMethods).toHaveLength(52);
  });
});

describe("error result (2.7)", () => {
  it.each([
    { message: "Bad Request", errors: { "consumer.ip": "is required" } },
    { message: "Forbidden", errors: {} },
    { message: "Internal server error" },
  ])("takes %j", (body) => {
    expect(parse(errorResult, body).ok).toBe(true);
  });

  it.each([null, [], "Bad Request", {}, { message: 1 }, { message: "x", errors: { a: 1 } }])(
    "refuses %j",
    (body) => {
      expect(parse(errorResult, body).ok).toBe(false);
    },
  );
});
