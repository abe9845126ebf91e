/**
 * Section 6: the merchant is notified of a payment that has reached a final state. The notification is stored in the
 * transaction of that state: both are committed, or neither.
 *
 * *Assumption*: the body is the payment result with its final values, and no notification reports `pending`.
 */

import { noAddress } from "../compatibility/requests.ts";
import { subscriptionNotice, toWireBody } from "../compatibility/responses.ts";
import type { Early } from "../db/deliveries.ts";
import { holdOrder, type PaymentRecord } from "../db/payments.ts";
import { insertRow } from "../db/rows.ts";
import type { RuleContext } from "../db/rules.ts";
import type { PaymentRow, SubscriptionRow } from "../db/schema.ts";
import { type DeliveryRow, deliveries, type NotificationFault } from "../db/schema-outbox.ts";
import type { DomainSettings, Random } from "../operation-context.ts";
import { notificationOf } from "../payments/result.ts";

/** The dependencies for writing a notification. */
export interface OutboxContext extends RuleContext {
  readonly now: Date;
  readonly random: Random;
  readonly settings: Pick<DomainSettings, "publicUrl" | "compatibility">;
  /** Absent outside of a request. */
  readonly early?: Early | undefined;
}

/**
 * Writes the notification of a payment's final state.
 *
 * @param fault the fault that a QA rule injects.
 * @throws Error for a payment that is still pending.
 */
export async function enqueueNotification(
  context: OutboxContext,
  record: PaymentRecord,
  fault: NotificationFault | undefined,
): Promise<void> {
  const { payment } = record;
  if (payment.status === "pending") throw new Error("A pending payment is not notified.");
  // A live gateway requires no address, so there may be none.
  if (payment.ipnUrl === noAddress) return;
  const { publicUrl, compatibility } = context.settings;
  const message = {
    merchantId: payment.merchantId,
    queue: `order ${payment.orderId}`,
    orderId: payment.orderId,
    paymentId: payment.id,
    url: payment.ipnUrl,
    body: JSON.stringify(toWireBody(compatibility, notificationOf(record, publicUrl), "notification")),
  };
  await enqueue(context, message, fault);
}

/** Writes a notice about a subscription, after the notifications of its order. */
export async function enqueueSubscriptionNotice(
  context: OutboxContext,
  subscription: SubscriptionRow,
  first: PaymentRow,
  type: "cancel" | "recover",
): Promise<void> {
  if (context.settings.compatibility === "document" || first.ipnUrl === noAddress) return;
  const { name: skuName, siteId } = first.product;
  const { consumerId, orderId } = subscription;
  await holdOrder(context.tx, orderId);
  const message = {
    merchantId: first.merchantId,
    queue: `order ${orderId}`,
    orderId,
    paymentId: first.id,
    url: first.ipnUrl,
    body: JSON.stringify(subscriptionNotice({ type, skuName, siteId, consumerId, at: context.now })),
  };
  await enqueue(context, message, undefined);
}

/** A notification and its recipient. */
type OutboxMessage = Pick<DeliveryRow, "merchantId" | "queue" | "url" | "body"> &
  (
    | { readonly orderId: number; readonly paymentId: number }
    | { readonly walletAccountId: number; readonly walletTransactionId: number }
  );

/**
 * Puts a notification into the outbox, with the fault of a QA rule. The caller holds its order or its account: it created that row
 * in this transaction, or locked it, so that the notifications of one queue are committed in the order of their ids.
 */
export async function enqueue(
  { tx, now, random, early }: OutboxContext,
  message: OutboxMessage,
  fault: NotificationFault | undefined,
): Promise<void> {
  const deliveryId = random.uuid();
  // Its own process sends it, so it is stored as one that is being sent.
  const leased = fault?.mode === "early" ? early : undefined;
  leased?.deliveryIds.push(deliveryId);
  await insertRow(tx, deliveries, {
    ...message,
    status: "waiting",
    deliveryId,
    fault: fault ?? null,
    held: fault?.mode === "reorder",
    dueAt: new Date(now.getTime() + (fault?.mode === "delay" ? (fault.delayMs ?? 0) : 0)),
    leaseToken: leased?.lease.token ?? null,
    leaseUntil: leased?.lease.until ?? null,
    createdAt: now,
  });
}
