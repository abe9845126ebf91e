import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approvedMinor } from "./amounts.ts";
import { charges, dueNow, laterCharge } from "./schedule.ts";

const eur = (amount: number, rest: object = {}) => ({ amount, currency: "EUR", ...rest });

/** The days of the first charges of a schedule. */
function days(price: Parameters<typeof charges>[0], count = 5): number[] {
  const found: number[] = [];
  for (const { day } of charges(price)) {
    found.push(day);
    if (found.length === count) break;
  }
  return found;
}

describe("a price schedule", () => {
  it.each([
    ["one item", [eur(1)], [0]],
    ["offsets add up", [eur(1), eur(2, { offset: "7d" }), eur(3, { offset: "30d" })], [0, 7, 37]],
    ["repeats at its own interval", [eur(1, { offset: "7d", repeat: 2 })], [7, 14, 21]],
    ["follows a repeated item", [eur(1, { offset: "7d", repeat: 1 }), eur(2, { offset: "1d" })], [7, 14, 15]],
    ["repeats without an interval", [eur(1, { repeat: 1 })], [0, 30]],
    ["repeats without an end", [eur(1, { offset: "10d", repeat: true })], [10, 20, 30, 40, 50]],
    ["never gets past an endless item", [eur(1, { repeat: true }), eur(2)], [0, 30, 60, 90, 120]],
    ["does not repeat", [eur(1, { repeat: false }), eur(2, { repeat: 0 })], [0, 0]],
  ])("%s", (_, price, expected) => {
    expect(days(price)).toEqual(expected);
  });

  it("charges exactly the items of day 0 now, and the later ones next", () => {
    const item = fc.record({
      amount: fc.integer({ min: 0, max: 10_000 }),
      currency: fc.constant("EUR"),
      offset: fc.constantFrom(undefined, "0d", "1d", "30d", "9999d"),
      repeat: fc.constantFrom(undefined, true, false, 0, 2),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (price) => {
        const first = [...take(charges(price), 40)];
        const now = first
          .filter(({ day }) => day === 0)
          .reduce((sum, { item: { amount } }) => sum + amount, 0);
        expect(dueNow(price)).toEqual({ amountMinor: now * 100, currency: "EUR" });
        expect(laterCharge(price, 0)).toEqual(first.find(({ day }) => day > 0));
      }),
    );
  });
});

describe("an approved amount", () => {
  it("is a whole number of minor units, and an underpayment never more than the payment", () => {
    const partial = fc.option(
      fc.record({ percentage: fc.double({ min: 0, max: 100, noNaN: true }), amount: fc.nat(1000) }),
      { nil: undefined },
    );
    fc.assert(
      fc.property(fc.nat(1e12), partial, (amountMinor, partialApproval) => {
        const money = { amountMinor, currency: "EUR" };
        const under = approvedMinor("1001", money, partialApproval);
        const over = approvedMinor("1002", money, partialApproval);
        expect(Number.isSafeInteger(under) && Number.isSafeInteger(over)).toBe(true);
        expect(under).toBeLessThanOrEqual(amountMinor);
        expect(over).toBeGreaterThanOrEqual(amountMinor);
        expect(approvedMinor("0", money, partialApproval)).toBe(amountMinor);
      }),
    );
  });
});

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const value of values) {
    if (left-- === 0) return;
    yield value;
  }
}
