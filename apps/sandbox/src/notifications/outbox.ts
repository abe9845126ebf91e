/**
 * Section 6: a payment that has reached a final state is told to the merchant. What will be sent is written here, in the
 * transaction of that very state: both are there, or neither.
 *
 * *Assumption*: the body is the payment result with its final values, and `pending` is never told.
 */

import { noAddress } from "../compatibility/requests.ts";
import { subscriptionNotice, toWireBody } from "../compatibility/responses.ts";
import { insertDelivery, type NewDelivery } from "../db/deliveries.ts";
import type { Db } from "../db/open.ts";
import { holdOrder, type PaymentRecord, type PaymentRow, type SubscriptionRow } from "../db/payments.ts";
import type { NotificationFault } from "../db/schema-outbox.ts";
import { notificationOf } from "../payments/result.ts";
import type { DomainSettings, EarlyMail, Random } from "../work.ts";
import { leaseFrom } from "./postman.ts";
import { answerWithinMs } from "./retry.ts";

/** What writing a notification needs. */
export interface OutboxWork {
  readonly tx: Db;
  readonly now: Date;
  readonly random: Random;
  readonly settings: Pick<DomainSettings, "publicUrl" | "compatibility">;
  /** Absent where no request waits. */
  readonly early?: EarlyMail | undefined;
  /** `false` where the merchant had no rule when the request came: spares looking for one. */
  readonly hasRules?: boolean;
}

/**
 * Writes the notification of a payment's final state.
 *
 * @param fault what a rule of QA's does to it.
 * @throws Error for a payment that is pending still.
 */
export async function notify(
  work: OutboxWork,
  record: PaymentRecord,
  fault: NotificationFault | undefined,
): Promise<void> {
  const { payment } = record;
  if (payment.status === "pending") throw new Error("A pending payment is not notified.");
  // A live gateway asks for no address.
  if (payment.ipnUrl === noAddress) return;
  const { publicUrl, compatibility } = work.settings;
  const letter = {
    merchantId: payment.merchantId,
    queue: `order ${payment.orderId}`,
    orderId: payment.orderId,
    paymentId: payment.id,
    url: payment.ipnUrl,
    body: JSON.stringify(toWireBody(compatibility, notificationOf(record, publicUrl), "notification")),
  };
  await put(work, letter, fault);
}

/** Writes a notice about a subscription, behind the notifications of its order. */
export async function notifySubscription(
  work: OutboxWork,
  subscription: SubscriptionRow,
  first: PaymentRow,
  type: "cancel" | "recover",
): Promise<void> {
  if (work.settings.compatibility === "document" || first.ipnUrl === noAddress) return;
  const { name: skuName, siteId } = first.product;
  const { consumerId, orderId } = subscription;
  await holdOrder(work.tx, orderId);
  const letter = {
    ...{ merchantId: first.merchantId, queue: `order ${orderId}`, orderId, paymentId: first.id },
    url: first.ipnUrl,
    body: JSON.stringify(subscriptionNotice({ type, skuName, siteId, consumerId, at: work.now })),
  };
  await put(work, letter, undefined);
}

/** What is sent, and to whom. */
type Letter = Pick<NewDelivery, "merchantId" | "queue" | "url" | "body"> &
  (
    | { readonly orderId: number; readonly paymentId: number }
    | { readonly walletAccountId: number; readonly walletTransactionId: number }
  );

/** Puts a notification into the outbox, as a rule of QA's would have it. */
export async function put(
  { tx, now, random, early }: OutboxWork,
  letter: Letter,
  fault: NotificationFault | undefined,
): Promise<void> {
  const deliveryId = random.uuid();
  const lease =
    fault?.mode === "early" && early ? leaseFrom(early.machineNow, answerWithinMs, early.token) : undefined;
  await insertDelivery(tx, {
    ...letter,
    deliveryId,
    fault: fault ?? null,
    held: fault?.mode === "reorder",
    dueAt: new Date(now.getTime() + (fault?.mode === "delay" ? (fault.delayMs ?? 0) : 0)),
    leaseToken: lease?.token ?? null,
    leaseUntil: lease?.until ?? null,
    createdAt: now,
  });
  if (lease) early?.deliveryIds.push(deliveryId);
}
