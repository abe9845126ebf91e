/** Orders, their transactions, and the subscriptions that payments create. */
import { and, asc, desc, eq, isNotNull, type SQL } from "drizzle-orm";
import { parsePublicId } from "./ids.ts";
import type { Db } from "./open.ts";
import { findRow } from "./rows.ts";
import {
  type AccountRow,
  type ConsumerRow,
  consumers,
  orders,
  type PaymentRow,
  paymentAccounts,
  payments,
  type SubscriptionRow,
  subscriptions,
} from "./schema.ts";

/** A payment with everything that its result shows. */
export interface PaymentRecord {
  readonly payment: PaymentRow;
  readonly consumer: ConsumerRow;
  /** Absent for a source that cannot be charged again. */
  readonly account: AccountRow | undefined;
  readonly subscription: SubscriptionRow | undefined;
}

/** An order of the merchant, and whether it may be paid again after its last transaction. */
export async function findOrder(
  db: Db,
  merchantId: number,
  publicId: string,
): Promise<{ readonly id: number; readonly isDeclined: boolean } | undefined> {
  const order = await findRow(db, orders, { id: parsePublicId(publicId) ?? 0, merchantId });
  if (!order) return undefined;
  const [last] = await db
    .select({ status: payments.status, subscriptionId: payments.subscriptionId })
    .from(payments)
    .where(eq(payments.orderId, order.id))
    .orderBy(desc(payments.id))
    .limit(1);
  // A declined renewal does not make its order payable again: the subscription retries automatically.
  return { id: order.id, isDeclined: last?.status === "fail" && last.subscriptionId === null };
}

/** The account that a consumer last paid with. */
export async function findLastPaidAccount(db: Db, consumerId: number): Promise<AccountRow | undefined> {
  const { lastPaidAt, disabled } = paymentAccounts;
  const [account] = await db
    .select()
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.consumerId, consumerId), isNotNull(lastPaidAt), eq(disabled, false)))
    .orderBy(desc(lastPaidAt))
    .limit(1);
  return account;
}

/** The first payment of a subscription. */
export async function findFirstPayment(db: Db, subscriptionId: number): Promise<PaymentRow> {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.subscriptionId, subscriptionId))
    .orderBy(asc(payments.id))
    .limit(1);
  if (!row) throw new Error("A subscription has no first payment.");
  return row;
}

/** A payment of this transaction with everything that its result shows. */
export async function findRecord(db: Db, id: number): Promise<PaymentRecord> {
  const record = await readRecord(db, eq(payments.id, id));
  if (!record) throw new Error("A payment has gone.");
  return record;
}

/** The payment that a condition names; `undefined` if there is none. */
export async function readRecord(db: Db, which: SQL | undefined): Promise<PaymentRecord | undefined> {
  const [row] = await db
    .select({ payment: payments, consumer: consumers, account: paymentAccounts, subscription: subscriptions })
    .from(payments)
    .innerJoin(consumers, eq(consumers.id, payments.consumerId))
    .leftJoin(paymentAccounts, eq(paymentAccounts.id, payments.paymentAccountId))
    .leftJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(which);
  return row && { ...row, account: row.account ?? undefined, subscription: row.subscription ?? undefined };
}
