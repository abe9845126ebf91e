import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "./parse.ts";
import { describeBounds, digits, errorsOf, letters, notText } from "./testing/bounds.ts";
import { tokenizeAccountRequest, tokenizeRequest, tokenizeResult } from "./tokenize.ts";

const card = {
  number: "4242424242424242",
  expirationYear: "40",
  expirationMonth: "12",
  cvv: "123",
  cardHolder: "Ada Example",
  zip: "10115",
};
const account = {
  paymentAccountId: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11",
  consumerId: "100000001",
  cvv: "123",
};

describeBounds("tokenize request (2.1)", card, errorsOf(tokenizeRequest), [
  [
    "number",
    // Luhn is the pane's rule: the gateway asks for length only.
    [digits(12), digits(19), "4242424242424241"],
    [
      undefined,
      "",
      digits(11),
      digits(20),
      letters(16),
      "4242 4242 4242 4242",
      "４２４２４２４２４２４２４２４２",
      ...notText,
    ],
  ],
  ["expirationYear", ["00", "99"], [undefined, "", "4", "2040", "ab", ...notText]],
  ["expirationMonth", ["01", "12"], [undefined, "", "1", "00", "13", "012", "ab", ...notText]],
  ["cvv", [undefined, "000", "1234"], ["", "12", "12345", "abc", ...notText]],
  ["cardHolder", [undefined, "A", letters(64)], ["", letters(65), ...notText]],
  ["zip", [undefined, "1", letters(16)], ["", letters(17), ...notText]],
  ["extra", [], ["anything"]],
  ["Number", [], ["4242424242424242"]],
]);

describeBounds("tokenize request with a payment account (2.1)", account, errorsOf(tokenizeAccountRequest), [
  [
    "paymentAccountId",
    ["3F1A0B6E-6F0D-4C8E-9D55-0A4B7C0E2F11", "00000000-0000-1000-8000-000000000000"],
    [undefined, "", "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f1", "3f1a0b6e6f0d4c8e9d550a4b7c0e2f11", ...notText],
  ],
  ["consumerId", [letters(5), letters(36)], [undefined, "", letters(4), letters(37), ...notText]],
  ["cvv", ["123", "1234"], [undefined, "", "12", "12345", "12a", ...notText]],
  ["number", [], ["4242424242424242"]],
]);

describeBounds(
  "tokenize result (2.1)",
  { token: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11", expireAt: 1_900_000_000 },
  errorsOf(tokenizeResult),
  [
    ["token", [], [undefined, "", "token", ...notText]],
    ["expireAt", [0], [undefined, "1900000000", 1.5, null]],
    ["aFieldOfANewerGateway", [true], []],
  ],
);

describe("tokenize request", () => {
  it("accepts any digits of the right lengths", () => {
    const digitsOf = (min: number, max: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });
    const month = fc.integer({ min: 1, max: 12 }).map((value) => String(value).padStart(2, "0"));
    fc.assert(
      fc.property(digitsOf(12, 19), digitsOf(2, 2), month, digitsOf(3, 4), (number, year, m, cvv) => {
        const input = { number, expirationYear: year, expirationMonth: m, cvv };
        expect(parse(tokenizeRequest, input)).toEqual({ ok: true, value: input });
      }),
    );
  });

  it("never throws, and never repeats the typed text, for any input", () => {
    const secret = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 8, maxLength: 30 });
    fc.assert(
      fc.property(fc.anything(), secret, fc.string(), (anything, typed, key) => {
        const inputs = [
          anything,
          typed,
          { number: [typed] },
          { ...card, cvv: typed },
          { [typed]: 1, [key]: typed },
        ];
        for (const input of inputs) {
          const parsed = parse(tokenizeRequest, input);
          if (!parsed.ok) expect(JSON.stringify(parsed.errors)).not.toContain(typed);
        }
      }),
    );
  });
});
