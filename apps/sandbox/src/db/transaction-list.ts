/** The list of a user's transactions, and their count. */
import type { ListTransactionsRequest } from "@cardpane/gateway";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { endOfDay, startOfDay } from "./days.ts";
import type { TransactionRow } from "./ledger.ts";
import type { Db } from "./open.ts";
import { walletTransactions } from "./schema-money.ts";

/** Narrows the list; days are whole, in UTC. */
export type TransactionFilter = Omit<
  ListTransactionsRequest,
  "clientId" | "limit" | "page" | "orderColumn" | "orderDirection"
>;

/** The order of the list. */
export type TransactionOrder = Required<Pick<ListTransactionsRequest, "orderColumn" | "orderDirection">>;

const orderColumns = {
  id: walletTransactions.id,
  created_at: walletTransactions.createdAt,
  billing: walletTransactions.billing,
  payment_method: walletTransactions.paymentMethod,
  external_transaction_id: walletTransactions.externalId,
  currency: walletTransactions.currency,
  price: walletTransactions.price,
  expire_date: walletTransactions.expiresAt,
} as const satisfies Record<NonNullable<TransactionOrder["orderColumn"]>, unknown>;

/** A user's transactions that match, in order; equal rows are ordered by id. */
export async function listTransactionRows(
  db: Db,
  userId: number,
  filter: TransactionFilter,
  order: TransactionOrder,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly TransactionRow[]> {
  const sorted = order.orderDirection === "desc" ? desc : asc;
  const column = orderColumns[order.orderColumn ?? "id"];
  const by = column === walletTransactions.id ? [] : [sorted(column)];
  return db
    .select()
    .from(walletTransactions)
    .where(fits(userId, filter))
    .orderBy(...by, sorted(walletTransactions.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** The number of a user's transactions that match. */
export async function countTransactions(db: Db, userId: number, filter: TransactionFilter): Promise<number> {
  return db.$count(walletTransactions, fits(userId, filter));
}

function fits(userId: number, filter: TransactionFilter): SQL | undefined {
  const t = walletTransactions;
  const { paymentAccountId, type, virtual, action, mode, status } = filter;
  return and(
    eq(t.userId, userId),
    // The same condition as in the indexes.
    sql`${t.listed} <> 'never'`,
    // An account's statement also contains its parts of payments; the user's list contains them only as children.
    paymentAccountId === undefined ? sql`${t.listed} = 'always'` : eq(t.accountId, paymentAccountId),
    ifGiven(type, (value) => eq(t.type, value)),
    ifGiven(virtual, (value) => eq(t.isVirtual, value)),
    ifGiven(action, (value) => eq(t.action, value)),
    ifGiven(mode, (value) => eq(t.mode, value)),
    ifGiven(status, (value) => eq(t.status, value)),
    ifGiven(filter.paymentMethod, (method) => eq(t.paymentMethod, method)),
    ifGiven(filter.dateFrom, (day) => gte(t.createdAt, startOfDay(day))),
    ifGiven(filter.dateTo, (day) => lte(t.createdAt, endOfDay(day))),
    filter.onlyWithExpireDate ? isNotNull(t.expiresAt) : undefined,
    ifGiven(filter.descriptor, (descriptor) => eq(t.descriptor, descriptor)),
    ifGiven(filter.merchantOrderId, (id) => eq(t.merchantOrderId, id)),
    ifGiven(filter.lastTransactionId, (id) => gt(t.id, id)),
    ifGiven(filter.idList, (ids) => inArray(t.id, ids.length === 0 ? [0] : ids)),
  );
}

function ifGiven<Value>(value: Value | undefined, then: (value: Value) => SQL): SQL | undefined {
  return value === undefined ? undefined : then(value);
}
