/**
 * Changes of a payment days after its success, on the clock. The document has neither, so they are for COMPATIBILITY=field
 * only:
 *
 *   authorization --a day, or the rule's time--> settled: a separate transaction, mode `settle`
 *   payment by a bank --three days--> confirmed or, by a rule, failed: the same transaction
 *
 * *Assumption*: a partly refunded payment is confirmed.
 */
import { bankRedirectTypes } from "@cardpane/gateway";
import { insertRow, updateRow } from "../db/rows.ts";
import { takeDecline } from "../db/rules.ts";
import { type PaymentRow, payments, subscriptions } from "../db/schema.ts";
import type { DomainSettings, WorkContext } from "../operation-context.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { eventOf, type TimelineEvent } from "../scheduling/timeline-event.ts";
import { payerOf, ruleFacts } from "./consumer.ts";
import { counterpartOf } from "./credit.ts";
import { notifyOfPayment } from "./enqueue-payment-notification.ts";
import { canceledAt, dayMs } from "./schedule.ts";

/** The path by which a QA rule decides the bank's final answer. */
const confirmationPath = "/payment/confirmation";

const confirmedAfterMs = 3 * dayMs;
/** When an authorization is settled unless a rule sets another time, in days. */
export const settledAfterDays = 1;

const confirmedTypes: ReadonlySet<string> = new Set([...bankRedirectTypes, "onlinebanking", "sepa", "ach"]);

/** When a bank confirms a successful payment; null for a source that needs no confirmation. */
export function confirmationDate(
  { compatibility }: Pick<DomainSettings, "compatibility">,
  sourceType: string,
  now: Date,
): Date | null {
  const isConfirmed = compatibility === "field" && confirmedTypes.has(sourceType);
  return isConfirmed ? new Date(now.getTime() + confirmedAfterMs) : null;
}

/** Settlements and confirmations, as a scheduled job. */
export const followUpJob = createJob({
  name: "follow-up",
  table: payments,
  at: payments.followUpAt,
  run: (context, payment) =>
    payment.mode === "auth" ? settleAuthorization(context, payment) : confirm(context, payment),
});

async function settleAuthorization(context: WorkContext, authorization: PaymentRow): Promise<TimelineEvent> {
  const { tx, now } = context;
  await updateRow(tx, payments, authorization.id, { followUpAt: null });
  const { id } = await insertRow(tx, payments, {
    ...counterpartOf(authorization, authorization.chargedMinor, now),
    mode: "settle",
  });
  return finishFollowUp(context, id, "success");
}

async function confirm(context: WorkContext, payment: PaymentRow): Promise<TimelineEvent> {
  const { tx, now } = context;
  const { id, subscriptionId, creditedMinor } = payment;
  const code = creditedMinor > 0 ? undefined : await ruledDecline(context, payment);
  if (code === undefined) {
    await updateRow(tx, payments, id, { status: "confirmed", followUpAt: null });
    return finishFollowUp(context, id, "confirmed");
  }
  await updateRow(tx, payments, id, { status: "fail", code, chargedMinor: 0, followUpAt: null });
  if (subscriptionId !== null) await updateRow(tx, subscriptions, subscriptionId, canceledAt(now));
  return finishFollowUp(context, id, "fail");
}

/** The decline that a QA rule forces on a payment that a bank confirms. */
async function ruledDecline(context: WorkContext, payment: PaymentRow): Promise<string | undefined> {
  const { merchantId, consumerId, chargedMinor: amountMinor, currency } = payment;
  const payer = await payerOf(context.tx, consumerId);
  return takeDecline(context.tx, merchantId, ruleFacts(confirmationPath, payer, { amountMinor, currency }));
}

async function finishFollowUp(
  context: WorkContext,
  paymentId: number,
  status: "success" | "confirmed" | "fail",
): Promise<TimelineEvent> {
  const record = await notifyOfPayment(context, paymentId);
  return eventOf("settled", context.now, record.payment, { status });
}
