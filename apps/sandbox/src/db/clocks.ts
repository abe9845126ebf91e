/** The one row with the position of the sandbox's clock: every process on the database reads the same. */
import { eq } from "drizzle-orm";
import type { Db } from "./open.ts";
import { clocks } from "./schema-outbox.ts";

const onlyRow = 1;

/** Where a clock stands against the machine's. */
export interface ClockPosition {
  /** Ahead of the machine by so much, while it runs. */
  readonly offsetMs: number;
  /** The time it stands at; absent while it runs. */
  readonly frozenAt?: Date;
}

/** Reads the position; a database without one has the machine's time. */
export async function readClock(db: Db): Promise<ClockPosition> {
  const [row] = await db.select().from(clocks).where(eq(clocks.id, onlyRow));
  if (!row) return { offsetMs: 0 };
  return { offsetMs: row.offsetMs, ...(row.frozenAt && { frozenAt: row.frozenAt }) };
}

/** Writes the position. */
export async function writeClock(db: Db, { offsetMs, frozenAt }: ClockPosition): Promise<void> {
  const values = { offsetMs: Math.round(offsetMs), frozenAt: frozenAt ?? null };
  await db
    .insert(clocks)
    .values({ id: onlyRow, ...values })
    .onConflictDoUpdate({ target: clocks.id, set: values });
}
