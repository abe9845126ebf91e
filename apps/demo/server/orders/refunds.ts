/**
 * The refunds of a card payment, and the refund that is under way.
 *
 *   none ──start──> sending ──answered made──> none, and listed
 *                   sending ──answered not_made──> none
 *                   sending ──answered lost──> unknown      the refund may have been made: no other is sent
 *   unknown ──notified──> none, and listed                  the gateway's notification settles it
 *   unknown ──failed | dismissed──> none                    by the gateway, or by an operator who has checked there
 *
 * Pure functions: a report of a known transaction changes nothing, so a response and its notification count as one refund.
 * Listed refunds are never removed.
 */

/** One completed refund or void. */
export interface Refund {
  /** The refund's own transaction. */
  readonly transactionId: string;
  /** The payment that was refunded; `null` if the gateway does not name it. */
  readonly parentTransactionId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
}

/** A refund that was requested and whose outcome is not known yet. */
export interface RefundAttempt {
  /** One-time token of the form; the request's idempotency key is derived from it. */
  readonly formToken: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: "sending" | "unknown";
  /** A notification of a refund of this amount arrived before the response. */
  readonly isNotified: boolean;
}

export interface Refunds {
  /** In the order in which the shop learned of them. */
  readonly made: readonly Refund[];
  readonly attempt: RefundAttempt | null;
  /** Tokens of submitted forms: a form that is submitted again is not a second refund. */
  readonly formTokens: readonly string[];
}

export type RefundEvent =
  | {
      readonly type: "started";
      readonly formToken: string;
      readonly amountMinor: number;
      readonly currency: string;
    }
  | { readonly type: "answered"; readonly answer: RefundAnswer }
  /** From a verified notification. */
  | { readonly type: "notified"; readonly refund: Refund }
  | { readonly type: "failed"; readonly amountMinor: number; readonly currency: string }
  /** From an operator who has seen at the gateway that the refund was not made. */
  | { readonly type: "dismissed"; readonly formToken: string };

export type RefundAnswer =
  | { readonly kind: "made"; readonly refund: Refund }
  | { readonly kind: "not_made" }
  | { readonly kind: "lost" };

export const noRefunds: Refunds = { made: [], attempt: null, formTokens: [] };

/** The refunds after an event; the same refunds if the event does not fit them. */
export function advanceRefunds(refunds: Refunds, event: RefundEvent): Refunds {
  const { attempt } = refunds;
  switch (event.type) {
    case "started":
      return started(refunds, event);
    case "answered":
      return attempt?.status === "sending" ? answered(refunds, attempt, event.answer) : refunds;
    case "notified":
      return notified(refunds, event.refund);
    case "failed":
      return attempt?.status === "unknown" && isSameAmount(attempt, event)
        ? { ...refunds, attempt: null }
        : refunds;
    case "dismissed":
      return attempt?.status === "unknown" && attempt.formToken === event.formToken
        ? { ...refunds, attempt: null }
        : refunds;
    default:
      return event satisfies never;
  }
}

/** The refunded part of one payment, in minor units of its currency. */
export function refundedMinor({ made }: Refunds, transactionId: string, currency: string): number {
  return made
    .filter(
      (refund) =>
        refund.currency === currency && (refund.parentTransactionId ?? transactionId) === transactionId,
    )
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

function started(
  refunds: Refunds,
  { formToken, amountMinor, currency }: Extract<RefundEvent, { type: "started" }>,
): Refunds {
  if (refunds.attempt || refunds.formTokens.includes(formToken)) return refunds;
  return {
    ...refunds,
    attempt: { formToken, amountMinor, currency, status: "sending", isNotified: false },
    formTokens: [...refunds.formTokens, formToken],
  };
}

function answered(refunds: Refunds, attempt: RefundAttempt, answer: RefundAnswer): Refunds {
  switch (answer.kind) {
    case "made":
      return { ...withRefund(refunds, answer.refund), attempt: null };
    case "not_made":
      return { ...refunds, attempt: null };
    case "lost":
      // The notification arrived before the response failed, so the outcome is known.
      return { ...refunds, attempt: attempt.isNotified ? null : { ...attempt, status: "unknown" } };
    default:
      return answer satisfies never;
  }
}

function notified(refunds: Refunds, refund: Refund): Refunds {
  const next = withRefund(refunds, refund);
  const { attempt } = refunds;
  if (next === refunds || !attempt || !isSameAmount(attempt, refund)) return next;
  return { ...next, attempt: attempt.status === "unknown" ? null : { ...attempt, isNotified: true } };
}

function withRefund(refunds: Refunds, refund: Refund): Refunds {
  const isKnown = refunds.made.some(({ transactionId }) => transactionId === refund.transactionId);
  return isKnown ? refunds : { ...refunds, made: [...refunds.made, refund] };
}

type Amount = Pick<Refund, "amountMinor" | "currency">;

function isSameAmount(one: Amount, other: Amount): boolean {
  return one.amountMinor === other.amountMinor && one.currency === other.currency;
}
