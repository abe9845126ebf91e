import { expect, test } from "vitest";
import { formatMinor, readMinor } from "./money.ts";

test("every amount of cents is converted to a decimal and back without loss", () => {
  for (let minor = 1; minor < 20_000; minor++) expect(readMinor((minor / 100).toFixed(2))).toBe(minor);
});

test.each([
  ["12.34", 1234],
  ["12,34", 1234],
  ["12.3", 1230],
  [" 7 ", 700],
  ["0.01", 1],
  ["999999999.99", 99_999_999_999],
])("reads %j", (text, minor) => {
  expect(readMinor(text)).toBe(minor);
});

test.each(["", "0", "0.00", "-1", "1.234", "1e3", "1000000000", "12.34.5", "€5", "١٢"])(
  "does not read %j",
  (text) => {
    expect(readMinor(text)).toBeUndefined();
  },
);

test("reads amounts in the minor units of other currencies", () => {
  expect([readMinor("18.5", "KWD"), readMinor("1.234", "KWD")]).toEqual([18_500, 1_234]);
  expect([readMinor("1850", "JPY"), readMinor("18.5", "JPY")]).toEqual([1_850, undefined]);
});

test("amounts are formatted for the language", () => {
  expect(formatMinor(1850, "en")).toBe("€18.50");
  expect(formatMinor(1850, "de")).toBe("18,50\u00a0€");
});

test("a negative amount has a minus sign, not a hyphen", () => {
  expect(formatMinor(-1850, "en")).toBe("−€18.50");
  expect(formatMinor(-1850, "de")).toBe("−18,50\u00a0€");
});
