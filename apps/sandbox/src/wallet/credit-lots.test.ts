import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lot } from "../db/ledger.ts";
import { isSpendable, partsOf, sumOf, take } from "./credit-lots.ts";

const lot = (id: number, remainingMinor: number, expires: number | null = null, accountId = 1): Lot => ({
  id,
  accountId,
  remainingMinor,
  expiresAt: expires === null ? null : new Date(expires),
});

const anyLots = fc
  .array(
    fc.record({
      remainingMinor: fc.integer({ min: 0, max: 1_000 }),
      expires: fc.option(fc.integer({ min: 0, max: 5 })),
      accountId: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all.map(({ remainingMinor, expires, accountId }, index) =>
      lot(index + 1, remainingMinor, expires, accountId),
    ),
  );

describe("lots", () => {
  it.each([
    [null, true],
    [1_001, true],
    [1_000, false],
    [999, false],
  ])("that expire at %s count at 1000: %s", (expires, expected) => {
    expect(isSpendable(lot(1, 5, expires), new Date(1_000))).toBe(expected);
  });

  it("give exactly the requested amount or all of their money, and none gives more than it holds", () => {
    fc.assert(
      fc.property(anyLots, fc.integer({ min: 0, max: 20_000 }), (lots, amountMinor) => {
        const { taken, missingMinor } = take(lots, amountMinor);
        const held = lots.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0);
        expect(sumOf(taken) + missingMinor).toBe(amountMinor);
        expect(missingMinor).toBe(Math.max(0, amountMinor - held));
        for (const { lotId, amountMinor: share } of taken) {
          expect(share).toBeGreaterThan(0);
          expect(share).toBeLessThanOrEqual(lots[lotId - 1]?.remainingMinor ?? 0);
        }
        expect(new Set(taken.map(({ lotId }) => lotId)).size).toBe(taken.length);
      }),
    );
  });

  it("are emptied one after the other: only the last used lot keeps money", () => {
    fc.assert(
      fc.property(anyLots, fc.integer({ min: 1, max: 5_000 }), (lots, amountMinor) => {
        const ordered = lots.filter(({ remainingMinor }) => remainingMinor > 0);
        const { taken } = take(ordered, amountMinor);
        expect(taken.map(({ lotId }) => lotId)).toEqual(ordered.slice(0, taken.length).map(({ id }) => id));
        for (const { lotId, amountMinor: share } of taken.slice(0, -1)) {
          expect(share).toBe(lots[lotId - 1]?.remainingMinor);
        }
      }),
    );
  });

  it("are grouped into one part for each account, without a loss", () => {
    fc.assert(
      fc.property(anyLots, fc.integer({ min: 1, max: 5_000 }), (lots, amountMinor) => {
        const { taken } = take(lots, amountMinor);
        const parts = partsOf(taken);
        expect(new Set(parts.map(({ accountId }) => accountId)).size).toBe(parts.length);
        expect(sumOf(parts)).toBe(sumOf(taken));
        expect(parts.flatMap((part) => part.taken)).toHaveLength(taken.length);
        for (const { accountId, taken: shares, amountMinor: sum } of parts) {
          expect(sumOf(shares)).toBe(sum);
          expect(shares.every((share) => share.accountId === accountId)).toBe(true);
        }
      }),
    );
  });
});
