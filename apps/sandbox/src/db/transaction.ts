/**
 * The two kinds of transaction that a request runs in: one that writes and is run again where the database gave it up for
 * another's sake, and one that reads a single snapshot.
 */
import type { Db } from "./open.ts";

/** PostgreSQL's `serialization_failure` and `deadlock_detected`: nothing was done, and the same work may succeed now. */
const retryableCodes: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** How often a transaction is run, the first time included. */
export const maxRuns = 3;

/**
 * Runs work in a transaction, again where the database asks for it. The work must change nothing outside of the database.
 *
 * @param onRetry gets the error of each run that is followed by another, and the number of that run.
 * @throws the work's own error, or the database's after the last run.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  onRetry: (error: unknown, run: number) => void = () => undefined,
): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (run === maxRuns || !isRetryable(error)) throw error;
      onRetry(error, run);
    }
  }
}

/** Runs work that reads: all of its statements see the same moment, and none may write. */
export function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** The driver's error may stand behind the query builder's. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && retryableCodes.has(error.code)) || isRetryable(error.cause);
}
