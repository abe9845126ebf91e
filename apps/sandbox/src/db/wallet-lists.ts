/** The wallet's two lists with pages (section 4.4). Days are whole, in UTC, and `dateTo` is inclusive (*assumptions*). */
import type { ListTransactionsRequest, ListUsersRequest } from "@cardpane/gateway";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "./open.ts";
import { matching, readPage } from "./rows.ts";
import { walletTransactions } from "./schema-money.ts";
import { walletUsers } from "./schema-wallet.ts";

/** A page of a merchant's users. */
export function listUserRows(db: Db, merchantId: number, query: ListUsersRequest) {
  const { email, externalUserId, isActivated, isBlocked } = query;
  const { orderColumn = "id", orderDirection = "ASC" } = query;
  const which = and(
    matching(walletUsers, { merchantId, externalUserId, isActivated }),
    // Not LIKE: an address may contain its wildcards.
    email === undefined ? undefined : sql`strpos(lower(${walletUsers.email}), lower(${email})) > 0`,
    isBlocked === undefined ? undefined : (isBlocked ? isNotNull : isNull)(walletUsers.blockedAt),
    inDays(walletUsers.createdAt, query),
  );
  const direction = sql.raw(orderDirection === "DESC" ? "desc" : "asc");
  // Users who are not blocked come last in both directions; equal rows are ordered by id, so that no page repeats a user.
  const order = [sql`${userOrders[orderColumn]} ${direction} nulls last`, asc(walletUsers.id)];
  return readPage(db, walletUsers, which, order, query);
}

const userOrders = {
  id: sql`${walletUsers.id}`,
  created_at: sql`${walletUsers.createdAt}`,
  updated_at: sql`${walletUsers.updatedAt}`,
  blocked_at: sql`${walletUsers.blockedAt}`,
  email: sql`lower(${walletUsers.email})`,
  is_blocked: sql`(${walletUsers.blockedAt} is not null)`,
  is_activated: sql`${walletUsers.isActivated}`,
} as const satisfies Record<NonNullable<ListUsersRequest["orderColumn"]>, SQL>;

/** A page of a user's transactions. A query with days is ordered by time unless it says otherwise, every other one by id. */
export function listTransactionRows(db: Db, userId: number, query: ListTransactionsRequest) {
  const t = walletTransactions;
  const { paymentAccountId, lastTransactionId, idList, dateFrom, dateTo, virtual: isVirtual } = query;
  const { type, action, mode, status, paymentMethod, descriptor, merchantOrderId } = query;
  const fields = { type, action, mode, status, paymentMethod, descriptor, merchantOrderId };
  const which = and(
    // The same condition as in the indexes.
    sql`${t.listed} <> 'never'`,
    matching(t, { userId, isVirtual, ...fields }),
    // An account's statement also contains its parts of payments; the user's list contains them only as children.
    paymentAccountId === undefined ? eq(t.listed, "always") : eq(t.accountId, paymentAccountId),
    inDays(t.createdAt, query),
    query.onlyWithExpireDate ? isNotNull(t.expiresAt) : undefined,
    lastTransactionId === undefined ? undefined : gt(t.id, lastTransactionId),
    idList === undefined ? undefined : inArray(t.id, idList.length === 0 ? [0] : idList),
  );
  const sorted = query.orderDirection === "desc" ? desc : asc;
  const { orderColumn = dateFrom === undefined && dateTo === undefined ? "id" : "created_at" } = query;
  // Equal rows are ordered by id.
  const order = [...new Set([transactionOrders[orderColumn], t.id])].map((column) => sorted(column));
  return readPage(db, t, which, order, query);
}

const transactionOrders = {
  id: walletTransactions.id,
  created_at: walletTransactions.createdAt,
  billing: walletTransactions.billing,
  payment_method: walletTransactions.paymentMethod,
  external_transaction_id: walletTransactions.externalId,
  currency: walletTransactions.currency,
  price: walletTransactions.price,
  expire_date: walletTransactions.expiresAt,
} as const satisfies Record<NonNullable<ListTransactionsRequest["orderColumn"]>, AnyPgColumn>;

function inDays(
  column: AnyPgColumn,
  { dateFrom, dateTo }: { readonly dateFrom?: string | undefined; readonly dateTo?: string | undefined },
): SQL | undefined {
  // No row is older than Unix time.
  const moment = (day: string, time: string) => new Date(Math.max(0, Date.parse(`${day}T${time}Z`)));
  return and(
    dateFrom === undefined ? undefined : gte(column, moment(dateFrom, "00:00:00.000")),
    dateTo === undefined ? undefined : lte(column, moment(dateTo, "23:59:59.999")),
  );
}
