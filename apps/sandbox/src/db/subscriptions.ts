/** Subscriptions and their due rows. */
import { and, asc, eq } from "drizzle-orm";
import { dueRows } from "./due-rows.ts";
import { parsePublicId } from "./ids.ts";
import type { Db } from "./open.ts";
import type { PaymentRow, SubscriptionRow } from "./payments.ts";
import { orders, payments, subscriptions } from "./schema.ts";

const isActive = eq(subscriptions.status, "active");

/** Subscriptions that are due for a charge. */
export const renewals = dueRows("renewal", subscriptions, subscriptions.renewalDate, isActive);
/** Subscriptions that end at a later date after a cancellation. */
export const endings = dueRows("cancellation", subscriptions, subscriptions.endsAt, isActive);

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

/** A subscription of the merchant; `undefined` if it does not exist. */
export async function findSubscription(
  db: Db,
  merchantId: number,
  publicId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await ofMerchant(db, merchantId, publicId);
  return row?.subscription;
}

/** As {@link findSubscription}, locked until the transaction ends: it waits for a charge in progress. */
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
