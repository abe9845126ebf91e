/** An order, for display. */
import type { Money } from "../call/money.ts";
import {
  type Attempt,
  type AttemptState,
  isStanding,
  type OrderState,
  orderState,
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
  /** Ids of its charges and authorizations, the newest last. */
  readonly transactionIds: readonly string[];
}

/** Money that went back to the shopper. */
export interface RefundView {
  readonly transactionId: string;
  /** The refunded transaction, if the gateway names it. */
  readonly of: string | undefined;
  /** Positive; absent for all of it. */
  readonly money: Money | undefined;
}

/** An order with its attempts. */
export interface Order {
  readonly reference: string;
  /** `payable`: a new attempt can begin. Every other state refuses one. */
  readonly state: OrderState;
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
}

/** The order of these attempts; `undefined` without one. */
export function readOrder(reference: string, attempts: readonly Attempt[]): Order | undefined {
  if (attempts.length === 0) return undefined;
  const payments = attempts.flatMap((attempt) =>
    attempt.charges
      .filter((charge) => charge.kind === "charge" && charge.isExpected && isStanding(attempt, charge))
      .map(({ id, money }) => ({ attempt: attempt.id, transactionId: id, money })),
  );
  const refunds = attempts.flatMap(({ otherTransactions }) =>
    otherTransactions
      .filter(({ isReturn, kind }) => isReturn && kind !== "chargeback")
      .map(({ id, of, money }) => ({ transactionId: id, of, money })),
  );
  return {
    reference,
    state: orderState(attempts),
    attempts: attempts.map((attempt) => ({
      id: attempt.id,
      state: stateOf(attempt),
      expected: attempt.expected,
      createdAt: attempt.createdAt,
      transactionIds: attempt.charges.flatMap(({ id }) => id ?? []),
    })),
    paid: payments[0],
    refunds,
  };
}
