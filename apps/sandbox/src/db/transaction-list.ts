/**
 * The list of transactions, and their count. Both are fast for any number of rows: each filter and each order has an index
 * (see schema-money.ts), and `total` is a sum over the tallies wherever the filters allow it.
 */
import type { ListTransactionsRequest } from "@cardpane/gateway";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { endOfDay, startOfDay } from "./days.ts";
import type { TransactionRow } from "./ledger.ts";
import type { Db } from "./open.ts";
import { walletTallies, walletTransactions } from "./schema-money.ts";

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
  const { descriptor, merchantOrderId, idList, lastTransactionId, ...counted } = filter;
  if (descriptor !== undefined || merchantOrderId !== undefined || idList !== undefined) {
    return countRows(db, fits(userId, filter));
  }
  if (lastTransactionId === undefined) return tallied(db, userId, counted);
  // Rows are counted from the nearer end of the list; only in the middle of a long list is a whole side counted.
  const { id } = walletTransactions;
  const after = await countRows(db, and(fits(userId, counted), gt(id, lastTransactionId)), countedAtMost);
  if (after < countedAtMost) return after;
  const before = await countRows(db, and(fits(userId, counted), lte(id, lastTransactionId)), countedAtMost);
  if (before < countedAtMost) return (await tallied(db, userId, counted)) - before;
  return countRows(db, fits(userId, filter));
}

const countedAtMost = 1_000;

async function countRows(db: Db, where: SQL | undefined, limit?: number): Promise<number> {
  const rows = db
    .select({ one: sql`1`.as("one") })
    .from(walletTransactions)
    .where(where);
  const some = (limit === undefined ? rows : rows.limit(limit)).as("some");
  const [found] = await db.select({ count: sql`count(*)`.mapWith(Number) }).from(some);
  return found?.count ?? 0;
}

async function tallied(db: Db, userId: number, filter: TransactionFilter): Promise<number> {
  const t = walletTallies;
  const [found] = await db
    .select({ count: sql`coalesce(sum(${t.count}), 0)`.mapWith(Number) })
    .from(t)
    .where(
      and(
        eq(t.userId, userId),
        ...kindsThatFit(t, filter),
        ifGiven(filter.paymentMethod, (method) => eq(t.paymentMethod, method)),
        ifGiven(filter.dateFrom, (day) => gte(t.day, dayOf(startOfDay(day)))),
        ifGiven(filter.dateTo, (day) => lte(t.day, dayOf(endOfDay(day)))),
        filter.onlyWithExpireDate ? eq(t.hasExpiry, true) : undefined,
      ),
    );
  return found?.count ?? 0;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function fits(userId: number, filter: TransactionFilter): SQL | undefined {
  const t = walletTransactions;
  return and(
    eq(t.userId, userId),
    // The same condition as in the indexes.
    sql`${t.listed} <> 'never'`,
    ...kindsThatFit(t, filter),
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

/** The filters that transactions and tallies share. */
function kindsThatFit(
  t: typeof walletTransactions | typeof walletTallies,
  { paymentAccountId, type, virtual, action, mode, status }: TransactionFilter,
): readonly (SQL | undefined)[] {
  return [
    // An account's statement also contains its parts of payments; the user's list contains them only as children.
    paymentAccountId === undefined ? sql`${t.listed} = 'always'` : eq(t.accountId, paymentAccountId),
    ifGiven(type, (value) => eq(t.type, value)),
    ifGiven(virtual, (value) => eq(t.isVirtual, value)),
    ifGiven(action, (value) => eq(t.action, value)),
    ifGiven(mode, (value) => eq(t.mode, value)),
    ifGiven(status, (value) => eq(t.status, value)),
  ];
}

function ifGiven<Value>(value: Value | undefined, then: (value: Value) => SQL): SQL | undefined {
  return value === undefined ? undefined : then(value);
}
