/** Events of an order: a closed union, discriminated by `type`. Each event takes effect once. */

import type { Money } from "../call/money.ts";
import type { NoticeDetails } from "../notifications/payment-report.ts";
import type { PaymentResult, ResultSubscription, TransactionResult } from "../payments/payment-result.ts";

/** A field of events about a failure. */
export interface Failed {
  /** The reason, a payment code (section 7) or a code of a newer gateway; `explainCode` explains it. */
  readonly code: PaymentResult["payment"]["code"];
}

/** Fields of every event of an order. */
export interface EventBase<Type extends string> {
  readonly type: Type;
  /** Your reference of the order. */
  readonly reference: string;
  /** Id of the attempt that this is about. It is the idempotency key of its payment. */
  readonly attempt: string;
  /** `notification`; `response` for the result of the call; `operator` for a decision of `resolve`. */
  readonly source: "notification" | "response" | "operator";
  /** `X-Delivery-ID`, if the gateway sent one. */
  readonly deliveryId?: string | undefined;
}

/** Fields of every event about a transaction. */
export interface TransactionEvent<Type extends string> extends EventBase<Type> {
  /** The gateway's id of the transaction that this event is about. */
  readonly transactionId: string;
  /** The gateway's id of the order, if it sent one. */
  readonly orderId: string | undefined;
  /** In minor units; absent if the gateway did not send a readable amount. */
  readonly money: Money | undefined;
  /** The whole transaction, full card numbers masked. */
  readonly result: TransactionResult;
}

/** Fields of every event about an earlier transaction: a refund, a void, a chargeback. */
export interface FollowUp<Type extends string> extends TransactionEvent<Type> {
  /** The transaction that was refunded, voided or disputed; absent if the gateway does not name it. */
  readonly of: string | undefined;
  /** Whether the order is still paid: a part of it was returned, or another payment pays it. */
  readonly isStillPaid: boolean;
  /** The key of the `refund` that made it; absent for any other. */
  readonly key?: string | undefined;
}

/**
 * Why money did not move as expected.
 *
 * - `amount`, `currency`: not as recorded, or unreadable. Also for an underpayment (1001) or overpayment (1002): `money` was
 *   received, `expected` was recorded
 * - `code`: a success with the code of a decline, or with 1001 or 1002 and the recorded amount
 * - `returned`: the whole amount was refunded, voided or charged back before the success was reported
 * - `contradiction`: the gateway reported the same transaction differently before
 * - `unrecorded`: the store has no record of the attempt, so no amount to compare
 */
export type MismatchReason = "amount" | "currency" | "code" | "returned" | "contradiction" | "unrecorded";

/** All events of an order. Switch on `type`; with `default: event satisfies never` the compiler finds missing cases. */
export type CheckoutEvent =
  /** The order is paid, with the recorded amount and currency: ship. */
  | (EventBase<"payment.succeeded"> & {
      readonly money: Money;
      /** Absent if an operator decided with `resolve` that the order is paid, and named no transaction. `payment.identified` brings it. */
      readonly transactionId: string | undefined;
      readonly orderId: string | undefined;
      readonly result: TransactionResult | undefined;
    })
  /** The transaction of an order that a person had decided as paid is known: store its id, a refund needs it. Nothing else changes. */
  | TransactionEvent<"payment.identified">
  /**
   * The amount is reserved (`mode: "auth"`), not paid. Its settlement emits `payment.succeeded`, that of a renewal (`charge: "later"`)
   * `subscription.renewed`.
   */
  | (TransactionEvent<"payment.authorized"> & { readonly charge: "first" | "later" })
  /** The attempt was declined or has failed. Another attempt can pay the order unless one is open or has paid it. */
  | (TransactionEvent<"payment.failed"> & Failed)
  /**
   * Money may have moved, but not as expected: have a person look at it. Do not ship. The order cannot be paid again until
   * `resolve` ends the doubt. A renewal (`charge: "later"`) leaves the state of the order as it was.
   */
  | (TransactionEvent<"payment.mismatched"> & {
      readonly why: MismatchReason;
      /** The recorded amount; absent if the store has no record of the attempt. */
      readonly expected: Money | undefined;
      readonly charge: "first" | "later";
    })
  /** Money of the order has moved a second time: refund or void one of the two. */
  | (TransactionEvent<"payment.duplicate"> & {
      readonly expected: Money | undefined;
      /** The earlier transaction, and its attempt. */
      readonly duplicateOf: { readonly attempt: string; readonly transactionId: string | undefined };
    })
  /** A transaction failed after it had succeeded, as can happen with bank methods: the money was not received. */
  | (TransactionEvent<"payment.reversed"> &
      Failed & {
        /** Whether it is the first charge of the order or a later one of its schedule. */
        readonly charge: "first" | "later";
        /** Whether the order is still paid, by another payment or because this was a later charge. */
        readonly isStillPaid: boolean;
      })
  /** A payment was refunded, in full or in part: see `money`, which is positive. Without `money` all of it was. */
  | FollowUp<"payment.refunded">
  /** A payment was voided before its settlement. */
  | FollowUp<"payment.voided">
  /** A refund or a void failed. */
  | (FollowUp<"payment.refund_failed"> & Failed)
  /** The shopper's bank disputes a payment. `stage` is as the gateway spells it: the status, or the mode or action if the status is one of a payment. */
  | (FollowUp<"payment.charged_back"> & { readonly stage: string })
  /** A later charge of the schedule is paid. */
  | (TransactionEvent<"subscription.renewed"> & {
      readonly subscription: ResultSubscription;
      /** Whether the amount is one of the schedule that was recorded. After `subscriptions.change` it is not. */
      readonly isExpected: boolean;
      /** The later amounts of the recorded schedule. */
      readonly expected: readonly Money[];
    })
  /** A later charge of the schedule was declined. */
  | (TransactionEvent<"subscription.charge_failed"> & Failed & { readonly subscription: ResultSubscription })
  /** A subscription changed, and nothing was charged. The gateway defines the types of notices. */
  | (EventBase<"subscription.notice"> & { readonly notice: NoticeDetails; readonly raw: unknown })
  /**
   * An authentic report that no other event covers. It pays nothing: have a person look at it.
   *
   * - `test`: a payment with `mode: "test"`, which moves no money. It ends its attempt
   * - `kind`, `status`: an action, a mode or a status that is newer than this version, or a refund that is done with the code of a decline
   * - `late`: an authorization was reported after its settlement, or a refund again: after its failure, or under the id of its payment
   *   with the amount of an earlier one, so that it is the same or another one. It frees no order
   * - `notice`: a notification without a payment and without a type
   * - `unreadable`: a payment without an id or a status, or a refund, void or chargeback whose amount cannot be read
   */
  | (EventBase<"unknown"> & {
      readonly why: "test" | "kind" | "status" | "late" | "notice" | "unreadable";
      readonly transactionId: string | undefined;
      readonly money: Money | undefined;
      readonly result: TransactionResult | undefined;
      /** The gateway's body. Full card numbers are masked. */
      readonly raw: unknown;
    });
