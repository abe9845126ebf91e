/** The effects of a successful payment, whether it succeeds at once or at the end of a challenge. */
import type { Db } from "../db/open.ts";
import { insertRow, updateRow } from "../db/rows.ts";
import { type PaymentRow, paymentAccounts, type SubscriptionRow, subscriptions } from "../db/schema.ts";
import { chargeDate, lastDay, laterCharge } from "./schedule.ts";

/** The part of a payment that its success needs. */
export type SucceededPayment = Pick<PaymentRow, "orderId" | "consumerId" | "paymentAccountId" | "product">;

/**
 * Records that the card has paid, and starts the subscription if the schedule has later charges.
 *
 * *Assumption*: a subscription begins with the success of its first payment; a pending or declined one has none. It is
 * expected to be canceled with the last charge of its schedule.
 */
export async function onPaymentSucceeded(
  db: Db,
  payment: SucceededPayment,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const { orderId, consumerId, paymentAccountId, product } = payment;
  // A payment on another page leaves no account to charge again.
  if (paymentAccountId === null) return undefined;
  await updateRow(db, paymentAccounts, paymentAccountId, { lastPaidAt: now });
  const next = laterCharge(product.price, 0);
  if (!next) return undefined;
  const last = lastDay(product.price);
  return insertRow(db, subscriptions, {
    orderId,
    consumerId,
    paymentAccountId,
    status: "active",
    price: [...product.price],
    cycle: 0,
    renewalDate: chargeDate(now, next),
    cancelDate: last === undefined ? null : chargeDate(now, { day: last }),
    scheduleStart: now,
  });
}
