/** The error of a refused notification. */
import type { Money } from "../payments/money.ts";
import { CardpaneError, nameClass } from "./errors.ts";
import { type NotificationRefusalCode, notificationRefusals } from "./notification-refusals.ts";

/** The transaction of a refused report. Its money may have moved: look it up at the gateway. */
export interface RefusedTransaction {
  readonly transactionId: string;
  readonly orderId?: string | undefined;
  /** As the gateway spells it. */
  readonly status: string;
  /** Absent if the gateway did not send a readable amount. */
  readonly money?: Money | undefined;
}

/**
 * The error of a refused notification, or of a refused result of `record`. Nothing was changed. It is passed to `onRefused`,
 * and thrown by `record`.
 *
 * Its `outcome` is `unknown`: the report may be true, so its payment may have been made.
 */
export class NotificationRefusedError extends CardpaneError {
  static {
    nameClass(NotificationRefusedError, "NotificationRefusedError");
  }
  override readonly name = "NotificationRefusedError";
  declare readonly code: NotificationRefusalCode;
  declare readonly outcome: "unknown";
  /** Your reference; `undefined` if the signed URL was not verified. */
  readonly reference: string | undefined;
  /**
   * The transaction of an authentic report that does not match the record; `undefined` if the URL, the signature or the body
   * was refused. The gateway stops sending the report after some attempts: look the transaction up.
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
