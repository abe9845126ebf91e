/** Logins of customers: consecutive failures, used codes, sessions and their token pairs (see wallet/session.ts). */
import { and, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import type { Merchant } from "./merchants.ts";
import { type Db, onlyRow } from "./open.ts";
import { findRow, insertRow, updateRow } from "./rows.ts";
import { merchants } from "./schema.ts";
import { loginFailures, usedCodes, walletSessions, walletTokens, walletUsers } from "./schema-wallet.ts";

/** Consecutive failed logins with one address at one merchant. */
export interface FailedLogins {
  readonly failures: number;
  readonly lastAt: Date;
}

/** The key of login failures. */
export interface LoginKey {
  readonly merchantId: number;
  readonly emailHash: string;
}

/** The failures of an address, locked until the transaction ends: its logins run one after the other. */
export async function lockFailures(db: Db, key: LoginKey, now: Date): Promise<FailedLogins> {
  const locked = await db
    .insert(loginFailures)
    .values({ ...key, failures: 0, lastAt: now })
    .onConflictDoUpdate({
      target: [loginFailures.merchantId, loginFailures.emailHash],
      // Changes nothing, and locks the existing row.
      set: { failures: sql`${loginFailures.failures}` },
    })
    .returning();
  return onlyRow(locked);
}

/** Writes the failures of an address. */
export async function writeFailures(db: Db, key: LoginKey, failed: FailedLogins): Promise<void> {
  await db.update(loginFailures).set(failed).where(isKey(key));
}

/** Deletes the failures of an address. */
export async function clearFailures(db: Db, key: LoginKey): Promise<void> {
  await db.delete(loginFailures).where(isKey(key));
}

/** Deletes failures that are too old to count. */
export async function forgetFailures(db: Db, before: Date): Promise<void> {
  await db.delete(loginFailures).where(lt(loginFailures.lastAt, before));
}

/** Marks a code as used; `false` if it was used before. */
export async function useCode(db: Db, userId: number, step: number): Promise<boolean> {
  const used = await db.insert(usedCodes).values({ userId, step }).onConflictDoNothing().returning();
  return used.length > 0;
}

/** Whether a code was used. */
export async function isCodeUsed(db: Db, userId: number, step: number): Promise<boolean> {
  const used = await findRow(db, usedCodes, and(eq(usedCodes.userId, userId), eq(usedCodes.step, step)));
  return used !== undefined;
}

/** Deletes used codes of steps before the given one: they have expired. */
export async function forgetCodes(db: Db, userId: number, beforeStep: number): Promise<void> {
  await db.delete(usedCodes).where(and(eq(usedCodes.userId, userId), lt(usedCodes.step, beforeStep)));
}

/** A stored pair of tokens. */
export type TokenPairRow = typeof walletTokens.$inferSelect;
export type NewTokenPair = Omit<typeof walletTokens.$inferInsert, "id" | "sessionId" | "usedAt">;

/** Creates a session with its first pair. */
export async function insertSession(db: Db, userId: number, now: Date, pair: NewTokenPair): Promise<void> {
  const session = { userId, createdAt: now, expiresAt: pair.refreshExpiresAt };
  const { id } = await insertRow(db, walletSessions, session);
  await insertRow(db, walletTokens, { ...pair, sessionId: id });
}

/** Marks a pair's refresh token as used, and stores the next pair. */
export async function rotatePair(
  db: Db,
  { id, sessionId }: TokenPairRow,
  now: Date,
  next: NewTokenPair,
): Promise<void> {
  await updateRow(db, walletTokens, id, { usedAt: now });
  await updateRow(db, walletSessions, sessionId, { expiresAt: next.refreshExpiresAt });
  await insertRow(db, walletTokens, { ...next, sessionId });
}

/** A user's session by one of its refresh tokens, locked until the transaction ends, with that token's pair. */
export async function lockSession(
  db: Db,
  userId: number,
  refreshHash: string,
): Promise<{ readonly pair: TokenPairRow; readonly isRevoked: boolean } | undefined> {
  const ofToken = db
    .select({ id: walletTokens.sessionId })
    .from(walletTokens)
    .where(eq(walletTokens.refreshHash, refreshHash));
  const [session] = await db
    .select()
    .from(walletSessions)
    .where(and(eq(walletSessions.userId, userId), eq(walletSessions.id, ofToken)))
    .for("update");
  if (!session) return undefined;
  // Read under the session's lock: of two concurrent exchanges, the second sees the result of the first.
  const [pair] = await db.select().from(walletTokens).where(eq(walletTokens.refreshHash, refreshHash));
  return pair && { pair, isRevoked: session.revokedAt !== null };
}

/** Ends every session of a user, and deletes the user's used codes, which belong to another secret. */
export async function revokeLogins(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(walletSessions)
    .set({ revokedAt: now })
    .where(and(eq(walletSessions.userId, userId), isNull(walletSessions.revokedAt)));
  await db.delete(usedCodes).where(eq(usedCodes.userId, userId));
}

/** The user of an access token. */
export interface TokenUser {
  readonly userId: number;
  readonly blockedAt: Date | null;
  readonly merchant: Merchant;
}

/** Finds the user of a valid access token. */
export async function findTokenUser(db: Db, accessHash: string, now: Date): Promise<TokenUser | undefined> {
  const [found] = await db
    .select({
      userId: walletUsers.id,
      blockedAt: walletUsers.blockedAt,
      merchant: { id: merchants.id, publicId: merchants.publicId },
    })
    .from(walletTokens)
    .innerJoin(walletSessions, eq(walletSessions.id, walletTokens.sessionId))
    .innerJoin(walletUsers, eq(walletUsers.id, walletSessions.userId))
    .innerJoin(merchants, eq(merchants.id, walletUsers.merchantId))
    .where(
      and(
        eq(walletTokens.accessHash, accessHash),
        gt(walletTokens.accessExpiresAt, now),
        isNull(walletSessions.revokedAt),
      ),
    );
  return found;
}

/** Deletes pairs and sessions that have expired. */
export async function wipeExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(walletTokens).where(lte(walletTokens.refreshExpiresAt, now));
  await db.delete(walletSessions).where(lte(walletSessions.expiresAt, now));
}

function isKey({ merchantId, emailHash }: LoginKey) {
  return and(eq(loginFailures.merchantId, merchantId), eq(loginFailures.emailHash, emailHash));
}
