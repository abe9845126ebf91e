/** Finds wallet users (section 2.8) by what they are known by: an e-mail address, or an access token. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "./open.ts";
import { findRow } from "./rows.ts";
import { merchants } from "./schema.ts";
import { type WalletUserRow, walletTokens, walletUsers } from "./schema-wallet.ts";

/** A merchant's user by e-mail address, in any spelling of it. */
export function findUserByEmail(
  db: Db,
  merchantId: number,
  email: string,
): Promise<WalletUserRow | undefined> {
  const isSame = sql`lower(${walletUsers.email}) = lower(${email})`;
  return findRow(db, walletUsers, and(eq(walletUsers.merchantId, merchantId), isSame));
}

/** The user and the merchant of a valid access token. */
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
