/** Events of an order: a closed union on `type`. Each one is delivered once. */

import type { Money } from "../payments/money.ts";
import type { PaymentResult, TransactionResult } from "../payments/payment-result.ts";
import type { NoticeDetails, ReportSource } from "./payment-report.ts";

/** A code of section 7, or one of a newer gateway. */
type DeclineCode = PaymentResult["payment"]["code"];

/** How much was paid, in minor units (cents). */
export interface Settled<Coverage extends "exact" | "over" | "under"> {
  /** `over` only with code 1002; `under` with code 1001, or a settlement of a part. */
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
  /** The gateway's notification, or the response of `payments.create` that was passed to `record`. */
  readonly source: ReportSource;
  /** `X-Delivery-ID`, if the gateway sent one. */
  readonly deliveryId?: string | undefined;
}

/** Fields of every event about a charge. */
interface ChargeEvent<Type extends string> extends EventBase<Type> {
  /** The gateway's order, the same for all attempts and charges of an order. */
  readonly orderId: string;
  /** The transaction that this event is about. */
  readonly transactionId: string;
  /** The whole result, full card numbers masked. */
  readonly result: PaymentResult;
}

/** Fields of every event about another transaction, which may lack an order of its own. */
interface OtherEvent<Type extends string> extends EventBase<Type> {
  readonly orderId: string | undefined;
  readonly transactionId: string;
  /** The transaction that it belongs to, if the gateway names it. */
  readonly parentTransactionId: string | undefined;
  /** In minor units; absent if the gateway did not send a readable amount. */
  readonly money: Money | undefined;
  readonly result: TransactionResult;
}

/** The full amount is paid (more than that with `over`): ship. Of an authorization that is settled in parts, by the last part. */
export interface PaymentSucceeded extends ChargeEvent<"payment.succeeded"> {
  readonly settled: Settled<"exact" | "over">;
}

/**
 * Less than the expected amount is paid: wait for the rest, ship a part, or refund it. Of an authorization that is settled in
 * parts each part but the last is one, and `settled.paidMinor` is the sum of what stands of them.
 */
export interface PaymentUnderpaid extends ChargeEvent<"payment.underpaid"> {
  readonly settled: Settled<"under">;
}

/** The amount is reserved, not paid. A settlement follows as `payment.succeeded`. */
export interface PaymentAuthorized extends ChargeEvent<"payment.authorized"> {
  readonly authorized: Money;
}

/** The bank confirmed a payment that had succeeded before. Nothing else is to be done. */
export type PaymentConfirmed = ChargeEvent<"payment.confirmed">;

/**
 * Declined, failed or expired; `code` says why. Another attempt can still pay the order. Of a settlement: what it settles is still
 * reserved, so settle it again, or void it.
 */
export interface PaymentFailed extends ChargeEvent<"payment.failed"> {
  readonly code: DeclineCode;
}

/**
 * A transaction that had succeeded failed afterwards, as bank methods can: the money is not there. `charge` says whether it is
 * the first charge of the order or a later one of its schedule.
 */
export interface PaymentReversed extends ChargeEvent<"payment.reversed"> {
  readonly code: DeclineCode;
  readonly charge: "first" | "later";
  /**
   * Whether the order is paid in full all the same: by another payment, or because this was a later charge. What you have refunded
   * of it does not count against it, unless it was all.
   */
  readonly isStillPaid: boolean;
}

/** Money was returned, all or a part of it: see `money`. */
export type PaymentRefunded = OtherEvent<"payment.refunded">;
/** A payment was undone before it was settled. An order whose whole reservation was voided can be paid by another attempt. */
export type PaymentVoided = OtherEvent<"payment.voided">;
/** A refund or a void failed. */
export interface RefundFailed extends OtherEvent<"payment.refund_failed"> {
  readonly code: DeclineCode;
}

/** The shopper's bank disputes a payment. */
export interface PaymentChargeback extends OtherEvent<"payment.chargeback"> {
  /** The stage as the gateway spells it: its status, or its mode where the status says only success. */
  readonly stage: string;
}

/** State of a subscription. */
export interface SubscriptionState {
  readonly id: string | undefined;
  /** Recurrent payments so far. */
  readonly cycle: number | undefined;
  /** `active`, `canceled`, or a newer one. */
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

/** A subscription changed, without a payment. The gateway defines the types; nothing was charged. */
export interface SubscriptionNotice extends EventBase<"subscription.notice"> {
  readonly notice: NoticeDetails;
  readonly raw: unknown;
}

/**
 * A true report that none of the other events covers. The order's state is as it was, but money may have moved: look at it.
 *
 * - `second_payment`: an order that is paid was paid again. Where the first payment is reversed or given back, this one pays the
 *   order
 * - `further_settlement`: one more part of an authorization was settled after the order had been paid in full
 * - `other_order`: a payment by another order of the gateway than the one under way, at this reference's URL: two payments
 *   were sent at once, or the URL with the payment of another reference
 * - `contradiction`: a transaction that had failed is reported as successful, one that was reversed as confirmed, or one that was
 *   successful with another amount
 * - `earlier_attempt`: an attempt that was released or had failed was paid late, for the amount of that attempt, or a
 *   subscription was renewed that another attempt than the one that paid had started
 * - `test`: a payment with `mode: "test"`, which moves no money
 * - `kind`: an action or a mode that this version does not know
 * - `status`: a status that this version does not know
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

/** All events of an order. Switch on `type`; with `default: event satisfies never` the compiler finds a missing one. */
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
