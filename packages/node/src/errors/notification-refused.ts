/** The error of a refused notification. */
import { CardpaneError, nameClass } from "./errors.ts";
import { type NotificationRefusalCode, notificationRefusals } from "./notification-refusals.ts";

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

  constructor(code: NotificationRefusalCode, reference?: string) {
    const [what, advice] = notificationRefusals[code];
    const message = `${what}. Nothing was changed. ${advice}. (${code})`;
    super({ outcome: "unknown", code, actor: "merchant", retryable: false, message });
    this.reference = reference;
  }

  override toJSON(): Readonly<Record<string, unknown>> {
    return { ...super.toJSON(), reference: this.reference };
  }
}
