/** Subscriptions, as what falls due. */
import { and, asc, eq, isNotNull, lte, type SQL } from "drizzle-orm";
import { isNotSetAside } from "./failed-jobs.ts";
import { parsePublicId } from "./ids.ts";
import type { Db } from "./open.ts";
import type { PaymentRow, SubscriptionRow } from "./payments.ts";
import { orders, payments, subscriptions } from "./schema.ts";

/** When the next subscription is to be charged. */
export async function nextRenewal(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ renewalDate: subscriptions.renewalDate })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.status, "active"),
        isNotNull(subscriptions.renewalDate),
        isNotSetAside(db, "renewal", subscriptions.id),
      ),
    )
    .orderBy(asc(subscriptions.renewalDate))
    .limit(1);
  return row?.renewalDate ?? undefined;
}

/** A subscription and its merchant. */
type DueSubscription = SubscriptionRow & { readonly merchantId: number };

/** A subscription that is to be charged by now, locked. */
export function lockDueSubscription(db: Db, now: Date): Promise<DueSubscription | undefined> {
  const isDue = and(
    eq(subscriptions.status, "active"),
    lte(subscriptions.renewalDate, now),
    isNotSetAside(db, "renewal", subscriptions.id),
  );
  return lockFirst(db, isDue, subscriptions.renewalDate);
}

/** The earliest that matches, locked; one that another process works on is left to it. */
async function lockFirst(
  db: Db,
  condition: SQL | undefined,
  dueAt: typeof subscriptions.renewalDate | typeof subscriptions.endsAt,
): Promise<DueSubscription | undefined> {
  const [row] = await db
    .select({ subscription: subscriptions, merchantId: orders.merchantId })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.id, subscriptions.orderId))
    .where(condition)
    .orderBy(asc(dueAt), asc(subscriptions.id))
    .limit(1)
    .for("update", { of: subscriptions, skipLocked: true });
  return row && { ...row.subscription, merchantId: row.merchantId };
}

/** The payment that a subscription began with. */
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

/** A subscription of the merchant; `undefined` where there is none. */
export async function findSubscription(
  db: Db,
  merchantId: number,
  publicId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await ofMerchant(db, merchantId, publicId);
  return row?.subscription;
}

/** As {@link findSubscription}, locked until the transaction ends: a charge that is under way is waited for. */
export async function lockSubscription(
  db: Db,
  merchantId: number,
  publicId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await ofMerchant(db, merchantId, publicId).for("update", { of: subscriptions });
  return row?.subscription;
}

function ofMerchant(db: Db, merchantId: number, publicId: string) {
  return db
    .select({ subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.id, subscriptions.orderId))
    .where(and(eq(subscriptions.id, parsePublicId(publicId) ?? 0), eq(orders.merchantId, merchantId)));
}

/** When the next subscription ends that was canceled for a later date. */
export async function nextEnd(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ endsAt: subscriptions.endsAt })
    .from(subscriptions)
    .where(and(isEnding(db), isNotNull(subscriptions.endsAt)))
    .orderBy(asc(subscriptions.endsAt))
    .limit(1);
  return row?.endsAt ?? undefined;
}

/** A subscription that ends by now, locked. */
export function lockEndingSubscription(db: Db, now: Date): Promise<DueSubscription | undefined> {
  return lockFirst(db, and(isEnding(db), lte(subscriptions.endsAt, now)), subscriptions.endsAt);
}

const isEnding = (db: Db): SQL | undefined =>
  and(eq(subscriptions.status, "active"), isNotSetAside(db, "cancellation", subscriptions.id));

/** Writes what a charge, a cancellation or the merchant has made of a subscription. */
export async function updateSubscription(
  db: Db,
  id: number,
  change: Partial<Omit<SubscriptionRow, "id">>,
): Promise<void> {
  await db.update(subscriptions).set(change).where(eq(subscriptions.id, id));
}

/**
 * Cancels a subscription at this moment, for good; one that is canceled already stays as it is. A charge that is under way
 * is waited for.
 *
 * *Assumption*: nobody is notified. A notification reports the final state of a payment, and here there is none; who cancels
 * gets the subscription as the answer.
 *
 * @returns `undefined` when there is no such subscription.
 */
export async function cancelSubscription(
  db: Db,
  id: number,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const [canceled] = await db
    .update(subscriptions)
    .set({ status: "canceled", renewalDate: null, cancelDate: now, endsAt: null })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.status, "active")))
    .returning();
  if (canceled) return canceled;
  const [known] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return known;
}
