/** The end of a challenge: the shopper's answer settles the payment exactly once, and then leads back to the shop. */
import { isPaymentCode } from "@cardpane/contract/gateway";
import type { Db } from "../db/open.ts";
import { findByChallenge, lockByChallenge, type PaymentRow, updatePayment } from "../db/payments.ts";
import { answerChallenge, type ChallengeAnswer } from "./state.ts";
import { succeed } from "./success.ts";

/** What a challenge page shows. */
export interface Challenge {
  readonly payment: PaymentRow;
  readonly maskedNumber: string;
}

/** Reads the payment behind a challenge page. */
export async function findChallenge(db: Db, challengeId: string): Promise<Challenge | undefined> {
  const record = await findByChallenge(db, challengeId);
  return record && { payment: record.payment, maskedNumber: record.account.maskedNumber };
}

/**
 * Settles a payment by the shopper's answer. One that is settled already stays as it is.
 *
 * @returns where the shopper goes next; `undefined` when there is no such challenge.
 */
export async function finishChallenge(
  db: Db,
  challengeId: string,
  answer: ChallengeAnswer,
  now: Date,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const payment = await lockByChallenge(tx, challengeId);
    if (!payment) return undefined;
    return returnUrl(payment.status === "pending" ? await settle(tx, payment, answer, now) : payment);
  });
}

async function settle(tx: Db, payment: PaymentRow, answer: ChallengeAnswer, now: Date): Promise<PaymentRow> {
  const { approvedCode, requestedMinor, currency, partialApproval } = payment;
  if (approvedCode === null || !isPaymentCode(approvedCode)) {
    throw new Error("A pending payment has no code to end with.");
  }
  const state = answerChallenge(answer, approvedCode, {
    amountMinor: requestedMinor,
    currency,
    partialApproval: partialApproval ?? undefined,
  });
  const subscription = state.status === "success" ? await succeed(tx, payment, now) : undefined;
  const settled = {
    status: state.status,
    code: state.code,
    chargedMinor: state.chargedMinor,
    settledAt: now,
    subscriptionId: subscription?.id ?? null,
  };
  await updatePayment(tx, payment.id, settled);
  return { ...payment, ...settled };
}

/**
 * The shop's `redirectUrl` with the outcome in its query (*assumption*: a hint to the shop's page, never proof of
 * payment). What the query held before stays as it was, byte for byte.
 */
export function returnUrl(
  payment: Pick<PaymentRow, "redirectUrl" | "orderId" | "id" | "status" | "code">,
): string {
  const outcome = new URLSearchParams({
    order_id: String(payment.orderId),
    transaction_id: String(payment.id),
    is_approved: payment.status === "success" ? "1" : "0",
    code: payment.code ?? "",
  });
  const url = new URL(payment.redirectUrl);
  url.search = url.search ? `${url.search}&${outcome}` : `?${outcome}`;
  return url.href;
}
