/** The error of a refused notification. */
import type { Money } from "../payments/money.ts";
import { CardpaneError, nameClass } from "./errors.ts";
import { type NotificationRefusalCode, notificationRefusals } from "./notification-refusals.ts";

/** The transaction of a refused report, to look it up at the gateway: its money may have moved. */
export interface RefusedTransaction {
  readonly transactionId: string;
  readonly orderId?: string | undefined;
  /** As the gateway spells it. */
  readonly status: string;
  /** Absent if the gateway did not send a readable amount. */
  readonly money?: Money | undefined;
}

/**
 * A notification, or a result passed to `record`, that changed nothing. Passed to `onRefused`, and thrown by `record`.
 *
 * Its `outcome` is `unknown`: what the gateway reported may be true, so a payment that it is about may have been made.
 */
export class NotificationRefusedError extends CardpaneError {
  static {
    nameClass(NotificationRefusedError, "NotificationRefusedError");
  }
  override readonly name = "NotificationRefusedError";
  declare readonly code: NotificationRefusalCode;
  declare readonly outcome: "unknown";
  /** The merchant's reference, once the signed URL was verified. */
  readonly reference: string | undefined;
  /**
   * What an authentic report was about that does not fit the record. Undefined where the URL, the signature or the body was
   * refused. The gateway stops sending it after some attempts: look the transaction up.
   */
  readonly transaction: RefusedTransaction | undefined;

  constructor(code: NotificationRefusalCode, reference?: string, transaction?: RefusedTransaction) {
    const [what, advice] = notificationRefusals[code];
    const message = `${what}. Nothing was changed. ${advice}. (${code})`;
    super({ outcome: "unknown", code, actor: "merchant", retryable: false, message });
    this.reference = reference;
    this.transaction = transaction;
  }

  override toJSON(): Readonly<Record<string, unknown>> {
    return { ...super.toJSON(), reference: this.reference, transaction: this.transaction };
  }
}
