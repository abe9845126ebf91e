/** Events of an order: a closed union, discriminated by `type`. Each event is delivered once. */

import type { Money } from "../../payments/money.ts";
import type { PaymentResult, TransactionResult } from "../../payments/payment-result.ts";
import type { NoticeDetails, ReportSource } from "./payment-report.ts";

/** A payment code (section 7), or a code of a newer gateway. */
type DeclineCode = PaymentResult["payment"]["code"];

/** The paid amount, in minor units (cents), and how it compares with the expected amount. */
export interface Settled<Coverage extends "exact" | "over" | "under"> {
  /** `over` only with code 1002; `under` with code 1001, or after a partial settlement. */
  readonly coverage: Coverage;
  readonly paidMinor: number;
  readonly expectedMinor: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Fields of every event. */
interface EventBase<Type extends string> {
  readonly type: Type;
  /** Your reference of the payment, as passed to `createUrl`. */
  readonly reference: string;
  /** `notification`, or `response` for a result of `payments.create` that was passed to `record`. */
  readonly source: ReportSource;
  /** `X-Delivery-ID`, if the gateway sent one. */
  readonly deliveryId?: string | undefined;
}

/** Fields of every event about a charge. */
interface ChargeEvent<Type extends string> extends EventBase<Type> {
  /** The gateway's order id. */
  readonly orderId: string;
  /** The transaction that this event is about. */
  readonly transactionId: string;
  /** The whole result, full card numbers masked. */
  readonly result: PaymentResult;
}

/** Fields of every event about a transaction that is not a charge. It may lack an order id. */
interface OtherEvent<Type extends string> extends EventBase<Type> {
  readonly orderId: string | undefined;
  readonly transactionId: string;
  /** The original transaction, if the gateway names it. */
  readonly parentTransactionId: string | undefined;
  /** In minor units; absent if the gateway did not send a readable amount. */
  readonly money: Money | undefined;
  readonly result: TransactionResult;
}

/** The full amount is paid, or more (`over`): ship. If an authorization is settled in parts, the last part emits this event. */
export interface PaymentSucceeded extends ChargeEvent<"payment.succeeded"> {
  readonly settled: Settled<"exact" | "over">;
}

/**
 * Less than the expected amount is paid: wait for the rest, ship a part, or refund. If an authorization is settled in parts,
 * each part except the last emits this event, and `settled.paidMinor` is the sum of all parts without refunds and voids.
 */
export interface PaymentUnderpaid extends ChargeEvent<"payment.underpaid"> {
  readonly settled: Settled<"under">;
}

/** The amount is reserved, not paid. Its settlement emits `payment.succeeded`. */
export interface PaymentAuthorized extends ChargeEvent<"payment.authorized"> {
  readonly authorized: Money;
}

/** The bank confirmed a payment that had already succeeded. No action is needed. */
export type PaymentConfirmed = ChargeEvent<"payment.confirmed">;

/**
 * A charge was declined, failed or expired; `code` is the reason. Another attempt can still pay the order. After a failed
 * settlement the amount is still reserved: settle it again, or void it.
 */
export interface PaymentFailed extends ChargeEvent<"payment.failed"> {
  readonly code: DeclineCode;
}

/**
 * A transaction failed after it had succeeded, as can happen with bank methods: the money was not received. `charge` tells
 * whether it is the first charge of the order or a later one of its schedule.
 */
export interface PaymentReversed extends ChargeEvent<"payment.reversed"> {
  readonly code: DeclineCode;
  readonly charge: "first" | "later";
  /**
   * Whether the order is still paid in full: by another payment, or because this was a later charge. Your refunds do not
   * change this, unless you have refunded everything.
   */
  readonly isStillPaid: boolean;
}

/** A payment was refunded, in full or in part: see `money`. */
export type PaymentRefunded = OtherEvent<"payment.refunded">;
/** A payment was voided before its settlement. If the whole authorization is voided, another attempt can pay the order. */
export type PaymentVoided = OtherEvent<"payment.voided">;
/** A refund or a void failed. */
export interface RefundFailed extends OtherEvent<"payment.refund_failed"> {
  readonly code: DeclineCode;
}

/** The shopper's bank disputes a payment. */
export interface PaymentChargeback extends OtherEvent<"payment.chargeback"> {
  /** The stage, as the gateway spells it: the status, or the mode or action if the status is one of a payment. */
  readonly stage: string;
}

/** State of a subscription. */
export interface SubscriptionState {
  readonly id: string | undefined;
  /** Recurrent payments so far. */
  readonly cycle: number | undefined;
  /** `active`, `canceled`, or a newer status. */
  readonly status: string | undefined;
  readonly renewalDate: string | undefined;
  readonly cancelDate: string | undefined;
}

/** A later charge of the schedule is paid. */
export interface SubscriptionRenewed extends ChargeEvent<"subscription.renewed"> {
  readonly subscription: SubscriptionState;
  readonly settled: Settled<"exact" | "over">;
}

/** A later charge of the schedule is paid in part (code 1001). */
export interface SubscriptionUnderpaid extends ChargeEvent<"subscription.underpaid"> {
  readonly subscription: SubscriptionState;
  readonly settled: Settled<"under">;
}

/** A later charge of the schedule was declined. */
export interface SubscriptionChargeFailed extends ChargeEvent<"subscription.charge_failed"> {
  readonly subscription: SubscriptionState;
  readonly code: DeclineCode;
}

/** A subscription changed, and nothing was charged. The gateway defines the types of notices. */
export interface SubscriptionNotice extends EventBase<"subscription.notice"> {
  readonly notice: NoticeDetails;
  readonly raw: unknown;
}

/**
 * An authentic report that no other event covers. The order's state is unchanged, but money may have moved: have a person look
 * at it.
 *
 * - `second_payment`: a paid order was paid again. If the first payment is reversed or refunded, this one pays the order
 * - `further_settlement`: another part of an authorization was settled after the order had been paid in full
 * - `other_order`: a payment with another order id of the gateway than the current attempt's. Either two payments were sent at
 *   once, or the payment of another reference was sent with this URL
 * - `contradiction`: a failed transaction is reported as successful, a reversed one as confirmed, or a successful one with
 *   another amount
 * - `earlier_attempt`: an attempt that was released or had failed was paid late, for the amount of that attempt; or a
 *   subscription was renewed that another attempt than the paying one had started
 * - `test`: a payment with `mode: "test"`, which moves no money
 * - `kind`: the action or mode is newer than this version
 * - `status`: the status is newer than this version
 */
export interface UnknownEvent extends OtherEvent<"unknown"> {
  readonly why:
    | "second_payment"
    | "further_settlement"
    | "other_order"
    | "contradiction"
    | "earlier_attempt"
    | "test"
    | "kind"
    | "status";
}

/** All events of an order. Switch on `type`; with `default: event satisfies never` the compiler finds missing cases. */
export type OrderEvent =
  | PaymentSucceeded
  | PaymentUnderpaid
  | PaymentAuthorized
  | PaymentConfirmed
  | PaymentFailed
  | PaymentReversed
  | PaymentRefunded
  | PaymentVoided
  | RefundFailed
  | PaymentChargeback
  | SubscriptionRenewed
  | SubscriptionUnderpaid
  | SubscriptionChargeFailed
  | SubscriptionNotice
  | UnknownEvent;
