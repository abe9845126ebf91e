import { brandSamples, testCards } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectBrand, isExpired, maskNumber } from "./cards.ts";

describe("a masked number", () => {
  it("shows the first six and the last four, and keeps its length", () => {
    const pan = fc.stringMatching(/^\d{12,19}$/);
    fc.assert(
      fc.property(pan, (number) => {
        const masked = maskNumber(number);
        expect(masked).toMatch(/^\d{6}\*{2,9}\d{4}$/);
        expect(masked).toHaveLength(number.length);
        expect([masked.slice(0, 6), masked.slice(-4)]).toEqual([number.slice(0, 6), number.slice(-4)]);
      }),
    );
  });
});

describe("a brand", () => {
  it.each<readonly [number: string, brand: string | undefined]>([
    ...brandSamples,
    ["2720990000000000", "mastercard"],
    ["2721000000000000", undefined],
    ["6212345678901232", "unionpay"],
    ["999999999999", undefined],
  ])("of %s is %s", (number, brand) => {
    expect(detectBrand(number)).toBe(brand);
  });

  it("is known for every test card", () => {
    expect(testCards.filter(({ number }) => detectBrand(number) === undefined)).toEqual([]);
  });
});

describe("an expiry", () => {
  it.each([
    ["2026-11-30T23:59:59.999Z", false],
    ["2026-12-01T00:00:00.000Z", true],
    ["2030-01-01T00:00:00.000Z", true],
  ])("11/26 at %s has passed: %s", (now, expected) => {
    expect(isExpired({ expirationMonth: "11", expirationYear: "26" }, new Date(now))).toBe(expected);
  });

  it("in December ends with the year", () => {
    const card = { expirationMonth: "12", expirationYear: "26" };
    expect(isExpired(card, new Date("2026-12-31T23:59:59Z"))).toBe(false);
    expect(isExpired(card, new Date("2027-01-01T00:00:00Z"))).toBe(true);
  });
});
