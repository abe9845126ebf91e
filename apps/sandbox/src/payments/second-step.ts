/** The second step: the answer on its page settles the payment exactly once and returns the shopper to the shop. */
import type { PaymentCode } from "@cardpane/gateway";
import type { Compatibility } from "../compatibility/compatibility.ts";
import { noAddress } from "../compatibility/requests.ts";
import { type OutcomeHint, outcomeQuery } from "../compatibility/responses.ts";
import { findRow, matching } from "../db/rows.ts";
import { type PaymentRow, payments } from "../db/schema.ts";
import type { DomainSettings, WorkContext } from "../operation-context.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { eventOf } from "../scheduling/timeline-event.ts";
import { afterChallenge } from "./card-decision.ts";
import { finalizePending } from "./finalize-pending.ts";
import { isPaid } from "./result.ts";
import { type ChallengeAnswer, codeOfChallenge, redirectCodes } from "./state.ts";

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

/** Ends a payment by an answer; without one its second step timed out: 5228 for a challenge, 5099 for all others. */
function finalize(context: WorkContext, payment: PaymentRow, given?: SecondStepAnswer): Promise<PaymentRow> {
  if (payment.secondStep === "redirect") {
    const code = given?.step === "redirect" ? given.code : redirectCodes.expired;
    return finalizePending(context, payment, code);
  }
  const answer = given?.step === "challenge" ? given.answer : "timeout";
  const code = codeOfChallenge(answer, payment.approvedCode);
  return finalizePending(context, payment, code, payment.threeDs && afterChallenge(code));
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
