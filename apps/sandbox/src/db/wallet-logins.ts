/** Logins of customers: consecutive failures, used codes, sessions and their token pairs (see wallet/session.ts). */
import { and, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import type { Merchant } from "./merchants.ts";
import type { Db } from "./open.ts";
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
  const [row] = await db
    .insert(loginFailures)
    .values({ ...key, failures: 0, lastAt: now })
    .onConflictDoUpdate({
      target: [loginFailures.merchantId, loginFailures.emailHash],
      // Changes nothing, and locks the existing row.
      set: { failures: sql`${loginFailures.failures}` },
    })
    .returning();
  if (!row) throw new Error("The login's failures were not found.");
  return row;
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
  const found = await db
    .select({ step: usedCodes.step })
    .from(usedCodes)
    .where(and(eq(usedCodes.userId, userId), eq(usedCodes.step, step)));
  return found.length > 0;
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
  const [session] = await db
    .insert(walletSessions)
    .values({ userId, createdAt: now, expiresAt: pair.refreshExpiresAt })
    .returning({ id: walletSessions.id });
  if (!session) throw new Error("The session was not stored.");
  await db.insert(walletTokens).values({ ...pair, sessionId: session.id });
}

/** Marks a pair's refresh token as used, and stores the next pair. */
export async function rotatePair(
  db: Db,
  { id, sessionId }: TokenPairRow,
  now: Date,
  next: NewTokenPair,
): Promise<void> {
  await db.update(walletTokens).set({ usedAt: now }).where(eq(walletTokens.id, id));
  await db
    .update(walletSessions)
    .set({ expiresAt: next.refreshExpiresAt })
    .where(eq(walletSessions.id, sessionId));
  await db.insert(walletTokens).values({ ...next, sessionId });
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

/** Ends a session and all of its tokens. */
export async function revokeSession(db: Db, id: number, now: Date): Promise<void> {
  await db.update(walletSessions).set({ revokedAt: now }).where(eq(walletSessions.id, id));
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
