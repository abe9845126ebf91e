/** Section 2.10: stored transactions in the form of a response. */
import { currencyDecimals, fromMinor, type WalletTransaction } from "@cardpane/gateway";
import Big from "big.js";
import { findFamilies } from "../db/ledger.ts";
import type { Db } from "../db/open.ts";
import type { TransactionRow } from "../db/schema-money.ts";
import type { WalletAccountRow } from "../db/schema-wallet.ts";
import { keyedByIndex, maybeMoment, momentOf } from "./account-response.ts";

/**
 * A transaction as a single-record response, and in a webhook.
 *
 * @param accounts all accounts of its user, with their current balances.
 */
export async function transactionResponse(
  db: Db,
  row: TransactionRow,
  now: Date,
  accounts: Iterable<WalletAccountRow>,
): Promise<WalletTransaction> {
  const [response] = await transactionResponses(db, [row], now, accounts);
  if (!response) throw new Error("A transaction has no response.");
  // The interface spells the name differently in single records than in lists and children.
  const { merchantOrderId, ...rest } = response;
  return { ...rest, merchantOrderID: merchantOrderId ?? null } as WalletTransaction;
}

/** Transactions of one user with their children and totals. */
export async function transactionResponses(
  db: Db,
  rows: readonly TransactionRow[],
  now: Date,
  accounts: Iterable<WalletAccountRow>,
): Promise<readonly WalletTransaction[]> {
  if (rows.length === 0) return [];
  const all = [...accounts];
  const context: Context = {
    now,
    balanceTotal: totalsOf(all),
    accountTypes: new Map(all.map(({ id, type }) => [id, type])),
    children: byParent(await findFamilies(db, [...new Set(rows.map((row) => row.rootId ?? row.id))])),
  };
  return rows.map((row) => responseOf(row, context));
}

interface Context {
  readonly now: Date;
  readonly balanceTotal: Readonly<Record<string, string>>;
  readonly accountTypes: ReadonlyMap<number, string>;
  readonly children: ReadonlyMap<number, readonly TransactionRow[]>;
}

/** *Assumption*: the current total of all accounts of the user, inactive ones included. */
function totalsOf(accounts: readonly WalletAccountRow[]): Record<string, string> {
  const totals = new Map<string, Big>();
  for (const account of accounts) {
    const sum = totals.get(account.currency) ?? new Big(0);
    totals.set(account.currency, sum.plus(account.balanceMinor));
  }
  return Object.fromEntries(
    Array.from(totals, ([currency, minor]) => {
      const decimals = currencyDecimals(currency) ?? 0;
      return [currency, minor.div(new Big(10).pow(decimals)).toFixed(decimals)];
    }),
  );
}

function byParent(rows: readonly TransactionRow[]): Map<number, TransactionRow[]> {
  const children = new Map<number, TransactionRow[]>();
  for (const row of rows) {
    if (row.parentId === null) continue;
    children.set(row.parentId, [...(children.get(row.parentId) ?? []), row]);
  }
  return children;
}

function responseOf(row: TransactionRow, context: Context): WalletTransaction {
  const { currency, type } = row;
  const children = (context.children.get(row.id) ?? []).map((child) => responseOf(child, context));
  // The remainder of an expired lot is 0, whether its expiry is booked yet or not.
  const isExpired = type === "income" && row.expiresAt !== null && row.expiresAt <= context.now;
  return {
    id: row.id,
    uuid: row.uuid,
    userId: row.userId,
    billing: row.billing,
    paymentAccountId: row.accountId,
    type,
    subtype: row.subtype,
    paymentMethod: row.paymentMethod,
    isVirtual: row.isVirtual,
    price: fromMinor(row.priceMinor, currency),
    balance: fromMinor(row.balanceMinor, currency),
    remainingAmount: fromMinor(isExpired ? 0 : row.remainingMinor, currency),
    fullCovered: row.fullCovered,
    currency,
    action: row.action,
    mode: row.mode,
    status: row.status,
    descriptor: row.descriptor,
    merchantOrderId: row.merchantOrderId,
    metadata: row.metadata,
    accountNumber: row.accountNumber,
    brand: row.brand,
    expirationMonth: row.expirationMonth,
    expirationYear: row.expirationYear,
    message: row.message,
    code: row.code,
    email: row.email,
    firstname: row.firstName,
    lastname: row.lastName,
    country: row.country,
    zip: row.zip,
    ip: row.ip,
    child: children.length === 0 ? [] : keyedByIndex(children),
    date: momentOf(row.createdAt),
    dateExpire: maybeMoment(row.expiresAt),
    balanceTotal: context.balanceTotal,
    paymentAccountType: context.accountTypes.get(row.accountId) ?? "fiat",
  };
}
