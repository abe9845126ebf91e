/** The only row of the sandbox's clock: every process on the database reads the same time. */
import { eq } from "drizzle-orm";
import type { Db } from "./open.ts";
import { clocks } from "./schema-outbox.ts";

const onlyRow = 1;

/** The position of the sandbox's clock relative to the machine's. */
export interface ClockPosition {
  /** How far it is ahead of the machine's clock while it runs, in milliseconds. */
  readonly offsetMs: number;
  /** The time at which it is frozen; absent while it runs. */
  readonly frozenAt?: Date;
}

/** Reads the position; without a stored one, the clock shows the machine's time. */
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
