import { describe, expect, it } from "vitest";
import { threeDsFields } from "../consumer.ts";
import type { FieldErrors } from "../parse.ts";
import {
  describeBounds,
  digits,
  errorsOf,
  letters,
  notBoolean,
  notText,
  notWhole,
} from "../testing/bounds.ts";
import { exampleWalletRequests } from "../testing/wallet.ts";
import { answerErrorsOf, clientIdBounds, webAddresses } from "../testing/wallet-bounds.ts";
import { parseRefillRequest, refillResult, topUpRequest } from "./money-in.ts";

const { refill, topUp } = exampleWalletRequests;

function check(input: unknown): FieldErrors {
  const parsed = parseRefillRequest(input);
  return parsed.ok ? {} : parsed.errors;
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const mods = (count: number) => Array.from({ length: count }, () => ({ amount: 1, title: "Fee" }));
const signed = [-999_999_999_999, -0.01, 999_999_999_999];
const notSigned = [1_000_000_000_000, -1_000_000_000_000, "5", null, Number.NaN, true, [], {}];

describeBounds("refill (4.4)", refill, check, [
  clientIdBounds,
  ["name", ["a", letters(128)], [undefined, "", letters(129), ...notText]],
  ["amount", [0.001, 999_999_999_999], [undefined, 0, -1, 1_000_000_000_000, "5", null, Number.NaN]],
  ["consumer", [], [undefined, null, [], "ada", {}]],
  ["consumer.ip", ["203.0.113.7", "::1"], [undefined, "", "example.com", ...notText]],
  ["consumer.firstName", [undefined, letters(32)], ["", letters(33), ...notText]],
  ["consumer.lastName", [undefined, letters(32)], ["", letters(33), ...notText]],
  ["consumer.phone", [undefined, digits(16)], ["", digits(17), ...notText]],
  ["consumer.country", [undefined, "DEU"], ["", "DE", ...notText]],
  ["consumer.state", [undefined, letters(32)], ["", letters(33), ...notText]],
  ["consumer.city", [undefined, letters(50)], ["", letters(51), ...notText]],
  ["consumer.zip", [undefined, letters(16)], ["", letters(17), ...notText]],
  ["consumer.address", [undefined, "", letters(64)], [letters(65), ...notText]],
  ["consumer.birthday", [undefined, null, "2000-02-29"], ["2001-02-29", 7]],
  ["consumer.userAgent", [letters(255)], [letters(256), ...notText]],
  ["consumer.browserColorDepth", [24], [0, ...notWhole]],
  // Fields of a payment's consumer that a refill does not accept, because the wallet user is known.
  ...["id", "externalId", "email", "cpf", "deviceId"].map(
    (field) => [`consumer.${field}`, [], ["100000001"]] as const,
  ),
  ["emailOptions", [undefined, {}], [null, [], true]],
  ["emailOptions.send", [undefined, true, false], notBoolean],
  ["emailOptions.unknown", [], ["x"]],
  ["redirectUrl", ...webAddresses],
  ["webhookUrl", ...webAddresses],
  ["secure", [undefined, false], notBoolean],
  ["test", [undefined, true], notBoolean],
  ["merchantOrderId", [undefined, "a", letters(64)], ["", letters(65), ...notText]],
  ["metadata", [undefined, {}, { a: nested(32) }], [null, [], "x", { a: nested(33) }]],
  ["metadata.isCover", [undefined, false], notBoolean],
  ["metadata.amountMods", [undefined, [], mods(20)], [null, {}, "x", mods(21), [{}], [{ amount: 1 }]]],
  ["metadata.amountMods.0.amount", [0, ...signed], [undefined, ...notSigned]],
  ["metadata.amountMods.0.title", ["a", letters(128)], [undefined, "", letters(129), ...notText]],
  ["metadata.amountMods.0.unknown", [], ["x"]],
  ["forceCheckout", [undefined, false], notBoolean],
  ["payment", [undefined, {}], [null, [], "shop.example.com"]],
  [
    "payment.domain",
    [undefined, "localhost", "a.b-c.example", letters(253)],
    [
      "",
      letters(254),
      "https://shop.example.com",
      "shop.example.com/",
      "Shop.example.com",
      "-a.example",
      "a-.example",
      "a..example",
      "a b.example",
      ...notText,
    ],
  ],
  ["payment.unknown", [], ["x"]],
  ["unknown", [], ["x"]],
]);

describe("a refill through 3D Secure", () => {
  const { secure: _, ...plain } = refill;
  const without = (field: string, input: object = refill) => {
    const { [field]: __, ...consumer } = refill.consumer as Record<string, unknown>;
    return { ...input, consumer };
  };

  it.each(threeDsFields)("requires consumer.%s, and a refill without 3D Secure does not", (field) => {
    expect(check(without(field))).toEqual({ [`consumer.${field}`]: "is required for 3DS" });
    expect(check(without(field, { ...plain, secure: false }))).toEqual({});
    expect(check(without(field, plain))).toEqual({});
  });

  it("reports all missing and all invalid fields at once", () => {
    expect(check({ ...refill, amount: 0, consumer: { ip: "203.0.113.7" } })).toEqual({
      amount: "must be more than 0",
      ...Object.fromEntries(threeDsFields.map((field) => [`consumer.${field}`, "is required for 3DS"])),
    });
  });

  it.each([undefined, null, 7, "x", []])("is refused where there is none: %j", (input) => {
    expect(Object.keys(check(input)).length).toBeGreaterThan(0);
  });
});

describeBounds(
  "answer to a refill (4.4)",
  { result: "processing", action: "redirect", code: 0, url: "https://gateway.example.com/refill/1" },
  answerErrorsOf(refillResult),
  [
    ["result", ["processing", "a-newer-one"], [undefined, ...notText]],
    ["action", ["redirect", "a-newer-one"], [undefined, ...notText]],
    ["code", [0, 5051], [undefined, ...notWhole]],
    ["url", [undefined, "x"], notText],
    ["aFieldOfANewerGateway", [true], []],
  ],
);

describeBounds("top-up (4.4)", topUp, errorsOf(topUpRequest), [
  clientIdBounds,
  ["reason", [undefined, "a", letters(255)], ["", letters(256), ...notText]],
  ["amount", signed, [undefined, 0, ...notSigned]],
  ["merchantOrderId", [undefined, "a", letters(64)], ["", letters(65), ...notText]],
  ["metadata", [undefined, {}, { udf1: null }], [null, [], "x", { a: nested(33) }]],
  [
    "dateExpire",
    [undefined, "2032-02-29 00:00:00", "2031-12-31 23:59:59"],
    [
      "",
      "2031-02-29 00:00:00",
      "2031-12-31",
      "2031-12-31 24:00:00",
      "2031-12-31 23:60:00",
      "2031-12-31T23:59:59",
      "2031-12-31 23:59:59Z",
      "2031-1-1 0:0:0",
      "31.12.2031 23:59",
      ...notText,
    ],
  ],
  ["currency", [], ["EUR"]],
]);
