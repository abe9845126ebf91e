/**
 * One-time tokens. A token's card data exists only while the token may still be used: both use and expiry delete it, in
 * the same statement that ends the token.
 */
import { and, isNotNull, lte } from "drizzle-orm";
import type { Db } from "./open.ts";
import { tokens } from "./schema.ts";

/** Deletes the card data of every expired token. */
export async function wipeExpiredTokens(db: Db, now: Date): Promise<void> {
  await db
    .update(tokens)
    .set({ sealed: null })
    .where(and(lte(tokens.expiresAt, now), isNotNull(tokens.sealed)));
}
