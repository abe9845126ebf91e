/**
 * One-time tokens. A token's card data is there only while it may still be used: the use and the expiry both take it
 * away, in the same statement that ends the token.
 */
import { and, eq, isNotNull, lte } from "drizzle-orm";
import type { Db } from "./open.ts";
import { tokens } from "./schema.ts";

export type TokenRow = typeof tokens.$inferSelect;

/** Stores a new token. */
export async function insertToken(db: Db, token: Omit<typeof tokens.$inferInsert, "usedAt">): Promise<void> {
  await db.insert(tokens).values(token);
}

/** A token, locked until the transaction ends: whoever else wants it waits, and then finds it used. */
export async function lockToken(db: Db, id: string): Promise<TokenRow | undefined> {
  const [token] = await db.select().from(tokens).where(eq(tokens.id, id)).for("update");
  return token;
}

/** Ends a token's life by its use. */
export async function burnToken(db: Db, id: string, now: Date): Promise<void> {
  await db.update(tokens).set({ usedAt: now, sealed: null }).where(eq(tokens.id, id));
}

/** Takes the card data out of every expired token. */
export async function wipeExpiredTokens(db: Db, now: Date): Promise<void> {
  await db
    .update(tokens)
    .set({ sealed: null })
    .where(and(lte(tokens.expiresAt, now), isNotNull(tokens.sealed)));
}
