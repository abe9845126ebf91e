/** What follows a final state, whichever way it was reached: the merchant is told, as QA's rules would have it. */
import type { PaymentRecord } from "../db/payments.ts";
import { takeRule } from "../db/rules.ts";
import { writeMail } from "../notifications/mail.ts";
import { notify, type OutboxWork } from "../notifications/outbox.ts";
import { toWire } from "./schedule.ts";

/**
 * Writes the notification of a payment that has ended, in the transaction that ended it. The caller holds the order: has
 * made it, or has locked it.
 */
export async function conclude(work: OutboxWork, record: PaymentRecord): Promise<void> {
  const { payment, consumer, account } = record;
  const { currency, requestedMinor } = payment;
  const fault =
    work.hasRules === false
      ? undefined
      : await takeRule(work.tx, payment.merchantId, "notification", {
          path: "/payment",
          consumer: [String(consumer.id), consumer.externalId, consumer.email],
          amount: toWire({ amountMinor: requestedMinor, currency }),
          currency,
          cardFingerprint: account?.fingerprint,
        });
  await notify(work, record, fault);
  if (!payment.sendEmail) return;
  const isPaid = payment.status === "success";
  await writeMail(work, {
    merchantId: payment.merchantId,
    recipient: consumer.email,
    subject: isPaid ? "Your payment" : "Your payment failed",
    money: { amountMinor: isPaid ? payment.chargedMinor : requestedMinor, currency },
    code: payment.code ?? "",
    reference: String(payment.id),
  });
}
