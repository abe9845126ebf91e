/** Orders, their transactions, and the subscriptions that payments create. */
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AccountRow } from "./accounts.ts";
import type { ConsumerRow } from "./consumers.ts";
import { dueRows } from "./due-rows.ts";
import { parsePublicId } from "./ids.ts";
import type { Db } from "./open.ts";
import { findRow } from "./rows.ts";
import { consumers, orders, paymentAccounts, payments, subscriptions } from "./schema.ts";

export type PaymentRow = typeof payments.$inferSelect;
/** The kind of page that a shopper was sent to. */
export type SecondStep = NonNullable<PaymentRow["secondStep"]>;
export type NewPayment = Omit<typeof payments.$inferInsert, "id">;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A payment with everything that its result shows. */
export interface PaymentRecord {
  readonly payment: PaymentRow;
  readonly consumer: ConsumerRow;
  /** Absent for a source that cannot be charged again. */
  readonly account: AccountRow | undefined;
  readonly subscription: SubscriptionRow | undefined;
}

/**
 * An order of the merchant, and whether it may be paid again after its last transaction. It is locked until the transaction
 * ends, so that two retries of one order run one after the other.
 */
export async function lockOrder(
  db: Db,
  merchantId: number,
  publicId: string,
): Promise<{ readonly id: number; readonly isDeclined: boolean } | undefined> {
  const id = parsePublicId(publicId);
  if (id === undefined) return undefined;
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.merchantId, merchantId)))
    .for("update");
  if (!order) return undefined;
  // A separate statement: it sees everything that was committed while this transaction waited for the lock.
  const [last] = await db
    .select({ status: payments.status, subscriptionId: payments.subscriptionId })
    .from(payments)
    .where(eq(payments.orderId, order.id))
    .orderBy(desc(payments.id))
    .limit(1);
  // A declined renewal does not make its order payable again: the subscription retries automatically.
  return { id: order.id, isDeclined: last?.status === "fail" && last.subscriptionId === null };
}

/** Locks an order until the transaction ends, so that writes about it happen one after the other. */
export async function holdOrder(db: Db, id: number): Promise<void> {
  await db.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for("update");
}

/** A transaction of the merchant, locked until the transaction ends; `undefined` if it does not exist. */
export async function lockPayment(
  db: Db,
  merchantId: number,
  publicId: string,
): Promise<PaymentRow | undefined> {
  const id = parsePublicId(publicId);
  if (id === undefined) return undefined;
  return findRow(db, payments, and(eq(payments.id, id), eq(payments.merchantId, merchantId)), { lock: true });
}

/** Any transaction, locked until the transaction ends. */
export async function lockPaymentById(db: Db, id: number): Promise<PaymentRow | undefined> {
  return findRow(db, payments, eq(payments.id, id), { lock: true });
}

/** The chargeback of a payment; `undefined` if there is none. */
export async function findChargeback(db: Db, parentId: number): Promise<PaymentRow | undefined> {
  return findRow(db, payments, and(eq(payments.parentId, parentId), eq(payments.mode, "chargeback")));
}

/** Authorizations that are due for settlement, and payments that are due for confirmation. */
export const followUps = dueRows("follow-up", payments, payments.followUpAt);

/** Adds returned money. A voided authorization is no longer settled. The caller holds the payment's lock. */
export async function addCredit(
  db: Db,
  { id, mode }: Pick<PaymentRow, "id" | "mode">,
  amountMinor: number,
): Promise<void> {
  const isVoid = mode === "auth";
  await db
    .update(payments)
    .set({
      creditedMinor: sql`${payments.creditedMinor} + ${amountMinor}`,
      ...(isVoid && { followUpAt: null }),
    })
    .where(eq(payments.id, id));
}

/** A payment of this transaction with everything that its result shows. */
export async function findRecord(db: Db, id: number): Promise<PaymentRecord> {
  const record = await firstRecord(db, eq(payments.id, id));
  if (!record) throw new Error("A payment has gone.");
  return record;
}

/** The payment of a second step's page, for reading. */
export async function findByPage(
  db: Db,
  step: SecondStep,
  pageId: string,
): Promise<PaymentRecord | undefined> {
  return firstRecord(db, isPage(step, pageId));
}

function isPage(step: SecondStep, pageId: string): SQL | undefined {
  return and(eq(payments.challengeId, pageId), eq(payments.secondStep, step));
}

async function firstRecord(db: Db, which: SQL | undefined): Promise<PaymentRecord | undefined> {
  const [row] = await db
    .select({ payment: payments, consumer: consumers, account: paymentAccounts, subscription: subscriptions })
    .from(payments)
    .innerJoin(consumers, eq(consumers.id, payments.consumerId))
    .leftJoin(paymentAccounts, eq(paymentAccounts.id, payments.paymentAccountId))
    .leftJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(which);
  return row && { ...row, account: row.account ?? undefined, subscription: row.subscription ?? undefined };
}

/** The payment of a page, locked until the transaction ends: the second of two answers finds it settled. */
export async function lockByPage(db: Db, step: SecondStep, pageId: string): Promise<PaymentRow | undefined> {
  return findRow(db, payments, isPage(step, pageId), { lock: true });
}

/** Pending payments that have timed out. */
export const pendingTimeouts = dueRows(
  "payment expiry",
  payments,
  payments.expiresAt,
  eq(payments.status, "pending"),
);
