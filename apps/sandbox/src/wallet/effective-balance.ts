/** Balances without expired money, whether its expiry is booked yet or not. */
import { expiredMinor } from "../db/ledger.ts";
import type { Db } from "../db/open.ts";
import { listWalletAccounts, type WalletAccountRow } from "../db/wallet-accounts.ts";

/** All accounts of a user with their balances at a time. */
export async function accountsAt(db: Db, userId: number, now: Date): Promise<readonly WalletAccountRow[]> {
  return withoutExpired(db, await listWalletAccounts(db, userId, {}), now);
}

/** Accounts with their balances at a time. */
export async function withoutExpired(
  db: Db,
  accounts: readonly WalletAccountRow[],
  now: Date,
): Promise<readonly WalletAccountRow[]> {
  const expired = await expiredMinor(
    db,
    accounts.map(({ id }) => id),
    now,
  );
  return accounts.map((account) => ({
    ...account,
    balanceMinor: account.balanceMinor - (expired.get(account.id) ?? 0),
  }));
}
