/** Takes money out of any number of lots. */

import { findLots } from "../db/ledger.ts";
import type { WorkContext } from "../operation-context.ts";
import { type Part, partsOf, type Taken, take } from "./credit-lots.ts";

/**
 * Finds the money for an amount: first that of the first group of accounts in spending order, then that of the next. Nothing is
 * booked; the caller has checked that the balance suffices.
 *
 * @param lotsAtOnce how many lots one query reads
 * @throws Error if the lots hold less than their accounts' balances.
 */
export async function allocate(
  { tx }: Pick<WorkContext, "tx">,
  groups: readonly (readonly number[])[],
  amountMinor: number,
  lotsAtOnce = 200,
): Promise<readonly Part[]> {
  const all: Taken[] = [];
  let missing = amountMinor;
  for (const accountIds of groups) {
    for (let offset = 0; missing > 0; offset += lotsAtOnce) {
      const lots = await findLots(tx, accountIds, { limit: lotsAtOnce, offset });
      const { taken, missingMinor } = take(lots, missing);
      all.push(...taken);
      missing = missingMinor;
      if (lots.length < lotsAtOnce) break;
    }
  }
  if (missing > 0) throw new Error("The lots of an account hold less than its balance.");
  return partsOf(all);
}

/** Converts taken money into movements out of its account. */
export function toDebits(taken: readonly Taken[]) {
  return taken.map(({ accountId, lotId, amountMinor }) => ({ accountId, lotId, amountMinor: -amountMinor }));
}
