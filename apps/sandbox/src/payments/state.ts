/**
 * The life of a payment:
 *
 *   created --no challenge--> success | fail         pending --answered--> success | fail (both final)
 *   created --challenge-----> pending
 *
 * Pure: amounts are integers of minor units, no clock, no database. Whoever stores a step makes sure, by the row's lock,
 * that a pending payment takes it once.
 */
import { isSuccessCode, type PaymentCode, type PaymentRequest } from "@cardpane/contract/gateway";
import { approvedMinor } from "./amounts.ts";
import type { Decision } from "./decision.ts";
import type { Money } from "./schedule.ts";

export type PaymentState =
  | { readonly status: "pending"; readonly approvedCode: PaymentCode }
  | { readonly status: "success"; readonly code: PaymentCode; readonly chargedMinor: number }
  | { readonly status: "fail"; readonly code: PaymentCode; readonly chargedMinor: 0 };
export type FinalState = Exclude<PaymentState, { status: "pending" }>;

/** What a shopper may answer on a challenge page. */
export const challengeAnswers = ["approve", "fail", "cancel"] as const;
export type ChallengeAnswer = (typeof challengeAnswers)[number];

/** What a payment asks for. */
export interface Asked extends Money {
  readonly partialApproval: PaymentRequest["partialApproval"];
}

/** The state in which a payment begins. */
export function begin(decision: Decision, asked: Asked): PaymentState {
  return decision.kind === "challenge"
    ? { status: "pending", approvedCode: decision.approvedCode }
    : settle(decision.code, asked);
}

/** The state in which a pending payment ends. */
export function answerChallenge(
  answer: ChallengeAnswer,
  approvedCode: PaymentCode,
  asked: Asked,
): FinalState {
  switch (answer) {
    case "approve":
      return settle(approvedCode, asked);
    case "fail":
      return settle("5220", asked);
    case "cancel":
      return settle("5222", asked);
    default:
      return answer satisfies never;
  }
}

function settle(code: PaymentCode, asked: Asked): FinalState {
  if (!isSuccessCode(code)) return { status: "fail", code, chargedMinor: 0 };
  return { status: "success", code, chargedMinor: approvedMinor(code, asked, asked.partialApproval) };
}
