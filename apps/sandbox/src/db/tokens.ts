/**
 * One-time tokens. A token's card data exists only while the token may still be used: both use and expiry delete it, in
 * the same statement that ends the token.
 */
import { and, eq, isNotNull, lte } from "drizzle-orm";
import type { Db } from "./open.ts";
import { findRow, updateRow } from "./rows.ts";
import { tokens } from "./schema.ts";

export type TokenRow = typeof tokens.$inferSelect;

/** A token, locked until the transaction ends: a concurrent user of the token waits, and then finds it used. */
export async function lockToken(db: Db, id: string): Promise<TokenRow | undefined> {
  return findRow(db, tokens, eq(tokens.id, id), { lock: true });
}

/** Marks a token as used and deletes its card data. */
export async function burnToken(db: Db, id: string, now: Date): Promise<void> {
  await updateRow(db, tokens, id, { usedAt: now, sealed: null });
}

/** Deletes the card data of every expired token. */
export async function wipeExpiredTokens(db: Db, now: Date): Promise<void> {
  await db
    .update(tokens)
    .set({ sealed: null })
    .where(and(lte(tokens.expiresAt, now), isNotNull(tokens.sealed)));
}
