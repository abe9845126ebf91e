/** Events of a wallet: a closed union, discriminated by `type`. Each event takes effect once. */

import type { Money } from "../call/money.ts";
import type { Failed, MismatchReason } from "../orders/events.ts";
import type { WalletTransaction } from "../wallet/records.ts";

/** Fields of every event of a wallet. */
export interface WalletEventBase<Type extends string> {
  readonly type: Type;
  /** Your reference of the refill, the payment or the account. */
  readonly reference: string;
  /** `notification`, or `response` for a result that was passed to `settle`. */
  readonly source: "notification" | "response";
  /** `X-Delivery-ID`, if the gateway sent one. */
  readonly deliveryId?: string | undefined;
  /** The transaction, with its user, account and amount. */
  readonly transaction: WalletTransaction;
}

/** Fields of every event about a refill or a payment. */
export interface MovementEvent<Type extends string> extends WalletEventBase<Type> {
  /** Id of the attempt. */
  readonly attempt: string;
}

/** A field of events about a void. */
export interface Voided {
  /** The voided transaction; `undefined` if the gateway does not name it. */
  readonly voidedTransactionId: number | undefined;
}

/** All events of a wallet. Switch on `type`; with `default: event satisfies never` the compiler finds missing cases. */
export type WalletEvent =
  /** The refill is credited to the account. A test refill credits no money. */
  | MovementEvent<"wallet.refill.succeeded">
  /** The refill failed. The same reference may be tried again. */
  | (MovementEvent<"wallet.refill.failed"> & Failed)
  /** A refill was voided: its money was debited from the account. */
  | (MovementEvent<"wallet.refill.voided"> & Voided)
  /** The payment from the account succeeded: ship. */
  | MovementEvent<"wallet.payment.succeeded">
  /** The payment failed, with `5051` if the balance did not suffice. The same reference may be tried again. */
  | (MovementEvent<"wallet.payment.failed"> & Failed)
  /** A payment was voided: its money was returned to the account. Do not ship. Customers can void, too. */
  | (MovementEvent<"wallet.payment.voided"> & Voided)
  /** A transaction of an account, successful or failed: an autoreload, or a call without a `webhookUrl`. See `transaction`. */
  | WalletEventBase<"wallet.account.moved">
  /** A transaction of an account was voided. */
  | (WalletEventBase<"wallet.account.voided"> & Voided)
  /** The balance of an account fell below `notifyAmount`. `transaction` is the one that caused it. */
  | WalletEventBase<"wallet.account.low">
  /**
   * A refill or payment was made, but not as expected: have a person look at it. `account`: by another user or account, or as
   * another kind of movement than recorded. The reference cannot be used again until `resolve` ends the doubt.
   */
  | (MovementEvent<"wallet.mismatched"> & {
      readonly why: MismatchReason | "account";
      readonly expected: Money | undefined;
    })
  /** A refill or payment was made a second time: void one of the two. */
  | MovementEvent<"wallet.duplicate">
  /**
   * An authentic report that no other event covers: have a person look at it.
   *
   * - `kind`, `status`: an action, a mode, a notice or a status that is newer than this version
   * - `reversed`: a transaction failed after it had succeeded
   * - `unreadable`: no transaction with its id, user, account and status
   */
  | (WalletEventBase<"wallet.unknown"> & { readonly why: "kind" | "status" | "reversed" })
  | (Omit<WalletEventBase<"wallet.unknown">, "transaction"> & {
      readonly why: "unreadable";
      readonly transaction: undefined;
      /** The gateway's body. Full card numbers are masked. */
      readonly raw: unknown;
    });
