/** Events of a wallet: a closed union on `type`. Each one is delivered once. */
import type { WalletTransaction } from "../wallet/records.ts";

/** Fields of every event. */
interface WalletEventBase<Type extends string> {
  readonly type: Type;
  /** Your name for the refill, the payment or the account, as given to `createUrl`. */
  readonly reference: string;
  readonly userId: number;
  readonly paymentAccountId: number;
  readonly transactionId: number;
  /** Of the transaction, in minor units (cents). */
  readonly amountMinor: number;
  readonly currency: string;
  /** The gateway's notification, or the response of `payments.create` that was passed to `record`. */
  readonly source: "notification" | "response";
  /** `X-Delivery-ID`, where the gateway sent one. */
  readonly deliveryId?: string | undefined;
  readonly transaction: WalletTransaction;
}

interface Failed {
  /** A code of section 7: `explainCode` puts it into words. */
  readonly code: string | undefined;
}

/** The money is on the account. Of a refill that is a test: it would be. */
export type RefillSucceeded = WalletEventBase<"wallet.refill.succeeded">;
/** The refill ended without money. The same reference may be tried again. */
export type RefillFailed = WalletEventBase<"wallet.refill.failed"> & Failed;
/** Paid from the account: ship. */
export type WalletPaymentSucceeded = WalletEventBase<"wallet.payment.succeeded">;
/** Not paid: `5051` where the money did not suffice. The same reference may be tried again. */
export type WalletPaymentFailed = WalletEventBase<"wallet.payment.failed"> & Failed;
/** The money of a transaction was returned. A customer can do that too, so check what was shipped for it. */
interface Voided {
  readonly voidedTransactionId: number;
}

/** A refill was undone: its money is no longer on the account. */
export type RefillVoided = WalletEventBase<"wallet.refill.voided"> & Voided;
/** A payment was undone: its money is back on the account. What has not been shipped must not be. */
export type WalletPaymentVoided = WalletEventBase<"wallet.payment.voided"> & Voided;
/** A transaction of an account was undone; `undefined` where the gateway did not say which. */
export type AccountVoided = WalletEventBase<"wallet.account.voided"> & {
  readonly voidedTransactionId: number | undefined;
};
/** A transaction of an account: an autoreload, or one whose call had no `webhookUrl`. Successful or failed: see `transaction`. */
export type AccountMoved = WalletEventBase<"wallet.account.moved">;
/** The balance of an account fell below `notifyAmount`; the transaction is the one that took it there. */
export type AccountLow = WalletEventBase<"wallet.account.low">;
/**
 * A true report that none of the other events covers. Nothing is paid or refilled by it: have a person look at it.
 *
 * - `second_transaction`: a movement that had succeeded succeeded again, by another transaction
 * - `contradiction`: a transaction is reported with another end than before
 * - `earlier_attempt`: an attempt that was released or had failed ended late
 * - `kind`, `status`: an action, a mode, a notice or a status that this version does not know
 */
export type WalletUnknown = WalletEventBase<"wallet.unknown"> & {
  readonly why: "second_transaction" | "contradiction" | "earlier_attempt" | "kind" | "status";
};

/** All events of a wallet. Switch on `type`; with `default: event satisfies never` the compiler finds a missing one. */
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
