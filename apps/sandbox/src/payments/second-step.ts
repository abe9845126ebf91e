/** The second step: the answer on its page settles the payment exactly once and returns the shopper to the shop. */
import type { PaymentCode } from "@cardpane/gateway";
import type { Compatibility } from "../compatibility/compatibility.ts";
import { noAddress } from "../compatibility/requests.ts";
import { type OutcomeHint, outcomeQuery } from "../compatibility/responses.ts";
import { findRow, matching, updateRow } from "../db/rows.ts";
import { type PaymentRow, payments } from "../db/schema.ts";
import type { DomainSettings, WorkContext } from "../operation-context.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { eventOf } from "../scheduling/timeline-event.ts";
import { afterChallenge } from "./card-decision.ts";
import { notifyOfPayment } from "./enqueue-payment-notification.ts";
import { confirmationDate } from "./follow-up-job.ts";
import { onPaymentSucceeded } from "./on-payment-succeeded.ts";
import { isPaid } from "./result.ts";
import { type ChallengeAnswer, codeOfChallenge, finalState, redirectCodes } from "./state.ts";

/** The answer of a shopper or QA: on a payment's page, the code that it ends with. */
export type SecondStepAnswer =
  | { readonly step: "challenge"; readonly answer: ChallengeAnswer }
  | { readonly step: "redirect"; readonly code: PaymentCode };

/**
 * Settles a payment by the answer on its page. A settled payment is unchanged; a payment that has timed out ends as it would
 * without an answer.
 *
 * @returns the next address for the shopper; `undefined` if the page does not exist.
 */
export async function finishSecondStep(
  context: WorkContext,
  pageId: string,
  answer: SecondStepAnswer,
): Promise<string | undefined> {
  const payment = await findRow(context.tx, payments, { secondStep: answer.step, challengeId: pageId });
  if (!payment) return undefined;
  if (payment.status !== "pending") return returnUrl(payment, context.settings);
  const isLate = payment.expiresAt !== null && payment.expiresAt <= context.now;
  return returnUrl(await finalize(context, payment, isLate ? undefined : answer), context.settings);
}

/** The time-outs of pending payments, as a scheduled job. */
export const pendingTimeoutJob = createJob({
  name: "payment expiry",
  table: payments,
  at: payments.expiresAt,
  isOpen: matching(payments, { status: "pending" }),
  run: async (context, payment) => eventOf("expired", context.now, await finalize(context, payment)),
});

/** Ends a pending payment by an answer: its state, the effects of its success, and the notification. */
async function finalize(
  context: WorkContext,
  payment: PaymentRow,
  given?: SecondStepAnswer,
): Promise<PaymentRow> {
  const { tx, now, settings } = context;
  const { id, requestedMinor: amountMinor, currency, partialApproval, sourceType } = payment;
  const code = codeOf(payment, given);
  const state = finalState(code, { amountMinor, currency, partialApproval });
  const subscription = isPaid(state) ? await onPaymentSucceeded(tx, payment, now) : undefined;
  await updateRow(tx, payments, id, {
    ...state,
    settledAt: now,
    subscriptionId: subscription?.id ?? null,
    threeDs: payment.threeDs && afterChallenge(code),
    followUpAt: isPaid(state) ? confirmationDate(settings, sourceType, now) : null,
  });
  return (await notifyOfPayment(context, id)).payment;
}

/** The code that results from an answer; without one the second step timed out: 5228 for a challenge, 5099 for all others. */
function codeOf({ secondStep, approvedCode }: PaymentRow, given?: SecondStepAnswer): PaymentCode {
  if (secondStep === "redirect") return given?.step === "redirect" ? given.code : redirectCodes.expired;
  return codeOfChallenge(given?.step === "challenge" ? given.answer : "timeout", approvedCode);
}

/** The next address for the shopper after a payment has ended. */
export function returnUrl(
  payment: Pick<PaymentRow, "redirectUrl" | "orderId" | "consumerId" | "id" | "status" | "code">,
  { compatibility, publicUrl }: Pick<DomainSettings, "compatibility" | "publicUrl">,
): string {
  const { redirectUrl, orderId, consumerId, id: transactionId, code } = payment;
  const outcome = { orderId, transactionId, consumerId, isApproved: isPaid(payment), code };
  return withOutcome(redirectUrl === noAddress ? `${publicUrl}/` : redirectUrl, outcome, compatibility);
}

/**
 * The shop's `redirectUrl` with the outcome in its query (*assumption*: a hint to the shop's page, never proof of
 * payment). The existing query is unchanged, byte for byte.
 */
export function withOutcome(redirectUrl: string, hint: OutcomeHint, compatibility: Compatibility): string {
  const outcome = new URLSearchParams(outcomeQuery(compatibility, hint));
  const url = new URL(redirectUrl);
  url.search = url.search ? `${url.search}&${outcome}` : `?${outcome}`;
  return url.href;
}
