/** Orders, their transactions, and the subscriptions that payments create. */
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AccountRow } from "./accounts.ts";
import type { ConsumerRow } from "./consumers.ts";
import { dueRows } from "./due-rows.ts";
import { parsePublicId } from "./ids.ts";
import { type Db, onlyRow } from "./open.ts";
import { consumers, orders, paymentAccounts, payments, subscriptions } from "./schema.ts";

export type PaymentRow = typeof payments.$inferSelect;
/** The kind of page that a shopper was sent to. */
export type SecondStep = NonNullable<PaymentRow["secondStep"]>;
export type NewPayment = Omit<typeof payments.$inferInsert, "id">;
export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type NewSubscription = Omit<typeof subscriptions.$inferInsert, "id">;

/** A payment with everything that its result shows. */
export interface PaymentRecord {
  readonly payment: PaymentRow;
  readonly consumer: ConsumerRow;
  /** Absent for a source that cannot be charged again. */
  readonly account: AccountRow | undefined;
  readonly subscription: SubscriptionRow | undefined;
}

/** Creates an order and returns its id. */
export async function insertOrder(db: Db, merchantId: number, now: Date): Promise<number> {
  const order = await db.insert(orders).values({ merchantId, createdAt: now }).returning({ id: orders.id });
  return onlyRow(order).id;
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
  return lockFirst(db, and(eq(payments.id, id), eq(payments.merchantId, merchantId)));
}

/** Any transaction, locked until the transaction ends. */
export async function lockPaymentById(db: Db, id: number): Promise<PaymentRow | undefined> {
  return lockFirst(db, eq(payments.id, id));
}

async function lockFirst(db: Db, which: SQL | undefined): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(which).for("update");
  return payment;
}

/** The chargeback of a payment; `undefined` if there is none. */
export async function findChargeback(db: Db, parentId: number): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.parentId, parentId), eq(payments.mode, "chargeback")));
  return row;
}

/** Moves a chargeback to another stage. */
export async function writeStage(db: Db, id: number, stage: string): Promise<void> {
  await db.update(payments).set({ stage }).where(eq(payments.id, id));
}

/** Authorizations that are due for settlement, and payments that are due for confirmation. */
export const followUps = dueRows("follow-up", payments, payments.followUpAt);

/** Writes the result of a follow-up; the payment then has no further follow-up. */
export async function writeFollowUp(
  db: Db,
  id: number,
  change: Partial<Pick<PaymentRow, "status" | "code" | "chargedMinor">>,
): Promise<void> {
  await db
    .update(payments)
    .set({ ...change, followUpAt: null })
    .where(eq(payments.id, id));
}

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

/** Stores a transaction. */
export async function insertPayment(db: Db, payment: NewPayment): Promise<PaymentRow> {
  return onlyRow(await db.insert(payments).values(payment).returning());
}

/** Stores a subscription. */
export async function insertSubscription(db: Db, subscription: NewSubscription): Promise<SubscriptionRow> {
  return onlyRow(await db.insert(subscriptions).values(subscription).returning());
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
  return lockFirst(db, isPage(step, pageId));
}

/** Pending payments that have timed out. */
export const pendingTimeouts = dueRows(
  "payment expiry",
  payments,
  payments.expiresAt,
  eq(payments.status, "pending"),
);

/** Writes the final state of a pending payment. */
export async function updatePayment(
  db: Db,
  id: number,
  settled: Pick<
    PaymentRow,
    "status" | "code" | "chargedMinor" | "settledAt" | "subscriptionId" | "threeDs" | "followUpAt"
  >,
): Promise<void> {
  await db
    .update(payments)
    .set(settled)
    .where(and(eq(payments.id, id), eq(payments.status, "pending")));
}
