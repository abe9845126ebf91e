/** The ledger's store: all money of the wallet moves here. */
import { and, desc, eq, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Change, Db } from "./open.ts";
import { listRows, matching } from "./rows.ts";
import { ledgerEntries, type TransactionRow, walletTransactions } from "./schema-money.ts";
import { type WalletAccountRow, walletAccounts } from "./schema-wallet.ts";

export type NewTransaction = Omit<typeof walletTransactions.$inferInsert, "id">;

/** One movement of money between an account and one of its lots. */
export interface Movement {
  readonly lotId: number;
  /** Positive into the account, negative out of it. */
  readonly amountMinor: number;
}

/** Stores transactions, whose ids are assigned in their order. */
export function insertTransactions(
  db: Db,
  transactions: readonly NewTransaction[],
): Promise<readonly TransactionRow[]> {
  return db
    .insert(walletTransactions)
    .values([...transactions])
    .returning();
}

export type NewEntry = Omit<typeof ledgerEntries.$inferInsert, "id">;

/**
 * Writes all movements of new transactions into the ledger, and updates the lots' remainders and the accounts' balances: the same
 * statements for any number of movements.
 */
export async function insertEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.insert(ledgerEntries).values([...entries]);
  const { accountId, transactionId, lotId, amountMinor, balanceMinor, createdAt, id } = ledgerEntries;
  const isNew = inArray(transactionId, [...new Set(entries.map((entry) => entry.transactionId))]);
  const moved = db
    .select({ lotId, sum: sql`sum(${amountMinor})`.as("moved") })
    .from(ledgerEntries)
    .where(isNew)
    .groupBy(lotId)
    .as("lots");
  await db
    .update(walletTransactions)
    .set({ remainingMinor: sql`${walletTransactions.remainingMinor} + ${moved.sum}` })
    .from(moved)
    .where(eq(walletTransactions.id, moved.lotId));
  const last = db
    .selectDistinctOn([accountId], { accountId, balanceMinor, createdAt })
    .from(ledgerEntries)
    .where(isNew)
    .orderBy(accountId, desc(id))
    .as("last");
  await db
    .update(walletAccounts)
    .set({ balanceMinor: sql`${last.balanceMinor}`, lastUsedAt: sql`${last.createdAt}` })
    .from(last)
    .where(eq(walletAccounts.id, last.accountId));
}

/** Money that is taken out of a lot of an account. */
export interface Taken extends Movement {
  readonly accountId: number;
}

/**
 * Finds the money for an amount. *Assumption*: the money that expires soonest is spent first, and at the same expiry the oldest;
 * money that never expires comes last. Nothing is booked yet.
 *
 * @param last the account whose money is taken after that of the others.
 * @throws Error if the lots hold less: the caller has checked the balances.
 */
export async function takeFromLots(
  db: Db,
  accountIds: readonly number[],
  last: number,
  amountMinor: number,
): Promise<readonly Taken[]> {
  const { id, accountId, remainingMinor, expiresAt } = walletTransactions;
  const order = sql`${accountId} = ${last}, ${expiresAt}, ${id}`;
  const lots = db
    .select({
      id,
      accountId,
      remainingMinor,
      before: sql`sum(${remainingMinor}) over (order by ${order}) - ${remainingMinor}`.as("before"),
    })
    .from(walletTransactions)
    .where(and(inArray(accountId, [...accountIds]), isLot))
    .as("lots");
  const share = sql`least(${lots.remainingMinor}, ${amountMinor} - ${lots.before})`;
  const taken = await db
    .select({ lotId: lots.id, accountId: lots.accountId, amountMinor: sql`-${share}`.mapWith(Number) })
    .from(lots)
    .where(lt(lots.before, amountMinor))
    .orderBy(lots.before);
  if (sumOf(taken) !== -amountMinor) throw new Error("The lots of an account hold less than its balance.");
  return taken;
}

/** The sum of movements. */
export function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** The condition of the partial indexes. */
export const isLot: SQL = sql`(${walletTransactions.type} = 'income' and ${walletTransactions.remainingMinor} > 0)`;

/** Expired money of accounts that is still booked. */
const isExpiredLot = (accountIds: readonly number[], now: Date) =>
  and(inArray(walletTransactions.accountId, [...accountIds]), isLot, lte(walletTransactions.expiresAt, now));

/** Expired lots of accounts that are still booked, in the order of their expiry. */
export function findExpiredLots(
  db: Db,
  accountIds: readonly number[],
  now: Date,
): Promise<readonly TransactionRow[]> {
  const { expiresAt, id } = walletTransactions;
  return listRows(db, walletTransactions, isExpiredLot(accountIds, now), expiresAt, id);
}

/** A user's accounts that match, the oldest first, with their balances at a time: without expired money that is still booked. */
export async function accountsAt(
  db: Db,
  userId: number,
  now: Date,
  filter: Change<WalletAccountRow> = {},
): Promise<readonly WalletAccountRow[]> {
  const accounts = await listRows(
    db,
    walletAccounts,
    matching(walletAccounts, { ...filter, userId }),
    walletAccounts.id,
  );
  const ids = accounts.map(({ id }) => id);
  const { accountId, remainingMinor } = walletTransactions;
  const expired = await db
    .select({ accountId, sum: sql`sum(${remainingMinor})`.mapWith(Number) })
    .from(walletTransactions)
    .where(isExpiredLot(ids, now))
    .groupBy(accountId);
  return accounts.map((account) => {
    const { sum = 0 } = expired.find((one) => one.accountId === account.id) ?? {};
    return { ...account, balanceMinor: account.balanceMinor - sum };
  });
}

/** All transactions below the given roots: their parts, and the transactions that voided them. */
export function findFamilies(db: Db, rootIds: readonly number[]): Promise<readonly TransactionRow[]> {
  const { rootId, id } = walletTransactions;
  return listRows(db, walletTransactions, inArray(rootId, [...rootIds]), id);
}
