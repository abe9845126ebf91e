/** Shapes that live gateways send beyond the interface document: each is read, and none is misclassified. */
import { paymentCodes } from "@cardpane/gateway";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseResponse } from "../call/response.ts";
import { parseNotification, type ReportOptions } from "../notifications/payment-report.ts";
import { applyReport } from "../orders/apply-report.ts";
import { createAttempt, type OrderState, orderState } from "../orders/attempt.ts";
import { isAuthorized, isDeclined, isPending, isSuccessful } from "./interpret-result.ts";
import { parsePaymentResult } from "./payment-result.ts";

const payment = {
  code: "0",
  action: "charge",
  mode: "sale",
  status: "success",
  amount: 12.5,
  currency: "EUR",
  orderId: "100000001",
  transactionId: "200000001",
};
const body = {
  payment,
  consumer: { id: "300000001" },
  metadata: {},
  timestamp: { dateTime: "2030-01-01T00:00:00Z", timezone: "+00:00", unixTime: "1893456000" },
};
const { timestamp: _, ...withoutTimestamp } = body;
const paid = (fields: object) => ({ ...body, payment: { ...payment, ...fields } });
const keep = (text: string) => text;
const read = (value: unknown) => parsePaymentResult(JSON.parse(JSON.stringify(value)), keep, {});
const readResponse = (status: number, value: unknown) =>
  parseResponse(
    { status, retryAfter: null, body: JSON.stringify(value) },
    {
      success: 201,
      effect: "payment",
      parse: (json) => parsePaymentResult(json, keep, {}),
      redact: keep,
      now: 0,
    },
  );

const begun = createAttempt([], {
  id: "attempt-1",
  createdAt: 0,
  expected: { amountMinor: 1250, currency: "EUR" },
});

/** Applies the bodies in sequence; returns the types of the events, and the state of the order. */
function report(
  bodies: readonly unknown[],
  options: ReportOptions = { testPayments: "report", currencies: {} },
) {
  const outcomes: string[] = [];
  let attempt = begun;
  for (const value of bodies) {
    const hash = JSON.stringify(value);
    const parsed = parseNotification(JSON.parse(hash), options);
    const step = applyReport([attempt], attempt, { source: "notification", hash, report: parsed });
    attempt = step.attempt;
    const [event] = step.events;
    outcomes.push(event?.type === "unknown" ? `unknown ${event.why}` : (event?.type ?? "nothing"));
  }
  return { outcomes, state: orderState([attempt]) };
}

describe("a shape of live gateways", () => {
  const rows: readonly [string, unknown, object?][] = [
    ["a code that is a number", paid({ code: 0 }), { code: "0" }],
    ["a code of four zeros", paid({ code: "0000" }), { code: "0" }],
    ["no code", paid({ code: undefined })],
    [
      "a timestamp inside the payment",
      { ...withoutTimestamp, payment: { ...payment, timestamp: body.timestamp } },
    ],
    ["no timestamp", withoutTimestamp],
    ["a unixTime that is a number", { ...body, timestamp: { ...body.timestamp, unixTime: 1_893_456_000 } }],
    ["a local dateTime", { ...body, timestamp: { dateTime: "2025-10-21 11:50:34", timezone: "+02:00" } }],
    ["ids of 4 digits", paid({ orderId: "1234", transactionId: "12345" }), { orderId: "1234" }],
    [
      "ids that are numbers",
      paid({ orderId: 100000001, transactionId: 200000001 }),
      { orderId: "100000001" },
    ],
    ["a short consumer id", { ...body, consumer: { id: "1234" } }],
    ["a numeric consumer id", { ...body, consumer: { id: 1234 } }],
    ["no consumer", { ...body, consumer: undefined }],
    ["an amount that is text", paid({ amount: "12.50" }), { amount: 12.5, amountMinor: 1250 }],
    ["an amount with the noise of a sum of doubles", paid({ amount: 12.500000000000002 })],
    ["an amount with such noise below it, as text", paid({ amount: "12.499999999999998" })],
    ["a code of zeros and a fraction", paid({ code: "0.0" }), { code: "0" }],
    ["an empty code", paid({ code: {} })],
    [
      "an expiry in numbers, or hidden",
      paid({ source: { expirationMonth: 3, expirationYear: "**" } }),
      { source: { expirationMonth: "03", expirationYear: "**" } },
    ],
    ["metadata that is an empty array", { ...body, metadata: [] }],
    [
      "a number masked with four asterisks",
      paid({ source: { number: "402400****6348" } }),
      { source: { number: "402400****6348" } },
    ],
    [
      "a country of three letters",
      paid({ source: { bankCountry: "DEU" } }),
      { source: { bankCountry: "DEU" } },
    ],
    [
      "a numeric subscription id",
      { ...body, subscription: { id: 400000001, renewalDate: "2020-04-17 13:43:02" } },
    ],
    ["more fields", { ...paid({ codeCategory: 1, apiPaymentSource: {}, vat: { amount: 1 } }), more: [] }],
    [
      "more fields of the consumer",
      { ...body, consumer: { id: "1", groupId: 7, username: "ada", birthday: null, blocked: false } },
    ],
  ];

  it.each(rows)("is read in a response and settles in a notification: %s", (_, value, expected = {}) => {
    const result = read(value);
    expect(result?.payment).toMatchObject({
      status: "success",
      amountMinor: 1250,
      currency: "EUR",
      ...expected,
    });
    expect(result && isSuccessful(result)).toBe(true);
    expect(result?.raw).toEqual(JSON.parse(JSON.stringify(value)));
    expect(report([value]).outcomes).toEqual(["payment.succeeded"]);
  });

  it.each([200, 201, 202])("is a result with the status %i", (status) => {
    expect(readResponse(status, body).ok).toBe(true);
  });

  it("keeps a numeric subscription id", () => {
    expect(read({ ...body, subscription: { id: 400000001 } })?.subscription).toEqual({ id: "400000001" });
  });
});

describe("a decline's code beside a success", () => {
  const codes: readonly unknown[] = [
    "5051",
    5051,
    " 5051",
    "5051 ",
    "05051",
    "5051.0",
    { code: 5051 },
    { toString: 0 },
    ["1001"],
    ["5051"],
    [5051],
    true,
  ];
  it.each(codes.map((code) => ({ code })))("$code contradicts it", ({ code }) => {
    const result = read(paid({ code }));
    expect(result && isSuccessful(result)).toBe(false);
    expect(report([paid({ code })]).outcomes).toEqual(["payment.mismatched"]);
  });
});

describe("an amount", () => {
  it.each([
    [3.3000000000000003, "EUR", 330],
    [0.1 + 0.2, "EUR", 30],
    [49.99999999999999, "EUR", 5000],
    [1_000_000_000.1 + 0.2, "EUR", 100_000_000_030],
    [1.1 * 3, "KWD", 3300],
    [99.99999999999999, "JPY", 100],
  ])("%d %s is read as %d minor units", (amount, currency, amountMinor) => {
    expect(read(paid({ amount, currency }))?.payment.amountMinor).toBe(amountMinor);
  });

  it.each([
    [12.505, "EUR"],
    [12.5001, "EUR"],
    [12.50001, "EUR"],
    [0.5, "JPY"],
    [1_000_000_000.005, "EUR"],
    [1e20, "EUR"],
  ])("%d %s is no whole number of minor units", (amount, currency) => {
    expect(read(paid({ amount, currency }))?.payment.amountMinor).toBeUndefined();
  });
});

describe("a transaction other than a sale", () => {
  const success = paid({});
  const refund = {
    action: "credit",
    mode: "refund",
    transactionId: "200000002",
    parentTransactionId: "200000001",
  };
  const refunded = paid({ ...refund, amount: 5, orderId: undefined });
  const settle = paid({ mode: "settle", transactionId: "200000003", parentTransactionId: "200000001" });

  it.each<[string, readonly unknown[], readonly string[], OrderState]>([
    [
      "a test outside a test environment",
      [paid({ mode: "test" }), paid({ mode: "test" })],
      ["unknown test", "nothing"],
      "payable",
    ],
    ["an authorization", [paid({ mode: "auth" })], ["payment.authorized"], "authorized"],
    [
      "an authorization that is settled",
      [paid({ mode: "auth" }), settle, settle],
      ["payment.authorized", "payment.succeeded", "nothing"],
      "paid",
    ],
    [
      "an authorization settled under its own id",
      [paid({ mode: "auth" }), paid({ mode: "settle" })],
      ["payment.authorized", "payment.succeeded"],
      "paid",
    ],
    [
      "an authorization settled in part",
      [paid({ mode: "auth" }), paid({ mode: "settle", amount: 5 })],
      ["payment.authorized", "payment.mismatched"],
      "mismatched",
    ],
    [
      "a settlement of more than was authorized",
      [paid({ mode: "auth" }), paid({ mode: "settle", amount: 20 })],
      ["payment.authorized", "payment.mismatched"],
      "mismatched",
    ],
    [
      "a partial refund, without an order id",
      [success, refunded, refunded],
      ["payment.succeeded", "payment.refunded", "nothing"],
      "paid",
    ],
    [
      "a refund that failed",
      [success, paid({ ...refund, status: "fail", code: 5005 })],
      ["payment.succeeded", "payment.refund_failed"],
      "paid",
    ],
    [
      "a void",
      [success, paid({ ...refund, mode: "void" })],
      ["payment.succeeded", "payment.voided"],
      "payable",
    ],
    [
      "a credit",
      [success, paid({ ...refund, mode: "credit", code: 0 })],
      ["payment.succeeded", "payment.refunded"],
      "payable",
    ],
    [
      "a credit that only its action names",
      [success, paid({ ...refund, mode: undefined })],
      ["payment.succeeded", "payment.refunded"],
      "payable",
    ],
    [
      "a chargeback that only its mode names",
      [success, paid({ mode: "chargeback", transactionId: "200000004", parentTransactionId: "200000001" })],
      ["payment.succeeded", "payment.charged_back"],
      "payable",
    ],
    [
      "a chargeback in stages",
      [
        success,
        paid({ action: "chargeback", status: "retrieved", transactionId: "200000004" }),
        paid({ action: "chargeback", status: "chargeback", transactionId: "200000004" }),
        paid({ action: "chargeback", status: "chargeback", transactionId: "200000004" }),
      ],
      ["payment.succeeded", "payment.charged_back", "payment.charged_back", "nothing"],
      "payable",
    ],
    [
      "a bank payment that is confirmed later",
      [success, paid({ status: "confirmed" })],
      ["payment.succeeded", "nothing"],
      "paid",
    ],
    [
      "a bank payment that is confirmed at once",
      [paid({ status: "confirmed" })],
      ["payment.succeeded"],
      "paid",
    ],
    [
      "a bank payment that fails later",
      [success, paid({ status: "fail", code: 5000 })],
      ["payment.succeeded", "payment.reversed"],
      "payable",
    ],
    [
      "a confirmed one that fails",
      [paid({ status: "confirmed" }), paid({ status: "fail", code: 5000 })],
      ["payment.succeeded", "payment.reversed"],
      "payable",
    ],
    [
      "a failed transaction that succeeds",
      [paid({ status: "fail", code: 5000 }), success],
      ["payment.failed", "payment.mismatched"],
      "mismatched",
    ],
    ["a payout", [paid({ mode: "payout" })], ["unknown kind"], "in_progress"],
    ["a newer mode", [paid({ mode: "future mode" })], ["unknown kind"], "in_progress"],
    ["a mode that is a number", [paid({ mode: 7 })], ["unknown kind"], "in_progress"],
    ["a newer action", [paid({ action: "future" })], ["unknown kind"], "in_progress"],
    ["a newer status", [paid({ status: "represented" })], ["unknown status"], "in_progress"],
    [
      "a notice of a subscription",
      [
        { type: "canceled", skuName: "box", siteId: 7, consumerId: 300000001, eventTime: "2030-01-01" },
        { type: "canceled", skuName: "box", siteId: 7, consumerId: 300000001, eventTime: "2030-01-01" },
      ],
      ["subscription.notice", "nothing"],
      "in_progress",
    ],
    [
      "a notice whose type no database takes as it is",
      [{ type: "canceled\u0000\ud800" }, { type: "canceled\u0000\ud800" }],
      ["subscription.notice", "nothing"],
      "in_progress",
    ],
  ])("%s", (_, bodies, outcomes, state) => {
    const applied = report(bodies);
    expect(applied.outcomes).toEqual(outcomes);
    expect(applied.state).toBe(state);
  });

  it("counts a test as a sale only if testPayments is accept", () => {
    const applied = report([paid({ mode: "test" })], { testPayments: "accept", currencies: {} });
    expect(applied.outcomes).toEqual(["payment.succeeded"]);
  });

  it.each([
    ["test", { mode: "test" }],
    ["auth", { mode: "auth" }],
    ["refund", refund],
    ["unknown mode", { mode: "future" }],
    ["unknown status", { status: "paid" }],
    ["a status in other letters", { status: "SUCCESS" }],
    ["another status in other letters", { status: "Success" }],
    ["a part of the amount", { code: "1001" }],
    ["more than the amount", { code: "1002" }],
    ["a decline's code", { code: "5051" }],
    ["the code of a bank's partial approval, as a number", { code: 5010 }],
    ["chargeback", { action: "chargeback" }],
  ])("is never called successful in a response: %s", (_, fields) => {
    const result = read(paid(fields));
    if (!result) throw new Error("unreadable");
    expect([isSuccessful(result), isDeclined(result), isPending(result)]).toEqual([false, false, false]);
    expect(isAuthorized(result)).toBe(
      fields === undefined ? false : "mode" in fields && fields.mode === "auth",
    );
  });
});

describe("an informational field", () => {
  const anyJson = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const details = [
    "description",
    "qrCode",
    "amountUsd",
    "descriptor",
    "source",
    "timestamp",
    "vat",
    "codeCategory",
    "apiPaymentSource",
    "parentTransactionId",
  ];
  const groups = ["consumer", "subscription", "metadata", "timestamp", "future"];
  const fields = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, anyJson])), { requiredKeys: [] });

  it("never changes the outcome, whatever its JSON type, present or missing [T-P22]", () => {
    fc.assert(
      fc.property(
        fields(details),
        fields(groups),
        fc.constantFrom("success", "fail"),
        (more, rest, status) => {
          const value = { payment: { ...payment, ...more, status }, ...rest };
          const result = read(value);
          expect(result?.payment).toMatchObject({
            status,
            amountMinor: 1250,
            currency: "EUR",
            orderId: "100000001",
          });
          expect(result && isSuccessful(result)).toBe(status === "success");
          expect(readResponse(201, value).ok).toBe(true);
          // The cycle of a subscription determines the charge, so the subscription is not informational and is left out.
          const { subscription: _, ...others } = rest;
          const expected = status === "success" ? "payment.succeeded" : "payment.failed";
          expect(report([{ payment: { ...payment, ...more, status }, ...others }]).outcomes).toEqual([
            expected,
          ]);
        },
      ),
      { numRuns: process.env["NIGHTLY"] ? 300 : 60 },
    );
  });

  it("is a code, too, that this version does not know", () => {
    const isText = (code: unknown) => typeof code === "string" || typeof code === "number";
    const isKnown = (code: unknown) =>
      isText(code) && Object.hasOwn(paymentCodes, String(Number.parseFloat(String(code))));
    fc.assert(
      fc.property(
        anyJson.filter((code) => !isKnown(code)),
        (code) => {
          const isNone = !code || (typeof code === "object" && Object.keys(code).length === 0);
          const outcome = isNone || isText(code) ? "payment.succeeded" : "payment.mismatched";
          expect(report([paid({ code })]).outcomes).toEqual([outcome]);
        },
      ),
      { examples: [[{ toString: 0, valueOf: 0 }]] },
    );
  });

  it.each(["status", "amount", "currency", "orderId", "transactionId"])(
    "is not %s: a response without it is unreadable, and a notification is told as what it is",
    (name) => {
      fc.assert(
        fc.property(fc.constantFrom(undefined, null, true, [], {}, "", "no\u0000text"), (value) => {
          const bent = paid({ [name]: value });
          const result = read(bent);
          expect(result && isSuccessful(result)).toBeFalsy();
          const type = {
            status: "unknown unreadable",
            transactionId: "unknown unreadable",
            orderId: "payment.succeeded",
          }[name];
          expect(report([bent]).outcomes).toEqual([type ?? "payment.mismatched"]);
        }),
      );
    },
  );

  it("and no JSON at all is ever taken for a payment", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(read(value)).toBeUndefined();
      }),
    );
  });
});
