/** Refills by card, from request to end. */
import { eq, inArray } from "drizzle-orm";
import { dueRows } from "./due-rows.ts";
import type { Db } from "./open.ts";
import { findRow, type Reading } from "./rows.ts";
import { walletRefills } from "./schema-money.ts";

export type RefillRow = typeof walletRefills.$inferSelect;

/** The refill of a page, for reading; or locked until the transaction ends: every operation locks it before any wallet. */
export async function findRefill(db: Db, pageId: string, reading?: Reading): Promise<RefillRow | undefined> {
  return findRow(db, walletRefills, eq(walletRefills.pageId, pageId), reading);
}

/** Refills that have timed out. */
export const refillTimeouts = dueRows(
  "refill expiry",
  walletRefills,
  walletRefills.expiresAt,
  inArray(walletRefills.status, ["open", "challenge"]),
);
