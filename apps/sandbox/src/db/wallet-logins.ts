/** Logins of customers: consecutive failures, used codes, sessions and their token pairs (see wallet/session.ts). */
import { and, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import { type Db, onlyRow } from "./open.ts";
import { findRow, lockRow, matching } from "./rows.ts";
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
  await db.update(loginFailures).set(failed).where(matching(loginFailures, key));
}

/** Deletes the failures of an address. */
export async function clearFailures(db: Db, key: LoginKey): Promise<void> {
  await db.delete(loginFailures).where(matching(loginFailures, key));
}

/** Marks a code as used; `false` if it was used before. Codes of steps before the oldest accepted one are deleted. */
export async function useCode(db: Db, userId: number, step: number, oldestStep: number): Promise<boolean> {
  const used = await db.insert(usedCodes).values({ userId, step }).onConflictDoNothing().returning();
  await db.delete(usedCodes).where(and(eq(usedCodes.userId, userId), lt(usedCodes.step, oldestStep)));
  return used.length > 0;
}

/** A user's session by one of its refresh tokens, locked until the transaction ends, with that token's pair. */
export async function lockSession(db: Db, userId: number, refreshHash: string) {
  const given = await findRow(db, walletTokens, { refreshHash });
  const session = given && (await lockRow(db, walletSessions, { id: given.sessionId, userId }));
  if (!session) return undefined;
  // Read again under the session's lock: of two concurrent exchanges, the second sees the result of the first.
  const pair = await findRow(db, walletTokens, { refreshHash });
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

/** Finds the user and the merchant of a valid access token. */
export async function findTokenUser(db: Db, accessHash: string, now: Date) {
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

/** Deletes pairs and sessions that have expired, and failures that are too old to count. */
export async function wipeExpiredLogins(db: Db, now: Date, failuresBefore: Date): Promise<void> {
  await db.delete(walletTokens).where(lte(walletTokens.refreshExpiresAt, now));
  await db.delete(walletSessions).where(lte(walletSessions.expiresAt, now));
  await db.delete(loginFailures).where(lt(loginFailures.lastAt, failuresBefore));
}
