/** Events of a wallet: a closed union, discriminated by `type`. Each event is delivered once. */
import type { WalletTransaction } from "../../wallet/records.ts";

/** Fields of every event. */
interface WalletEventBase<Type extends string> {
  readonly type: Type;
  /** Your reference of the refill, the payment or the account, as passed to `createUrl`. */
  readonly reference: string;
  readonly userId: number;
  readonly paymentAccountId: number;
  readonly transactionId: number;
  /** Amount of the transaction, in minor units (cents). */
  readonly amountMinor: number;
  readonly currency: string;
  /** `notification`, or `response` for a result of `payments.create` that was passed to `record`. */
  readonly source: "notification" | "response";
  /** `X-Delivery-ID`, if the gateway sent one. */
  readonly deliveryId?: string | undefined;
  readonly transaction: WalletTransaction;
}

interface Failed {
  /** Payment code (section 7); `explainCode` explains it. */
  readonly code: string | undefined;
}

/** The refill is credited to the account. A test refill credits no money. */
export type RefillSucceeded = WalletEventBase<"wallet.refill.succeeded">;
/** The refill failed. The same reference may be tried again. */
export type RefillFailed = WalletEventBase<"wallet.refill.failed"> & Failed;
/** The payment from the account succeeded: ship. */
export type WalletPaymentSucceeded = WalletEventBase<"wallet.payment.succeeded">;
/** The payment failed, with `5051` if the balance did not suffice. The same reference may be tried again. */
export type WalletPaymentFailed = WalletEventBase<"wallet.payment.failed"> & Failed;
/** A transaction was voided. Customers can void, too, so check whether you have shipped already. */
interface Voided {
  readonly voidedTransactionId: number;
}

/** A refill was voided: its money was debited from the account. */
export type RefillVoided = WalletEventBase<"wallet.refill.voided"> & Voided;
/** A payment was voided: its money was returned to the account. Do not ship. */
export type WalletPaymentVoided = WalletEventBase<"wallet.payment.voided"> & Voided;
/** A transaction of an account was voided. `voidedTransactionId` is `undefined` if the gateway did not send it. */
export type AccountVoided = WalletEventBase<"wallet.account.voided"> & {
  readonly voidedTransactionId: number | undefined;
};
/** A transaction of an account, successful or failed: an autoreload, or a call without a `webhookUrl`. See `transaction`. */
export type AccountMoved = WalletEventBase<"wallet.account.moved">;
/** The balance of an account fell below `notifyAmount`. `transaction` is the one that caused it. */
export type AccountLow = WalletEventBase<"wallet.account.low">;
/**
 * An authentic report that no other event covers. It pays or refills nothing: have a person look at it.
 *
 * - `second_transaction`: a refill or payment that had succeeded succeeded again, with another transaction
 * - `contradiction`: a transaction is reported with another final status than before
 * - `earlier_attempt`: an attempt that was released or had failed ended late
 * - `kind`, `status`: an action, a mode, a notice or a status that is newer than this version
 */
export type WalletUnknown = WalletEventBase<"wallet.unknown"> & {
  readonly why: "second_transaction" | "contradiction" | "earlier_attempt" | "kind" | "status";
};

/** All events of a wallet. Switch on `type`; with `default: event satisfies never` the compiler finds missing cases. */
export type WalletEvent =
  | RefillSucceeded
  | RefillFailed
  | WalletPaymentSucceeded
  | WalletPaymentFailed
  | RefillVoided
  | WalletPaymentVoided
  | AccountVoided
  | AccountMoved
  | AccountLow
  | WalletUnknown;
