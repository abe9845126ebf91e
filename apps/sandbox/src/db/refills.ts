/** Refills by card, from the request to their end. */
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { isNotSetAside } from "./failed-jobs.ts";
import type { Db } from "./open.ts";
import { walletRefills } from "./schema-money.ts";

export type RefillRow = typeof walletRefills.$inferSelect;
export type NewRefill = Omit<typeof walletRefills.$inferInsert, "id">;

const unended = inArray(walletRefills.status, ["open", "challenge"]);

/** Stores a refill. */
export async function insertRefill(db: Db, refill: NewRefill): Promise<RefillRow> {
  const [row] = await db.insert(walletRefills).values(refill).returning();
  if (!row) throw new Error("The refill was not stored.");
  return row;
}

/** The refill behind a page, for reading. */
export async function findRefill(db: Db, pageId: string): Promise<RefillRow | undefined> {
  const [row] = await db.select().from(walletRefills).where(eq(walletRefills.pageId, pageId));
  return row;
}

/** The refill behind a page, locked until the transaction ends: before any wallet, in every operation. */
export async function lockRefill(db: Db, pageId: string): Promise<RefillRow | undefined> {
  const [row] = await db.select().from(walletRefills).where(eq(walletRefills.pageId, pageId)).for("update");
  return row;
}

/** Writes what has become of a refill. */
export async function updateRefill(db: Db, id: number, set: Partial<NewRefill>): Promise<RefillRow> {
  const [row] = await db.update(walletRefills).set(set).where(eq(walletRefills.id, id)).returning();
  if (!row) throw new Error("A refill has gone.");
  return row;
}

/** A refill whose time is up, locked; one that somebody works on at this moment is left to him. */
export async function lockExpiredRefill(db: Db, now: Date): Promise<RefillRow | undefined> {
  const [row] = await db
    .select()
    .from(walletRefills)
    .where(
      and(unended, lte(walletRefills.expiresAt, now), isNotSetAside(db, "refill expiry", walletRefills.id)),
    )
    .orderBy(asc(walletRefills.expiresAt), asc(walletRefills.id))
    .limit(1)
    .for("update", { skipLocked: true });
  return row;
}

/** When the next refill's time is up. */
export async function nextRefillExpiry(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ expiresAt: walletRefills.expiresAt })
    .from(walletRefills)
    .where(and(unended, isNotSetAside(db, "refill expiry", walletRefills.id)))
    .orderBy(asc(walletRefills.expiresAt))
    .limit(1);
  return row?.expiresAt;
}
