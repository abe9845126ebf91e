/** Follows every final state: stores the notification, with the fault of a QA rule, and the e-mail. */

import { fieldOperations, paymentOperations } from "@cardpane/gateway";
import { toWireBody } from "../compatibility/responses.ts";
import { findRecord, type PaymentRecord } from "../db/payments.ts";
import { takeRule } from "../db/rules.ts";
import type { PaymentRow } from "../db/schema.ts";
import { type MailFacts, writeMail } from "../notifications/mail.ts";
import { enqueueForOrder } from "../notifications/outbox.ts";
import type { WorkContext } from "../operation-context.ts";
import { ruleFacts } from "./consumer.ts";
import { isCredit, isPaid, notificationOf } from "./result.ts";

/** As {@link enqueuePaymentNotification}, for a payment that this transaction has stored; answers with all of it. */
export async function notifyOfPayment(context: WorkContext, id: number): Promise<PaymentRecord> {
  const record = await findRecord(context.tx, id);
  await enqueuePaymentNotification(context, record);
  return record;
}

/** Stores the notification of a payment that has ended, in the transaction that ended it. */
export async function enqueuePaymentNotification(context: WorkContext, record: PaymentRecord): Promise<void> {
  const { payment, consumer, account } = record;
  if (payment.status === "pending") throw new Error("A pending payment is not notified.");
  const { publicUrl, compatibility } = context.settings;
  const { currency, requestedMinor } = payment;
  const money = { amountMinor: requestedMinor, currency };
  const { path } = isCredit(payment) ? fieldOperations.creditPayment : paymentOperations.payment;
  const facts = ruleFacts(path, consumer, money, account?.fingerprint);
  const fault = await takeRule(context.tx, payment.merchantId, "notification", facts);
  const body = toWireBody(compatibility, notificationOf(record, publicUrl), "notification");
  await enqueueForOrder(context, payment, body, fault);
  if (!payment.sendEmail) return;
  const hasMoved = isPaid(payment);
  await writeMail(context, {
    merchantId: payment.merchantId,
    recipient: consumer.email,
    subject: hasMoved ? "Your payment" : "Your payment failed",
    ...mails[payment.mode],
    money: hasMoved ? { amountMinor: payment.chargedMinor, currency } : money,
    code: payment.code ?? "",
    reference: String(payment.id),
  });
}

/** The differences from the mail of a sale. */
const mails: { readonly [Mode in PaymentRow["mode"]]?: Partial<MailFacts> } = {
  auth: { done: "authorized" },
  refund: { subject: "Your refund", done: "sent back" },
  void: { subject: "Your refund", done: "sent back" },
  chargeback: { subject: "Your chargeback", done: "charged back" },
};
