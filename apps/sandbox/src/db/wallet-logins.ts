/** Logins of customers: consecutive failures, and pairs of tokens (see wallet/session.ts). */
import { and, eq, gt, sql } from "drizzle-orm";
import { type Db, onlyRow } from "./open.ts";
import { matching } from "./rows.ts";
import { merchants } from "./schema.ts";
import { loginFailures, walletTokens, walletUsers } from "./schema-wallet.ts";

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

/** Finds the user and the merchant of a valid access token. */
export async function findTokenUser(db: Db, accessHash: string, now: Date) {
  const [found] = await db
    .select({
      userId: walletUsers.id,
      blockedAt: walletUsers.blockedAt,
      merchant: { id: merchants.id, publicId: merchants.publicId },
    })
    .from(walletTokens)
    .innerJoin(walletUsers, eq(walletUsers.id, walletTokens.userId))
    .innerJoin(merchants, eq(merchants.id, walletUsers.merchantId))
    .where(and(eq(walletTokens.accessHash, accessHash), gt(walletTokens.accessExpiresAt, now)));
  return found;
}
