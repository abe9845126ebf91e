/** What a merchant is told: a closed union on `type`, each kind at most once for each transaction of the gateway. */
import type { PaymentResult } from "@cardpane/contract/gateway";

/** A code of section 7 by its literal, or one that a newer gateway knows. */
type DeclinedBy = PaymentResult["payment"]["code"];

/** How much came in, in minor units (cents). */
export interface Settled<Coverage extends "exact" | "over" | "under"> {
  /** `over` only with code 1002, `under` only with 1001. */
  readonly coverage: Coverage;
  readonly paidMinor: number;
  readonly expectedMinor: number;
  readonly currency: string;
}

/** What every event holds. */
interface EventBase<Type extends string> {
  readonly type: Type;
  /** Your name for the payment, as given to `createUrl`. */
  readonly reference: string;
  /** The gateway's transaction ID, the same for all tries and charges of an order. */
  readonly orderId: string;
  /** The payment transaction this is about. */
  readonly transactionId: string;
  /** Who told it: the gateway's notification, or the answer to `payments.create` that `record` was given. */
  readonly toldBy: "notification" | "answer";
  /** `X-Delivery-ID`, where the gateway sent one. */
  readonly deliveryId?: string | undefined;
  /** All of it, full card numbers masked. */
  readonly result: PaymentResult;
}

/** All of the money is in (more of it with `over`): ship. */
export interface PaymentSucceeded extends EventBase<"payment.succeeded"> {
  readonly settled: Settled<"exact" | "over">;
}

/** Less than was asked for is in (code 1001): wait for the rest, ship a part, or give it back. */
export interface PaymentUnderpaid extends EventBase<"payment.underpaid"> {
  readonly settled: Settled<"under">;
}

/** Declined, failed or expired; `code` says why. The order can still be paid by another try. */
export interface PaymentFailed extends EventBase<"payment.failed"> {
  readonly code: DeclinedBy;
}

/** Where a subscription stands. */
export interface SubscriptionState {
  readonly id: string | undefined;
  /** Recurrent payments so far. */
  readonly cycle: number | undefined;
  /** `active`, `canceled`, or what a newer gateway says. */
  readonly status: string | undefined;
  readonly renewalDate: string | undefined;
  readonly cancelDate: string | undefined;
}

/** A later charge of the schedule is in. */
export interface SubscriptionRenewed extends EventBase<"subscription.renewed"> {
  readonly subscription: SubscriptionState;
  readonly settled: Settled<"exact" | "over">;
}

/** A later charge of the schedule came in short (code 1001). */
export interface SubscriptionUnderpaid extends EventBase<"subscription.underpaid"> {
  readonly subscription: SubscriptionState;
  readonly settled: Settled<"under">;
}

/** A later charge of the schedule was declined. */
export interface SubscriptionChargeFailed extends EventBase<"subscription.charge_failed"> {
  readonly subscription: SubscriptionState;
  readonly code: DeclinedBy;
}

/**
 * True, and none of the above: look at it. `second_payment`: an order that is paid was paid again; `status`: a status that
 * this version does not know.
 */
export interface UnknownEvent extends EventBase<"unknown"> {
  readonly why: "second_payment" | "status";
}

/** Everything that can happen to an order. Switch on `type`; with `default: event satisfies never` nothing is missed. */
export type OrderEvent =
  | PaymentSucceeded
  | PaymentUnderpaid
  | PaymentFailed
  | SubscriptionRenewed
  | SubscriptionUnderpaid
  | SubscriptionChargeFailed
  | UnknownEvent;
