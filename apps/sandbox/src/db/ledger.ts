/**
 * The ledger's store. All money of the wallet moves here, and only under the locks of {@link lockWallet}:
 *
 *   the user's row, then its accounts in the order of their ids; all other rows, QA's rules and deliveries, come after
 *
 * so that no deadlock is possible, and the ids of one user are committed in the order in which they were assigned.
 */
import { and, asc, eq, inArray, isNotNull, lte, notInArray, type SQL, sql } from "drizzle-orm";
import type { Change, Db } from "./open.ts";
import { lockRow, matching } from "./rows.ts";
import { ledgerEntries, type TransactionRow, walletTransactions } from "./schema-money.ts";
import { type WalletAccountRow, type WalletUserRow, walletAccounts, walletUsers } from "./schema-wallet.ts";

export type NewTransaction = Omit<typeof walletTransactions.$inferInsert, "id">;

/** A user and its accounts, locked until the transaction ends. */
export interface LockedWallet {
  readonly user: WalletUserRow;
  /** In the order of their ids. */
  readonly accounts: readonly WalletAccountRow[];
}

/** One movement of money between an account and one of its lots. */
export interface Movement {
  readonly accountId: number;
  readonly lotId: number;
  /** Positive into the account, negative out of it. */
  readonly amountMinor: number;
}

/** Locks a user and all of its accounts; `undefined` if the user does not exist. */
export async function lockWallet(db: Db, userId: number): Promise<LockedWallet | undefined> {
  const user = await lockRow(db, walletUsers, { id: userId });
  if (!user) return undefined;
  const accounts = await db
    .select()
    .from(walletAccounts)
    .where(eq(walletAccounts.userId, userId))
    .orderBy(asc(walletAccounts.id))
    .for("no key update");
  return { user, accounts };
}

/** Stores transactions, whose ids are assigned in their order: one statement for any number of transactions. */
export function insertTransactions(
  db: Db,
  transactions: readonly NewTransaction[],
): Promise<readonly TransactionRow[]> {
  return db
    .insert(walletTransactions)
    .values([...transactions])
    .returning();
}

/** A movement of a transaction, and the account's balance after it. */
export interface NewEntry extends Movement {
  readonly transactionId: number;
  readonly balanceMinor: number;
  readonly createdAt: Date;
}

/**
 * Writes movements into the ledger, and updates the lots' remainders and the accounts' balances, in one statement and one
 * round trip.
 *
 * @throws Error for two movements of one lot: an update joins a row only once, so lot and ledger would differ.
 */
export async function insertEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  if (new Set(entries.map(({ lotId }) => lotId)).size < entries.length) {
    throw new Error("A lot is moved twice at once.");
  }
  const shares = sql.join(
    entries.map(({ lotId, amountMinor }) => sql`(${lotId}::bigint, ${amountMinor}::bigint)`),
    sql`, `,
  );
  const last = [...new Map(entries.map((entry) => [entry.accountId, entry])).values()];
  const balances = sql.join(
    last.map(
      ({ accountId, balanceMinor, createdAt }) =>
        sql`(${accountId}::bigint, ${balanceMinor}::bigint, ${createdAt.toISOString()}::timestamptz)`,
    ),
    sql`, `,
  );
  const entered = db.$with("entered").as(
    db
      .insert(ledgerEntries)
      .values([...entries])
      .returning({ id: ledgerEntries.id }),
  );
  const shared = db.$with("shared").as(
    db
      .update(walletTransactions)
      .set({ remainingMinor: sql`${walletTransactions.remainingMinor} + moved.amount` })
      .from(sql`(values ${shares}) as moved (lot, amount)`)
      .where(sql`${walletTransactions.id} = moved.lot`)
      .returning({ id: walletTransactions.id }),
  );
  await db
    .with(entered, shared)
    .update(walletAccounts)
    .set({ balanceMinor: sql`settled.balance`, lastUsedAt: sql`settled.used_at` })
    .from(sql`(values ${balances}) as settled (account, balance, used_at)`)
    .where(sql`${walletAccounts.id} = settled.account`);
}

/** The remainder of one income. */
export interface Lot {
  /** The income's transaction. */
  readonly id: number;
  readonly accountId: number;
  readonly remainingMinor: number;
  /** The money does not count from this moment on. */
  readonly expiresAt: Date | null;
}

/** The next lots of accounts that still hold money, in spending order. */
export async function findLots(
  db: Db,
  accountIds: readonly number[],
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly Lot[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .select(lotColumns)
    .from(walletTransactions)
    .where(and(inArray(walletTransactions.accountId, [...accountIds]), isLot))
    .orderBy(asc(walletTransactions.expiresAt), asc(walletTransactions.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows;
}

const lotColumns = {
  id: walletTransactions.id,
  accountId: walletTransactions.accountId,
  remainingMinor: walletTransactions.remainingMinor,
  expiresAt: walletTransactions.expiresAt,
};

/** The condition of the partial indexes. */
const isLot: SQL = sql`(${walletTransactions.type} = 'income' and ${walletTransactions.remainingMinor} > 0)`;

/** Expired money of accounts that is still booked. */
const isExpiredLot = (accountIds: readonly number[], now: Date) =>
  and(inArray(walletTransactions.accountId, [...accountIds]), isLot, lte(walletTransactions.expiresAt, now));

/** Expired lots of accounts that are still booked, in the order of their expiry. */
export async function findExpiredLots(
  db: Db,
  accountIds: readonly number[],
  now: Date,
): Promise<readonly TransactionRow[]> {
  if (accountIds.length === 0) return [];
  return db
    .select()
    .from(walletTransactions)
    .where(isExpiredLot(accountIds, now))
    .orderBy(asc(walletTransactions.expiresAt), asc(walletTransactions.id));
}

/** The booked lot that expires first: its expiry and its owner. */
export async function nextExpiringLot(
  db: Db,
  setAside: readonly number[],
): Promise<{ id: number; userId: number; expiresAt: Date } | undefined> {
  const { id, userId, expiresAt } = walletTransactions;
  const [row] = await db
    .select({ id, userId, expiresAt })
    .from(walletTransactions)
    .where(and(isLot, isNotNull(expiresAt), notInArray(id, [...setAside])))
    .orderBy(asc(walletTransactions.expiresAt), asc(walletTransactions.id))
    .limit(1);
  return row?.expiresAt ? { ...row, expiresAt: row.expiresAt } : undefined;
}

/** The ledger entries of transactions. */
export async function findEntries(db: Db, transactionIds: readonly number[]) {
  return db
    .select()
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.transactionId, [...transactionIds]))
    .orderBy(asc(ledgerEntries.id));
}

/** A user's accounts that match, the oldest first, with their balances at a time: without expired money that is still booked. */
export async function accountsAt(
  db: Db,
  userId: number,
  now: Date,
  filter: Change<WalletAccountRow> = {},
): Promise<readonly WalletAccountRow[]> {
  const accounts = await db
    .select()
    .from(walletAccounts)
    .where(matching(walletAccounts, { ...filter, userId }))
    .orderBy(asc(walletAccounts.id));
  if (accounts.length === 0) return [];
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
export async function findFamilies(db: Db, rootIds: readonly number[]): Promise<readonly TransactionRow[]> {
  if (rootIds.length === 0) return [];
  return db
    .select()
    .from(walletTransactions)
    .where(inArray(walletTransactions.rootId, [...rootIds]))
    .orderBy(asc(walletTransactions.id));
}

/** Marks transactions as voided. */
export async function noteVoided(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db
    .update(walletTransactions)
    .set({ voidedAt: now })
    .where(inArray(walletTransactions.id, [...ids]));
}
