/** The two kinds of transaction: one that writes, and one that reads a single snapshot. */
import { sql } from "drizzle-orm";
import type { Db } from "./open.ts";

/** An arbitrary number, the same in every sandbox. */
const writeLock = 4_202_612;

/**
 * Runs work that writes. One such transaction runs at a time, so it sees all that those before it wrote, never deadlocks, and locks
 * no row; ids are committed in the order in which they are assigned. A write outside of it is one statement on one row.
 *
 * The lock is the database's, and not this process's: it holds even if a second sandbox has just taken the database over.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${writeLock})`);
    return work(tx);
  });
}

/** Runs work that only reads: all of its statements see the same snapshot, and none may write. */
export function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: "repeatable read", accessMode: "read only" });
}
