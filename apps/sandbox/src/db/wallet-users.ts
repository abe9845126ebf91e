/** Writes of wallet users (section 2.8), whose e-mail address and external id are unique within a merchant. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Change, Db } from "./open.ts";
import { findRow, lockRow, updateRow } from "./rows.ts";
import { type WalletUserRow, walletUsers } from "./schema-wallet.ts";

type NewWalletUser = Omit<typeof walletUsers.$inferInsert, "id">;

/** Stores a user; returns the taken names if another user of the merchant has the address or the id. */
export async function insertUser(db: Db, user: NewWalletUser): Promise<WalletUserRow | readonly string[]> {
  const [row] = await db.insert(walletUsers).values(user).onConflictDoNothing().returning();
  if (row) return row;
  const { merchantId, email, externalUserId } = user;
  const taken: string[] = [];
  if (await findRow(db, walletUsers, hasEmail(merchantId, email))) taken.push("email");
  if (await findRow(db, walletUsers, { merchantId, externalUserId })) taken.push("externalUserId");
  if (taken.length === 0) throw new Error("The wallet user was not stored.");
  return taken;
}

/** A user by e-mail address, locked until the transaction ends. */
export function lockUserByEmail(
  db: Db,
  merchantId: number,
  email: string,
): Promise<WalletUserRow | undefined> {
  return lockRow(db, walletUsers, hasEmail(merchantId, email));
}

function hasEmail(merchantId: number, email: string): SQL | undefined {
  return and(eq(walletUsers.merchantId, merchantId), sql`lower(${walletUsers.email}) = lower(${email})`);
}

/** Updates a user; returns `taken` if another user of the merchant has the new `externalUserId`. */
export async function updateUserRow(
  db: Db,
  id: number,
  change: Change<NewWalletUser>,
): Promise<WalletUserRow | "taken"> {
  try {
    // In a nested transaction, so that the caller's survives the violation.
    return await db.transaction((tx) => updateRow(tx, walletUsers, id, change));
  } catch (error) {
    const { cause = error } = error as { readonly cause?: unknown };
    // PostgreSQL's unique_violation.
    if ((Object(cause) as { readonly code?: unknown }).code === "23505") return "taken";
    throw error;
  }
}
