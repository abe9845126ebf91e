/**
 * The life of a payment:
 *
 *   created --no challenge--> success | fail         pending --answered--> success | fail (both final)
 *   created --challenge-----> pending                (5228 if nobody answers)
 *   created --redirect------> pending                (5099 if nobody pays)
 *
 * Pure functions: amounts are integers of minor units, no clock, no database.
 */
import { isPaymentCode, isSuccessCode, type PaymentCode, type PaymentRequest } from "@cardpane/gateway";
import type { Money } from "../money.ts";
import { approvedMinor } from "./amounts.ts";

/** A final state. */
export type FinalState =
  | { readonly status: "success"; readonly code: PaymentCode; readonly chargedMinor: number }
  | { readonly status: "fail"; readonly code: PaymentCode; readonly chargedMinor: 0 };

/** The possible answers on a challenge page. */
export const challengeAnswers = ["approve", "fail", "cancel", "timeout"] as const;
export type ChallengeAnswer = (typeof challengeAnswers)[number];

/** The amount that the merchant requests, and whether it accepts a part of it. */
export interface RequestedCharge extends Money {
  readonly partialApproval?: PaymentRequest["partialApproval"] | null;
}

/**
 * The code that results from a challenge.
 *
 * @param approved the stored code of an approval.
 */
export function codeOfChallenge(answer: ChallengeAnswer, approved: string | null): PaymentCode {
  if (approved === null || !isPaymentCode(approved)) throw new Error("A challenge has no code to end with.");
  const codes = { approve: approved, fail: "5220", cancel: "5222", timeout: "5228" } as const;
  return codes[answer];
}

/** The codes that result from a payment on the sandbox's page; a failure has the code that QA chose. */
export const redirectCodes = { paid: "0", underpaid: "1001", overpaid: "1002", expired: "5099" } as const;

/** The final state for a code. */
export function finalState(code: PaymentCode, requested: RequestedCharge): FinalState {
  if (!isSuccessCode(code)) return { status: "fail", code, chargedMinor: 0 };
  return { status: "success", code, chargedMinor: approvedMinor(code, requested, requested.partialApproval) };
}
