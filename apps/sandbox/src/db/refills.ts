/** Refills by card, from request to end. */
import { eq, inArray } from "drizzle-orm";
import { dueRows } from "./due-rows.ts";
import { type Db, onlyRow } from "./open.ts";
import { walletRefills } from "./schema-money.ts";

export type RefillRow = typeof walletRefills.$inferSelect;
export type NewRefill = Omit<typeof walletRefills.$inferInsert, "id">;

/** Stores a refill. */
export async function insertRefill(db: Db, refill: NewRefill): Promise<RefillRow> {
  return onlyRow(await db.insert(walletRefills).values(refill).returning());
}

/** The refill of a page, for reading. */
export async function findRefill(db: Db, pageId: string): Promise<RefillRow | undefined> {
  const [row] = await db.select().from(walletRefills).where(eq(walletRefills.pageId, pageId));
  return row;
}

/** The refill of a page, locked until the transaction ends: every operation locks it before any wallet. */
export async function lockRefill(db: Db, pageId: string): Promise<RefillRow | undefined> {
  const [row] = await db.select().from(walletRefills).where(eq(walletRefills.pageId, pageId)).for("update");
  return row;
}

/** Updates a refill. */
export async function updateRefill(db: Db, id: number, set: Partial<NewRefill>): Promise<RefillRow> {
  return onlyRow(await db.update(walletRefills).set(set).where(eq(walletRefills.id, id)).returning());
}

/** Refills that have timed out. */
export const refillTimeouts = dueRows(
  "refill expiry",
  walletRefills,
  walletRefills.expiresAt,
  inArray(walletRefills.status, ["open", "challenge"]),
);
