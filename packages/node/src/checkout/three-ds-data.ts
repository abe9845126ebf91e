/**
 * What the card networks want in a 3D Secure request beside what the interface requires: Visa since August 2024, Mastercard since
 * July 2026. Without it issuers challenge more often, and networks charge fees. The shopper's own IP address belongs to it, too: the
 * client's option `ipv6: { fallback }` sends a false one.
 */
import { isRecord } from "@cardpane/contract/record";
import type { CheckoutPayment } from "./checkout-payment.ts";

/** The cardholder's name; an e-mail address or a phone number; the size of the screen. */
export type ThreeDsDatum = "name" | "contact" | "screen";

const advice: Readonly<Record<ThreeDsDatum, readonly [path: string, problem: string]>> = {
  name: [
    "consumer.firstName",
    "is missing, with lastName: pass the contact's, or show the pane's field cardholder",
  ],
  contact: ["consumer.email", "is missing, or consumer.phone"],
  screen: ["device", "is missing: readFormValue returns it"],
};

/** What a payment by token lacks for 3D Secure. */
export function findMissingThreeDsData(payment: CheckoutPayment): readonly ThreeDsDatum[] {
  if (payment.token === undefined || payment.threeDs === false) return [];
  const { consumer, device, card } = payment;
  const { firstName, lastName, email, phone } = Object(consumer);
  const hasScreen =
    typeof device === "string" || (isRecord(device) && device["browserScreenWidth"] !== undefined);
  const has: Readonly<Record<ThreeDsDatum, unknown>> = {
    name: card?.hasName || (firstName && lastName),
    contact: email || phone,
    screen: hasScreen,
  };
  return (Object.keys(has) as ThreeDsDatum[]).filter((datum) => !has[datum]);
}

/** The missing data as errors of the payment's fields. */
export function threeDsErrors(missing: readonly ThreeDsDatum[]): Record<string, string> {
  return Object.fromEntries(missing.map((datum) => advice[datum]));
}
