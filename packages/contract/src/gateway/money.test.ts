import { describe, expect, it } from "vitest";
import { currencyDecimals, fromMinor, toMinor } from "./money.ts";

describe("money", () => {
  it.each([
    ["EUR", 2],
    ["JPY", 0],
    ["KWD", 3],
  ])("knows that %s has %i decimals", (code, decimals) => {
    expect(currencyDecimals(code)).toBe(decimals);
  });

  it("counts in minor units without rounding", () => {
    expect(toMinor(0.29, "EUR")).toBe(29);
    expect(fromMinor(29, "EUR")).toBe(0.29);
    expect(() => toMinor(0.291, "EUR")).toThrow(RangeError);
  });
});
