/**
 * Lots: each income of an account is a lot of money, and every payment takes from lots.
 *
 * *Assumption*: the money that expires soonest is spent first, and at the same expiry the oldest; money that never expires
 * comes last. Pure functions: amounts are integers of minor units, and time is a parameter.
 */

import type { Lot } from "../db/ledger.ts";

/** Money taken from one lot, or returned to it. */
export interface Taken {
  readonly lotId: number;
  readonly accountId: number;
  /** More than 0. */
  readonly amountMinor: number;
}

/** The part of a payment that one account pays. */
export interface Part {
  readonly accountId: number;
  readonly amountMinor: number;
  readonly taken: readonly Taken[];
}

/** Whether a lot counts at a time: it no longer does at the exact time of its expiry. */
export function isSpendable({ expiresAt }: Pick<Lot, "expiresAt">, now: Date): boolean {
  return expiresAt === null || expiresAt > now;
}

/**
 * Takes an amount from lots in spending order.
 *
 * @returns the taken money, and the amount that the lots lack.
 */
export function take(
  lots: Iterable<Lot>,
  amountMinor: number,
): { readonly taken: readonly Taken[]; readonly missingMinor: number } {
  const taken: Taken[] = [];
  let missingMinor = amountMinor;
  for (const { id, accountId, remainingMinor } of lots) {
    if (missingMinor === 0) break;
    const share = Math.min(missingMinor, remainingMinor);
    if (share > 0) taken.push({ lotId: id, accountId, amountMinor: share });
    missingMinor -= share;
  }
  return { taken, missingMinor };
}

/** Groups taken money by account: one part for each, in the order in which their money was first taken. */
export function partsOf(taken: readonly Taken[]): readonly Part[] {
  const byAccount = new Map<number, Taken[]>();
  for (const one of taken) byAccount.set(one.accountId, [...(byAccount.get(one.accountId) ?? []), one]);
  return Array.from(byAccount, ([accountId, shares]) => ({
    accountId,
    amountMinor: sumOf(shares),
    taken: shares,
  }));
}

/** The sum of shares. */
export function sumOf(shares: readonly Pick<Taken, "amountMinor">[]): number {
  return shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}
