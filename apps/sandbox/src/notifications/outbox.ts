/**
 * Section 6: the merchant is notified of a payment that has reached a final state. The notification is stored in the
 * transaction of that state: both are committed, or neither.
 *
 * *Assumption*: the body is the payment result with its final values, and no notification reports `pending`.
 */
import { randomUUID } from "node:crypto";
import { noAddress } from "../compatibility/requests.ts";
import { insertRow } from "../db/rows.ts";
import type { PaymentRow } from "../db/schema.ts";
import { type DeliveryRow, deliveries, type NotificationFault } from "../db/schema-outbox.ts";
import type { WorkContext } from "../operation-context.ts";

/** Puts a notification about an order into the outbox, after the earlier ones of the order. */
export async function enqueueForOrder(
  context: WorkContext,
  { merchantId, orderId, id: paymentId, ipnUrl: url }: PaymentRow,
  body: object,
  fault?: NotificationFault,
): Promise<void> {
  // A live gateway requires no address, so there may be none.
  if (url === noAddress) return;
  const message = { merchantId, queue: `order ${orderId}`, orderId, paymentId, url };
  await enqueue(context, { ...message, body: JSON.stringify(body) }, fault);
}

/** A notification and its recipient. */
type OutboxMessage = Pick<DeliveryRow, "merchantId" | "queue" | "url" | "body"> &
  (
    | { readonly orderId: number; readonly paymentId: number }
    | { readonly walletAccountId: number; readonly walletTransactionId: number }
  );

/** Puts a notification into the outbox, with the fault of a QA rule. */
export async function enqueue(
  { tx, now, early }: WorkContext,
  message: OutboxMessage,
  fault: NotificationFault | undefined,
): Promise<void> {
  const { id } = await insertRow(tx, deliveries, {
    ...message,
    status: "waiting",
    deliveryId: randomUUID(),
    fault: fault ?? null,
    held: fault?.mode === "reorder",
    dueAt: new Date(now.getTime() + (fault?.mode === "delay" ? (fault.delayMs ?? 0) : 0)),
    createdAt: now,
  });
  if (fault?.mode === "early") early?.push(id);
}
