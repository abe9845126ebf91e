/** The error of a refused notification. */
import { CardpaneError, nameClass } from "./errors.ts";
import { type NotificationRefusalCode, notificationRefusals } from "./notification-refusals.ts";

/**
 * A request that is no verified notification. Nothing was changed. `verifyNotification` throws it, and `onRefused` gets it.
 *
 * Its `outcome` is `unknown`: the notification may be true, so its payment may have been made.
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
   * The status to answer: 500 if the body could not be read, so that the gateway sends the notification again, otherwise 400.
   */
  readonly answer: 400 | 500;

  constructor(code: NotificationRefusalCode, reference?: string) {
    const [what, advice] = notificationRefusals[code];
    const message = `${what}. Nothing was changed. ${advice}. (${code})`;
    super({ outcome: "unknown", code, actor: "merchant", retryable: false, message });
    this.reference = reference;
    this.answer = code.startsWith("body_") && code !== "body_too_deep" ? 500 : 400;
  }

  override toJSON(): Readonly<Record<string, unknown>> {
    return { ...super.toJSON(), reference: this.reference };
  }
}
