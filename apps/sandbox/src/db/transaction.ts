/**
 * The two kinds of transaction for a request: one that writes, and is run again if the database aborted it because of a
 * concurrent one, and one that reads a single snapshot.
 */
import type { Db } from "./open.ts";

/** PostgreSQL's `serialization_failure` and `deadlock_detected`: nothing was written, and the same work may now succeed. */
const retryableCodes: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** The maximum number of runs of a transaction, the first included. */
export const maxRuns = 3;

/**
 * Runs work in a transaction, and again if the database aborts it. The work must change nothing outside the database.
 *
 * @param onRetry receives the error and the number of each run that is followed by another.
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

/** Runs work that only reads: all of its statements see the same snapshot, and none may write. */
export function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** The query builder's error may wrap the driver's. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && retryableCodes.has(error.code)) || isRetryable(error.cause);
}
