/**
 * Lots: each income of an account is a lot of money, and every payment takes from lots.
 *
 * *Assumption*: the money that expires soonest is spent first, and of the same moment the oldest; money that never expires
 * comes last. Pure: amounts are integers of minor units, and time is a parameter.
 */

import type { Lot } from "../db/ledger.ts";

/** Money taken from one lot, or given back to it. */
export interface Taken {
  readonly lotId: number;
  readonly accountId: number;
  /** More than 0. */
  readonly amountMinor: number;
}

/** What one account gives to a payment. */
export interface Part {
  readonly accountId: number;
  readonly amountMinor: number;
  readonly taken: readonly Taken[];
}

/** Whether a lot counts at a moment: at the very moment of its expiry it no longer does. */
export function isSpendable({ expiresAt }: Pick<Lot, "expiresAt">, now: Date): boolean {
  return expiresAt === null || expiresAt > now;
}

/**
 * Takes an amount from lots that stand in spending order.
 *
 * @returns what was taken, and what the lots did not suffice for.
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

/** What was taken, by account: one part for each, in the order in which their money was first touched. */
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
