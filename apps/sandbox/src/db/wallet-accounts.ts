/** Payment accounts of the wallet (section 2.9). Every query names the user: accounts of other users are not found. */
import type { ListAccountsRequest } from "@cardpane/gateway";
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "./open.ts";
import { findRow, type Reading } from "./rows.ts";
import { walletAccounts } from "./schema-wallet.ts";

export type WalletAccountRow = typeof walletAccounts.$inferSelect;
export type NewWalletAccount = Omit<typeof walletAccounts.$inferInsert, "id">;

/** Stores accounts; returns them in the given order. */
export async function insertAccounts(
  db: Db,
  accounts: readonly NewWalletAccount[],
): Promise<readonly WalletAccountRow[]> {
  if (accounts.length === 0) return [];
  const rows = await db
    .insert(walletAccounts)
    .values([...accounts])
    .returning();
  // Ids are assigned in the order of the statement's rows.
  return rows.sort((left, right) => left.id - right.id);
}

/** An account by id. */
export async function findWalletAccount(
  db: Db,
  userId: number,
  id: number,
  reading?: Reading,
): Promise<WalletAccountRow | undefined> {
  return findRow(
    db,
    walletAccounts,
    and(eq(walletAccounts.userId, userId), eq(walletAccounts.id, id)),
    reading,
  );
}

/** A user's accounts that match, the oldest first. */
export async function listWalletAccounts(
  db: Db,
  userId: number,
  filter: Omit<ListAccountsRequest, "clientId">,
): Promise<readonly WalletAccountRow[]> {
  const { system, currency, isActive, isAutoReload, isNotify, type } = filter;
  return db
    .select()
    .from(walletAccounts)
    .where(
      and(
        eq(walletAccounts.userId, userId),
        system === undefined ? undefined : eq(walletAccounts.system, system),
        currency === undefined ? undefined : eq(walletAccounts.currency, currency),
        isActive === undefined ? undefined : eq(walletAccounts.isActive, isActive),
        isAutoReload === undefined ? undefined : eq(walletAccounts.autoreload, isAutoReload),
        isNotify === undefined ? undefined : eq(walletAccounts.isNotify, isNotify),
        type === undefined ? undefined : eq(walletAccounts.type, type),
      ),
    )
    .orderBy(asc(walletAccounts.id));
}
