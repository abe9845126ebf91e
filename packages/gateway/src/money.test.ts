import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currencyDecimals } from "./iso-codes.ts";
import { amountProblem, fromMinor, largestMinor, toMinor } from "./money.ts";

describe("money", () => {
  it.each([
    ["EUR", 2],
    ["JPY", 0],
    ["KWD", 3],
  ])("knows that %s has %i decimals", (code, decimals) => {
    expect(currencyDecimals(code)).toBe(decimals);
  });

  it("accepts the decimals of a newer currency, and never changes those of a known one", () => {
    expect(currencyDecimals("QQZ")).toBeUndefined();
    expect(currencyDecimals("QQZ", { QQZ: 3 })).toBe(3);
    expect(currencyDecimals("EUR", { EUR: 0 })).toBe(2);
    expect(currencyDecimals("XCG", { XCG: 0 })).toBe(2);
    expect(currencyDecimals("toString", { toString: 3 } as never)).toBeUndefined();
    expect(() => toMinor(1, "QQZ")).toThrow("unknown currency");
  });

  it("counts in minor units without rounding", () => {
    expect(toMinor(0.29, "EUR")).toBe(29);
    expect(fromMinor(29, "EUR")).toBe(0.29);
    expect(() => toMinor(0.291, "EUR")).toThrow(RangeError);
  });

  it("is the same in minor units and back, for any amount", () => {
    const currencies = fc.constantFrom("JPY", "EUR", "KWD", "CLF");
    fc.assert(
      fc.property(fc.integer({ min: -largestMinor, max: largestMinor }), currencies, (minor, currency) => {
        const amount = fromMinor(minor, currency);
        expect([toMinor(amount, currency), amountProblem(amount, currency)]).toEqual([minor, undefined]);
      }),
    );
  });

  it.each([
    [1e-7, "EUR", "must have at most 2 decimals in this currency"],
    [1e21, "JPY", "is too large"],
    [0.29, "EUR", undefined],
    [0.291, "EUR", "must have at most 2 decimals in this currency"],
    [999_999_999_999.999, "KWD", undefined],
    // Four decimals: in minor units, the largest amount is no longer exact.
    [100_000_000_000, "CLF", undefined],
    [100_000_000_000.0001, "CLF", "is too large"],
    [-100_000_000_000.0001, "CLF", "is too large"],
  ])("says of %d %s: %s", (value, code, problem) => {
    expect(amountProblem(value, code)).toBe(problem);
    if (problem === undefined) expect(Number.isSafeInteger(toMinor(value, code))).toBe(true);
    expect(largestMinor).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
});
