import { describe, expect, it } from "vitest";
import { fieldOperations } from "./field-operations.ts";
import type { FieldErrors } from "./parse.ts";
import { creditResult } from "./refunds.ts";
import { savedCard } from "./saved-cards.ts";
import { listSendersResult } from "./senders.ts";
import { subscriptionResult } from "./subscriptions.ts";
import { type Bounds, describeBounds, errorsOf, letters, notBoolean, notText } from "./testing/bounds.ts";
import {
  exampleCredit,
  exampleFieldRequests,
  exampleSavedCard,
  exampleSubscription,
} from "./testing/field-operations.ts";
import { exampleShopper, exampleSources } from "./testing/requests.ts";
import { answerErrorsOf } from "./testing/wallet-bounds.ts";

const { creditPayment, changeSubscription, cancelSubscription, changeSubscriptionCard } =
  exampleFieldRequests;

function check(name: keyof typeof fieldOperations): (input: unknown) => FieldErrors {
  return (input) => {
    const parsed = fieldOperations[name].check(input);
    return parsed.ok ? {} : parsed.errors;
  };
}

const reason: Bounds = ["reason", ["a", letters(255)], [undefined, "", letters(256), ...notText]];

describeBounds("refund", creditPayment, check("creditPayment"), [
  reason,
  ["amount", [undefined, 0.01, 999_999_999_999], [0, -1, 1e12, "4.5", null, Number.NaN]],
  // The currency is the payment's.
  ["currency", [], ["EUR"]],
]);

describeBounds("change of a subscription's prices", changeSubscription, check("changeSubscription"), [
  ["price", [], [undefined, [], null, {}, "x"]],
  ["price.0.amount", [0, 9.99], [undefined, 9.999, -1, "9.99"]],
  ["price.0.currency", ["KWD"], [undefined, "eur"]],
  ["price.0.offset", [undefined, "1d", "9999d"], ["", "30", "10000d"]],
]);

const dates = ["2031-02-29 00:00:00", "2031-12-24", "2031-12-24T18:00:00Z", "24.12.2031 18:00:00", ""];
describeBounds("cancellation of a subscription", cancelSubscription, check("cancelSubscription"), [
  ["sendEmail", [undefined, true], notBoolean],
  ["keepActiveUntilNextRebill", [undefined, false], notBoolean],
  ["cancelDate", [undefined, "2032-02-29 23:59:59"], ["2031-12-24 24:00:00", ...dates, ...notText]],
  ["reason", [undefined, "a", letters(255)], ["", letters(256), ...notText]],
  ["unknown", [], [true]],
]);

describeBounds("another card of a subscription", changeSubscriptionCard, check("changeSubscriptionCard"), [
  ["paymentSource", [exampleSources.card, exampleSources.sepa], [undefined, null, { type: "none" }]],
  ["consumer", [exampleShopper], [undefined, null]],
  ["consumer.ip", ["203.0.113.8"], [undefined, "x"]],
  ["consumer.browserLanguage", ["en"], [undefined, ""]],
  ["price", [], [[]]],
]);

describe("a card change of a subscription follows the rules of a payment: it", () => {
  it("requires the fields of the consumer that the source requires", () => {
    const { firstName: _, ...nameless } = exampleShopper;
    const input = { paymentSource: exampleSources.card, consumer: nameless };
    expect(check("changeSubscriptionCard")(input)).toEqual({
      "consumer.firstName": "is required for card",
    });
  });

  it("leaves the browser's fields to the setting", () => {
    const { externalId, email, ip } = exampleShopper;
    const input = { paymentSource: exampleSources.token, consumer: { externalId, email, ip } };
    expect(fieldOperations.changeSubscriptionCard.check(input).ok).toBe(false);
    expect(fieldOperations.changeSubscriptionCard.check(input, { threeDsMissing: "skip" }).ok).toBe(true);
  });

  it("accepts Apple Pay in one mode only", () => {
    const input = { paymentSource: { ...exampleSources.applePay, eci: "05" }, consumer: exampleShopper };
    expect(Object.keys(check("changeSubscriptionCard")(input))).toEqual(["paymentSource.token"]);
  });
});

describe("an operation whose only input is the id in its path", () => {
  it.each([
    "getSubscription",
    "recoverSubscription",
    "listSavedCards",
    "enableSavedCard",
    "disableSavedCard",
    "listSenders",
  ] as const)("%s", (name) => {
    expect(check(name)({})).toEqual({});
    expect(check(name)({ reason: "x" })).toEqual({ reason: "is not a field of this object" });
  });
});

const resultIds = [undefined, null, "", letters(37), 1.5, -1, [], true];
describeBounds("result of a refund", exampleCredit, answerErrorsOf(creditResult), [
  ["payment.code", [undefined, "0", 5082, "9999"], [null, true, 0.5]],
  ["payment.mode", [undefined, "void", "credit", "newer"], [null, 7]],
  ["payment.status", ["fail", "pending", "newer"], [undefined, null, 1]],
  ["payment.amount", [0], [undefined, "4.5", -1, null]],
  ["payment.currency", ["USD"], [undefined, "eur", ""]],
  ["payment.transactionId", ["1", 7], resultIds],
  ["payment.orderId", [undefined, "100000001"], []],
  ["consumer", [undefined], [null, {}]],
  ["metadata", [undefined, [], {}], []],
  ["timestamp", [undefined, "2031"], []],
]);

describeBounds("subscription", exampleSubscription, answerErrorsOf(subscriptionResult), [
  ["id", ["1", 7], resultIds],
  ["status", ["canceled", "newer", null], [undefined, 1]],
  ["cycle", [undefined, null, 0], ["0"]],
  ["renewalDate", [undefined, null], [7]],
  ["cancelDate", [undefined, "2031-12-24 18:00:00"], [7]],
  ["aFieldOfANewerGateway", [true], []],
]);

describeBounds("saved card", exampleSavedCard, answerErrorsOf(savedCard), [
  ["paymentAccountId", ["1"], [undefined, "", ...notText]],
  ["disabled", [true], [undefined, ...notBoolean]],
  ["expirationMonth", [undefined, null, 12], [true]],
]);

describe("senders' addresses", () => {
  it("are a list of texts", () => {
    const check = errorsOf(listSendersResult);
    expect(check(["203.0.113.7", "2001:db8::/32"])).toEqual({});
    expect(check([])).toEqual({});
    expect(Object.keys(check([""]))).toEqual(["0"]);
    expect(Object.keys(check({}))).toEqual(["(body)"]);
  });
});
