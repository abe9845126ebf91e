/** Outcomes of an attempt to pay. */

import { adviseDecline, type DeclineAdvice } from "@cardpane/gateway";
import type { Money } from "../call/money.ts";
import { type CardpaneError, isCardpaneError, NotSentError, RejectedError } from "../errors/errors.ts";
import { nextAction } from "../payments/interpret-result.ts";
import type { PaymentResult } from "../payments/payment-result.ts";
import { type Attempt, isPending, stateOf } from "./attempt.ts";

/** The outcome of an attempt to pay. Switch on `type`. */
export type CheckoutOutcome =
  /** The order is paid. `payment` is absent if a notification said so and the call itself got no answer. */
  | { readonly type: "paid"; readonly payment: PaymentResult | undefined }
  /** The amount is reserved, not paid: settle it or void it. */
  | { readonly type: "authorized"; readonly payment: PaymentResult | undefined }
  /** The gateway has not decided: the notification will. */
  | { readonly type: "pending"; readonly payment: PaymentResult }
  /** Send the shopper to `url`: 3D Secure, or a bank's page. */
  | { readonly type: "redirect"; readonly url: string; readonly payment: PaymentResult }
  /** Show `qrCode` as a QR code for the shopper's app, as text beside it, and `url` as a link if there is one. */
  | {
      readonly type: "scan";
      readonly qrCode: string;
      readonly url: string | undefined;
      readonly payment: PaymentResult;
    }
  /**
   * Declined. Another card is another attempt. Tell the shopper by `code`, as `pane.showDecline` does: its explanation is for your log.
   * `advice` says who acts and whether to try again.
   */
  | {
      readonly type: "declined";
      readonly code: PaymentResult["payment"]["code"];
      readonly advice: DeclineAdvice;
      readonly payment: PaymentResult | undefined;
    }
  /** Nothing was sent: the order is paid. */
  | { readonly type: "already_paid" }
  /** Nothing was sent: another attempt of this order is not decided (another tab, a second click, a challenge). */
  | { readonly type: "in_progress" }
  /** Refused before money could move: the shopper may try again. */
  | { readonly type: "not_made"; readonly error: CardpaneError }
  /** Money may have moved, but not as expected: a person must look. Unless the money is back already, only `resolve` frees the order. */
  | {
      readonly type: "mismatched";
      readonly expected: Money | undefined;
      readonly payment: PaymentResult | undefined;
    }
  /** It may have been charged. Never pay again until a notification or `resolve` has decided. */
  | { readonly type: "unknown"; readonly error: unknown };

/** The outcome of a call, with the attempt as the store has it now: a notification may have come first. */
export function outcomeOf(
  attempt: Attempt,
  payment: PaymentResult | undefined,
  error: unknown,
): CheckoutOutcome {
  const state = stateOf(attempt);
  switch (state) {
    case "paid":
    case "authorized":
      return { type: state, payment };
    case "mismatched":
    case "returned":
      return { type: "mismatched", expected: attempt.expected, payment };
    case "declined": {
      const code = payment?.payment.code ?? attempt.charges.findLast(({ status }) => status === "fail")?.code;
      return { type: "declined", code, advice: adviseDecline(code), payment };
    }
    default:
  }
  if (payment?.payment.status === "pending") return pendingOutcome(payment);
  // An operator's "not_made" does not stop a request that is under way: then the error of the call counts, unless its payment is pending.
  if (attempt.call === "rejected" && !isPending(attempt))
    return { type: "not_made", error: refusalOf(error) };
  return { type: "unknown", error };
}

/** The outcome of a pending payment. */
export function pendingOutcome(payment: PaymentResult): CheckoutOutcome {
  const action = nextAction(payment);
  const { qrCode } = payment.payment;
  if (qrCode !== undefined) {
    return { type: "scan", qrCode, url: action.type === "redirect" ? action.url : undefined, payment };
  }
  return action.type === "redirect"
    ? { type: "redirect", url: action.url, payment }
    : { type: "pending", payment };
}

/**
 * Whether a call that failed may have made its payment: always, unless its error says that nothing was sent or that the gateway
 * did nothing.
 */
export function mayHavePaid(error: unknown): boolean {
  return !isCardpaneError(error) || (error.outcome !== "not_sent" && error.outcome !== "rejected");
}

function refusalOf(error: unknown): CardpaneError {
  if (error instanceof NotSentError || error instanceof RejectedError) return error;
  const what = "The gateway answered with a test payment, which moves no money";
  return new RejectedError({ code: "refused", what });
}
