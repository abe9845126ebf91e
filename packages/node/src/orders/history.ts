/** What was said of an attempt, in sequence, as data of its record. All of it is bounded: a subscription may be renewed for years. */
import type { Attempt, HistoryEntry } from "./attempt.ts";

const maxEntries = 50;
const maxHashes = 100;
const maxRenewals = 24;

/** The attempt with an entry, without what is too old: it is counted. */
export function remember(attempt: Attempt, entry: HistoryEntry): Attempt {
  const { history = [], folded = { entries: 0, renewals: 0 } } = attempt;
  const renewals = attempt.charges.filter(({ isLater }) => isLater);
  const old = renewals.slice(0, Math.max(0, renewals.length - maxRenewals));
  const isOld = new Set<string | undefined>(old.map(({ id }) => id));
  const entries = [...history, entry];
  return {
    ...attempt,
    seen: attempt.seen.slice(-maxHashes),
    charges: attempt.charges.filter((charge) => !old.includes(charge)),
    // Most renewals get no further report. Everything about the first charge stays.
    otherTransactions: attempt.otherTransactions.filter(({ of }) => of === undefined || !isOld.has(of)),
    history: entries.slice(-maxEntries),
    folded: {
      entries: folded.entries + Math.max(0, entries.length - maxEntries),
      renewals: folded.renewals + old.length,
    },
  };
}
