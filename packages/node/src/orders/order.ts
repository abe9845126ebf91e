/** An order, for display. */
import type { Money } from "../call/money.ts";
import {
  type Attempt,
  type AttemptState,
  type HistoryEntry,
  isPending,
  isStanding,
  type OrderState,
  orderState,
  refundsUnderWay,
  stateOf,
} from "./attempt.ts";

/** An attempt to pay. */
export interface AttemptView {
  /** Id of the attempt, its idempotency key. */
  readonly id: string;
  readonly state: AttemptState;
  /** Absent if the record of the attempt was lost. */
  readonly expected: Money | undefined;
  /** Unix time in milliseconds. */
  readonly createdAt: number;
  /** Ids of its charges and authorizations, the newest last. Of renewals the last 24. */
  readonly transactionIds: readonly string[];
  /** What was said of it, the newest last: at most 50 entries. */
  readonly history: readonly HistoryEntry[];
  /** How many entries and renewals were before these. */
  readonly folded: { readonly entries: number; readonly renewals: number };
}

/** Money that went back to the shopper. */
export interface RefundView {
  readonly transactionId: string;
  /** The refunded transaction, if the gateway names it. */
  readonly of: string | undefined;
  /** Positive; absent for all of it. */
  readonly money: Money | undefined;
}

/**
 * Why an order waits.
 *
 * - `no_answer`: the call has no answer, or is still under way. Look at the gateway, then `resolve`
 * - `pending`: a challenge or a bank's page is open. The shopper may leave a challenge: `supersede`
 * - `bank`: the bank decides, and the shopper has no page to leave: a direct debit for example
 * - `authorized`: money is reserved. Settle it or void it
 * - `mismatched`: `money` moved, but not as expected. A person looks, then `resolve`
 * - `refund`: a refund of `money` is under way. One that has no answer ends by `resolveRefund`, after a look at the gateway
 */
export type WaitingReason = "no_answer" | "pending" | "bank" | "authorized" | "mismatched" | "refund";

/** What an order waits for. */
export interface Waiting {
  readonly why: WaitingReason;
  /** For the shopper's page, in English. */
  readonly text: string;
  /** Unix time in milliseconds at which its attempt or refund began. */
  readonly since: number;
  /** The money that is reserved or moved, if it is known. */
  readonly money: Money | undefined;
  /** Whether a person must look: always of `mismatched`, and of a call without an answer after ten minutes. */
  readonly needsPerson: boolean;
}

/** An order with its attempts. */
export interface Order {
  readonly reference: string;
  /** `payable`: a new attempt can begin. Every other state refuses one. */
  readonly state: OrderState;
  /** Why it is neither paid nor payable, or that a refund is under way; else `undefined`. */
  readonly waiting: Waiting | undefined;
  /** Whether `supersede` frees the order: only a challenge or a bank's page is open. */
  readonly canSupersede: boolean;
  /** Whether `resolve` has a doubt to end. */
  readonly canResolve: boolean;
  /** The oldest first. */
  readonly attempts: readonly AttemptView[];
  /** The payment that pays the order. */
  readonly paid:
    | {
        readonly attempt: string;
        readonly transactionId: string | undefined;
        readonly money: Money | undefined;
      }
    | undefined;
  /** Refunds and voids of all its payments, without a sum: they can be of different payments. */
  readonly refunds: readonly RefundView[];
  /** Refunds that were sent and are not decided, or may be lost: their notification decides them. */
  readonly refundsUnderWay: readonly { readonly key: string; readonly money: Money }[];
}

/** The order of these attempts; `undefined` without one. */
export function readOrder(reference: string, attempts: readonly Attempt[], nowMs: number): Order | undefined {
  if (attempts.length === 0) return undefined;
  const waiting = waitingOf(attempts, nowMs);
  const payments = attempts.flatMap((attempt) =>
    attempt.charges
      .filter((charge) => charge.kind === "charge" && charge.isExpected && isStanding(attempt, charge))
      .map(({ id, decidedId, money }) => ({ attempt: attempt.id, transactionId: id ?? decidedId, money })),
  );
  const refunds = attempts.flatMap(({ otherTransactions }) =>
    otherTransactions
      .filter(({ isReturn, kind }) => isReturn && kind !== "chargeback")
      .map(({ id, of, money }) => ({ transactionId: id, of, money })),
  );
  return {
    reference,
    state: orderState(attempts),
    waiting,
    canSupersede: waiting?.why === "pending",
    canResolve: waiting !== undefined && waiting.why !== "refund",
    attempts: attempts.map((attempt) => ({
      id: attempt.id,
      state: stateOf(attempt),
      expected: attempt.expected,
      createdAt: attempt.createdAt,
      transactionIds: attempt.charges.flatMap(({ id, decidedId }) => id ?? decidedId ?? []),
      history: attempt.history ?? [],
      folded: attempt.folded ?? { entries: 0, renewals: 0 },
    })),
    paid: payments[0],
    refunds,
    refundsUnderWay: attempts.flatMap((attempt) =>
      refundsUnderWay(attempt).map(({ key, money }) => ({ key, money })),
    ),
  };
}

const texts: Readonly<Record<WaitingReason, string>> = {
  no_answer: "Your bank has not answered yet. Do not pay again: we will tell you whether you have paid.",
  pending: "Your payment is not confirmed yet. Confirm it, or leave it and pay in another way.",
  bank: "Your bank has not confirmed your payment yet. Do not pay again: we will tell you whether you have paid.",
  authorized: "The amount is reserved. You need not pay again.",
  mismatched: "We are looking into your payment. Do not pay again: we will tell you whether you have paid.",
  refund: "Your refund is on its way.",
};

const isAtBank = ({ charges }: Attempt) =>
  charges.some((charge) => charge.isAtBank && charge.status === "pending");

/** A call and its repetitions end long before. */
const answerLimitMs = 600_000;

/** What an order waits for; `undefined` if it is paid or payable, and no refund of it is under way. */
export function waitingOf(order: readonly Attempt[], nowMs: number): Waiting | undefined {
  const state = orderState(order);
  if (state === "paid" || state === "payable") return waitingRefund(order, nowMs);
  const open = order.filter((attempt) => stateOf(attempt) === state);
  // One attempt without an answer is a doubt, whatever the others wait for.
  const attempt = open.find((each) => !isPending(each)) ?? open.find(isAtBank) ?? open[0];
  const { createdAt: since = nowMs, charges = [] } = attempt ?? {};
  const pending = attempt && isAtBank(attempt) ? "bank" : "pending";
  const why = state !== "in_progress" ? state : attempt && isPending(attempt) ? pending : "no_answer";
  const needsPerson = why === "mismatched" || (why === "no_answer" && nowMs - since >= answerLimitMs);
  const firsts = charges.filter(({ status, isLater }) => status === "success" && !isLater);
  const { money } = firsts.findLast(({ isInDoubt }) => isInDoubt) ?? firsts.at(-1) ?? {};
  return { why, text: texts[why], since, money, needsPerson };
}

/** The refund under way that needs a person, else the oldest one. */
function waitingRefund(order: readonly Attempt[], nowMs: number): Waiting | undefined {
  const why = "refund";
  const all = order.flatMap(refundsUnderWay).map(({ money, at: since = 0, transactionId }) => {
    const needsPerson = transactionId === undefined && nowMs - since >= answerLimitMs;
    return { why, text: texts[why], since, money, needsPerson } as const;
  });
  return all.find(({ needsPerson }) => needsPerson) ?? all[0];
}
