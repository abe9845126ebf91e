import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { billOf } from "./bill.ts";

const mods = (...amounts: number[]) => amounts.map((amount) => ({ amount, title: "Fee" }));

describe("a refill's bill", () => {
  it.each([
    ["no lines", 10, {}, 1_000, 1_000],
    ["lines on top", 10, { isCover: true, amountMods: mods(0.5, 0.25) }, 1_075, 1_000],
    ["lines that come off", 10, { isCover: false, amountMods: mods(0.5, 0.25) }, 1_000, 925],
    ["lines without isCover", 10, { amountMods: mods(0.5) }, 1_000, 950],
    ["a discount on top", 10, { isCover: true, amountMods: mods(-1) }, 900, 1_000],
    ["a bonus", 10, { amountMods: mods(-1) }, 1_000, 1_100],
  ])("with %s", (_, amount, metadata, chargeMinor, creditMinor) => {
    expect(billOf({ amount, metadata }, "EUR")).toMatchObject({ chargeMinor, creditMinor });
  });

  it.each([
    ["an amount with a third decimal", 10.001, {}, "EUR", "amount"],
    [
      "a line with a third decimal",
      10,
      { amountMods: mods(1, 0.001) },
      "EUR",
      "metadata.amountMods.1.amount",
    ],
    [
      "a line with a decimal of a currency without",
      10,
      { amountMods: mods(0.5) },
      "JPY",
      "metadata.amountMods.0.amount",
    ],
    ["lines that leave nothing to get", 10, { amountMods: mods(10) }, "EUR", "metadata.amountMods"],
    [
      "a discount that leaves nothing to pay",
      10,
      { isCover: true, amountMods: mods(-10) },
      "EUR",
      "metadata.amountMods",
    ],
  ])("is refused with %s", (_, amount, metadata, currency, field) => {
    expect(() => billOf({ amount, metadata }, currency)).toThrow(
      expect.objectContaining({ status: 400, errors: { [field]: expect.any(String) } }),
    );
  });

  it("always has the lines as the difference between charge and credit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.array(fc.integer({ min: -1_000, max: 1_000 }), { maxLength: 20 }),
        fc.boolean(),
        (minor, lines, isCover) => {
          const sum = lines.reduce((total, line) => total + line, 0);
          const [paid, got] = isCover ? [minor + sum, minor] : [minor, minor - sum];
          fc.pre(paid > 0 && got > 0);
          const amountMods = lines.map((line) => ({ amount: line / 100, title: "Line" }));
          const bill = billOf({ amount: minor / 100, metadata: { isCover, amountMods } }, "EUR");
          expect(bill).toMatchObject({ chargeMinor: paid, creditMinor: got });
          expect(bill.chargeMinor - bill.creditMinor).toBe(sum);
        },
      ),
    );
  });
});
