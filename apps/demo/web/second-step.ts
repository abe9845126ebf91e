/** The second step of a payment, a challenge for example: by a page of its own, from which the shopper comes back to the order. */
import type { PayAnswer } from "./wire.ts";

/** Sends the shopper there. The order is settled by the gateway's notification, whatever the shopper does next. */
export function takeSecondStep({ url }: Extract<PayAnswer, { status: "second_step" }>): void {
  location.assign(url);
}
