/** What a merchant is told of a wallet: a closed union on `type`, each event at most once. */
import type { WalletTransaction } from "../wallet/records.ts";

/** What every event holds. */
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
  /** Who told it: the gateway's notification, or the answer to `payments.create` that `record` was given. */
  readonly toldBy: "notification" | "answer";
  /** `X-Delivery-ID`, where the gateway sent one. */
  readonly deliveryId?: string | undefined;
  readonly transaction: WalletTransaction;
}

interface Failed {
  /** A code of section 7: `explainCode` says it in words. */
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
/** Something moved on an account, or failed to: an autoreload, or what had no address of its own. See the transaction. */
export type AccountMoved = WalletEventBase<"wallet.account.moved">;
/** The balance of an account fell below `notifyAmount`; the transaction is the one that took it there. */
export type AccountLow = WalletEventBase<"wallet.account.low">;
/** True, and none of the above: what has succeeded already succeeded by another transaction. Look at it. */
export type WalletUnknown = WalletEventBase<"wallet.unknown"> & { readonly why: "second_transaction" };

/** Everything that can happen to a wallet. With `default: event satisfies never` nothing is missed. */
export type WalletEvent =
  | RefillSucceeded
  | RefillFailed
  | WalletPaymentSucceeded
  | WalletPaymentFailed
  | AccountMoved
  | AccountLow
  | WalletUnknown;
