/** Ends a pending payment: its state, the effects of its success, and the notification. */

import type { PaymentCode } from "@cardpane/gateway";
import { updateRow } from "../db/rows.ts";
import { type PaymentRow, payments, type ThreeDsResult } from "../db/schema.ts";
import type { WorkContext } from "../operation-context.ts";
import { notifyOfPayment } from "./enqueue-payment-notification.ts";
import { confirmationDate } from "./follow-up-job.ts";
import { onPaymentSucceeded } from "./on-payment-succeeded.ts";
import { isPaid } from "./result.ts";
import { finalState } from "./state.ts";

/**
 * Ends a pending payment with a code. The caller has found it pending.
 *
 * @param threeDs the result of the authentication, if there was one.
 */
export async function finalizePending(
  context: WorkContext,
  payment: PaymentRow,
  code: PaymentCode,
  threeDs: ThreeDsResult | null = payment.threeDs,
): Promise<PaymentRow> {
  const { tx, now } = context;
  const { requestedMinor, currency, partialApproval } = payment;
  const state = finalState(code, {
    amountMinor: requestedMinor,
    currency,
    partialApproval: partialApproval ?? undefined,
  });
  const subscription = isPaid(state) ? await onPaymentSucceeded(tx, payment, now) : undefined;
  await updateRow(tx, payments, payment.id, {
    status: state.status,
    code: state.code,
    chargedMinor: state.chargedMinor,
    settledAt: now,
    subscriptionId: subscription?.id ?? null,
    threeDs,
    followUpAt: isPaid(state) ? confirmationDate(context.settings, payment.sourceType, now) : null,
  });
  const record = await notifyOfPayment(context, payment.id);
  return record.payment;
}
