/**
 * A user's wallet while money moves in it, in one transaction:
 *
 *   open (read the user and the accounts, book expired money) -> book, as often as needed -> close (notices, webhooks)
 *
 * So every operation finds balances without expired money, and a refused operation leaves nothing behind.
 */
import { randomUUID } from "node:crypto";
import { fromMinor } from "@cardpane/gateway";
import {
  findExpiredLots,
  insertEntries,
  insertTransactions,
  type Movement,
  type NewEntry,
  type NewTransaction,
  sumOf,
} from "../db/ledger.ts";
import { onlyRow } from "../db/open.ts";
import { findRow, listRows } from "../db/rows.ts";
import type { TransactionRow } from "../db/schema-money.ts";
import {
  type WalletAccountRow,
  type WalletUserRow,
  walletAccounts,
  walletUsers,
} from "../db/schema-wallet.ts";
import { badField, Refusal } from "../errors.ts";
import type { WorkContext } from "../operation-context.ts";

/** The maximum balance of an account, in minor units (*assumption*): sums of several stay exact as doubles. */
export const largestBalanceMinor = 1e15;

/** A webhook to send after the operation. */
export interface PendingWebhook {
  readonly transactionId: number;
  /** The account; its webhooks are sent one after the other. */
  readonly accountId: number;
  /** Path of the operation, for QA's rules. */
  readonly path: string;
  readonly url: string;
  /** Set if it reports more than the transaction. */
  readonly notice?: "low_balance";
  /** For a void: the voided transaction. */
  readonly voidedTransactionId?: number;
}

/** An open wallet, with the context of its transaction. Every booking changes the balances. */
export interface Wallet extends WorkContext {
  readonly user: WalletUserRow;
  /** By id, in the order of ids. */
  readonly accounts: Map<number, WalletAccountRow>;
  /** Balances before the operation, including money that had expired. */
  readonly before: ReadonlyMap<number, number>;
  /** The last transaction that took money from each account: a payment, not its part. */
  readonly taking: Map<number, TransactionRow>;
  readonly pendingWebhooks: PendingWebhook[];
}

type Given = "type" | "subtype" | "isVirtual" | "priceMinor" | "action" | "mode" | "status" | "code";
type Fixed = "uuid" | "price" | "merchantId" | "userId" | "accountId" | "currency" | "email";
/** The fields of a transaction that the caller provides, its balance only if its parts move the money; the wallet adds the rest. */
export type Booking = Pick<NewTransaction, Given> & Partial<Omit<NewTransaction, Given | Fixed>>;

/** The money that a booking moves: `lot` for an income that becomes a lot, otherwise movements between the account and its lots. */
export type Movements = "lot" | readonly Movement[];

/**
 * Opens the wallet of a user.
 *
 * @throws Refusal 404 if the user does not exist.
 */
export async function loadWalletForUpdate(context: WorkContext, userId: number): Promise<Wallet> {
  const wallet = await readWallet(context, userId);
  await bookExpired(wallet);
  return wallet;
}

/** A wallet whose expired money is still booked, for the caller that books the expiry. */
export async function readWallet(context: WorkContext, userId: number): Promise<Wallet> {
  const { tx } = context;
  const user = await findRow(tx, walletUsers, { id: userId });
  if (!user) throw new Refusal(404);
  const accounts = await listRows(tx, walletAccounts, { userId }, walletAccounts.id);
  return {
    ...context,
    user,
    accounts: new Map(accounts.map((account) => [account.id, account])),
    before: new Map(accounts.map(({ id, balanceMinor }) => [id, balanceMinor])),
    taking: new Map(),
    pendingWebhooks: [],
  };
}

/**
 * An account of the wallet.
 *
 * @throws Refusal 404 for an account that is not the user's.
 */
export function ownAccount(wallet: Wallet, id: number): WalletAccountRow {
  const account = wallet.accounts.get(id);
  if (!account) throw new Refusal(404);
  return account;
}

/** As {@link ownAccount}, for money that a call moves. @throws Refusal 400 on the field that names an inactive account. */
export function activeAccount(wallet: Wallet, id: number, path: string): WalletAccountRow {
  const account = ownAccount(wallet, id);
  if (!account.isActive) throw badField(path, "is an account that is not active");
  return account;
}

/** Sends a webhook after the operation, if there is an address for it. */
export function announce(wallet: Wallet, url: string | null, webhook: Omit<PendingWebhook, "url">): void {
  if (url !== null) wallet.pendingWebhooks.push({ ...webhook, url });
}

/** A transaction to store, and the money that it moves. */
interface Plan {
  readonly accountId: number;
  readonly booking: Booking;
  readonly money: Movements;
}

/**
 * Stores a transaction of an account with its movements of money.
 *
 * @throws Refusal 400 on `amount` if the account would exceed the maximum balance.
 */
export async function book(
  wallet: Wallet,
  accountId: number,
  booking: Booking,
  money: Movements = [],
): Promise<TransactionRow> {
  return onlyRow(await bookAll(wallet, [{ accountId, booking, money }]));
}

/** As {@link book}, with the same few statements for any number of transactions. */
async function bookAll(wallet: Wallet, plans: readonly Plan[]): Promise<readonly TransactionRow[]> {
  const planned = plans.map(({ accountId, booking, money }) => {
    const account = ownAccount(wallet, accountId);
    const movedMinor = money === "lot" ? booking.priceMinor : sumOf(money);
    const { balanceMinor = account.balanceMinor + movedMinor } = booking;
    if (balanceMinor > account.balanceMinor && balanceMinor > largestBalanceMinor) {
      throw badField("amount", "would take the account over what it can hold");
    }
    const transaction = newTransaction(wallet, account, booking, balanceMinor);
    if (movedMinor !== 0) {
      wallet.accounts.set(accountId, { ...account, balanceMinor, lastUsedAt: transaction.createdAt });
    }
    return { transaction, money, balanceBefore: account.balanceMinor };
  });
  const transactions = planned.map(({ transaction }) => transaction);
  const stored = await insertTransactions(wallet.tx, transactions);
  // The database may return the rows in any order.
  const byUuid = new Map(stored.map((row) => [row.uuid, row]));
  const rows: TransactionRow[] = [];
  const entries: NewEntry[] = [];
  for (const { transaction, money, balanceBefore } of planned) {
    const found = byUuid.get(transaction.uuid);
    if (!found) throw new Error("A wallet transaction was not stored.");
    entries.push(...entriesOf(found, money, balanceBefore));
    const row = money === "lot" ? { ...found, remainingMinor: found.priceMinor } : found;
    const isPart = row.parentId !== null && wallet.taking.get(row.accountId)?.id === row.parentId;
    if (row.balanceMinor < balanceBefore && !isPart) wallet.taking.set(row.accountId, row);
    rows.push(row);
  }
  await insertEntries(wallet.tx, entries);
  return rows;
}

function newTransaction(
  wallet: Wallet,
  account: WalletAccountRow,
  booking: Booking,
  balanceMinor: number,
): NewTransaction {
  return {
    paymentMethod: account.method,
    listed: "always",
    createdAt: wallet.now,
    billing: "wallet",
    ...booking,
    uuid: randomUUID(),
    price: fromMinor(booking.priceMinor, account.currency),
    merchantId: wallet.user.merchantId,
    userId: wallet.user.id,
    accountId: account.id,
    currency: account.currency,
    balanceMinor,
    email: wallet.user.email,
  };
}

type ExpiredLot = Pick<TransactionRow, "id" | "accountId" | "remainingMinor" | "isVirtual" | "expiresAt">;

/** How many expiries one statement books. A row has about 45 columns, and a statement at most 65,535 parameters. */
const maxExpiriesAtOnce = 500;

/** Books the expiry of all money of a wallet that has expired. */
export async function bookExpired(wallet: Wallet, at?: Date): Promise<void> {
  const lots = await findExpiredLots(wallet.tx, [...wallet.accounts.keys()], wallet.now);
  for (let start = 0; start < lots.length; start += maxExpiriesAtOnce) {
    await bookExpiries(wallet, lots.slice(start, start + maxExpiriesAtOnce), at);
  }
}

/**
 * Books the expiry of each lot's remainder, all at once: a thousand vouchers may expire at one midnight, and the next payment
 * books them all.
 *
 * @param at the time of the booking. @default each lot's own expiry
 */
export function bookExpiries(
  wallet: Wallet,
  lots: readonly ExpiredLot[],
  at?: Date,
): Promise<readonly TransactionRow[]> {
  const plans = lots.map(({ id, accountId, isVirtual, remainingMinor: priceMinor, expiresAt }) => ({
    accountId,
    booking: { ...expiry, isVirtual, priceMinor, createdAt: at ?? expiresAt ?? wallet.now },
    money: [{ lotId: id, amountMinor: -priceMinor }],
  }));
  return bookAll(wallet, plans);
}

const expiry = {
  type: "outcome",
  subtype: "expiry",
  action: "charge",
  mode: "wallet",
  status: "success",
  code: "0",
  fullCovered: true,
  message: "Expired",
} as const;

function entriesOf(
  transaction: TransactionRow,
  money: Movements,
  balanceBefore: number,
): readonly NewEntry[] {
  const { id: transactionId, accountId, createdAt } = transaction;
  let balanceMinor = balanceBefore;
  const movements = money === "lot" ? [{ lotId: transactionId, amountMinor: transaction.priceMinor }] : money;
  return movements.map(({ lotId, amountMinor }) => {
    balanceMinor += amountMinor;
    return { accountId, transactionId, lotId, amountMinor, balanceMinor, createdAt };
  });
}
