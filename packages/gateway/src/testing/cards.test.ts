import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPaymentCode, type PaymentCode, paymentCodes } from "../index.ts";
import { cardForCode, testCardBehaviour, testCards } from "./cards.ts";

const codes = Object.keys(paymentCodes) as PaymentCode[];

/** An independent Luhn check (ISO/IEC 7812-1): from the right, every second digit is doubled, and the digits are added up. */
function passesLuhn(number: string): boolean {
  const sum = [...number]
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)]))
    .reduce<number>((total, digit) => total + (digit ?? 0), 0);
  return sum % 10 === 0;
}

describe("test cards", () => {
  it.each(testCards)("$number ($label) passes Luhn and behaves as listed", (card) => {
    expect(passesLuhn(card.number)).toBe(true);
    expect(testCardBehaviour(card.number)).toEqual(card);
    expect(isPaymentCode(card.code)).toBe(true);
  });

  it("have different numbers", () => {
    expect(new Set(testCards.map((card) => card.number)).size).toBe(testCards.length);
  });

  it.each([
    ["5005", "4000005550050000"],
    ["0", cardForCode("0")],
  ] as const)("of the code %s has the number %s", (code, number) => {
    expect(cardForCode(code)).toBe(number);
  });

  it.each(codes)("of the code %s ends with it", (code) => {
    const number = cardForCode(code);
    expect(number).toMatch(/^40000055\d{4}000\d$/);
    expect(passesLuhn(number)).toBe(true);
    expect(testCardBehaviour(number)).toEqual({ threeDs: "none", code });
  });

  it("do not exist for a code that is not in the table", () => {
    // 5002 is no payment code; the number passes Luhn.
    expect(passesLuhn("4000005550020003")).toBe(true);
    expect(testCardBehaviour("4000005550020003")).toBeUndefined();
  });

  it.each(["4242424242424241", "400000000000", "5005"])("%s fails Luhn: nobody's card, 5014", (number) => {
    expect(testCardBehaviour(number)).toEqual({ threeDs: "none", code: "5014" });
  });

  it("include no other number that passes Luhn, because it may be real", () => {
    const known = new Set([...testCards.map((card) => card.number), ...codes.map(cardForCode)]);
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 11, maxLength: 18 });
    fc.assert(
      fc.property(digits, (body) => {
        const number = [..."0123456789"].map((digit) => body + digit).find(passesLuhn) ?? "";
        fc.pre(!known.has(number));
        expect(testCardBehaviour(number)).toBeUndefined();
      }),
    );
  });
});
