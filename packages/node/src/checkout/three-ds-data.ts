/**
 * What the card networks want in a 3D Secure request beside what the interface requires: Visa since August 2024, Mastercard since
 * July 2026. Without it issuers challenge more often, and networks charge fees. An address is the shopper's own unless it is private, as a
 * proxy's, or one that the client's option `ipv6: { fallback }` put in its place.
 */
import { isRecord } from "@cardpane/contract/record";
import { isPrivateAddress } from "../settings/address.ts";
import type { CheckoutPayment } from "./checkout-payment.ts";

/** The cardholder's name; an e-mail address or a phone number; the shopper's own address; the size of the screen. */
export type ThreeDsDatum = "name" | "contact" | "address" | "screen";

const advice: Readonly<Record<ThreeDsDatum, readonly [path: string, problem: string]>> = {
  name: [
    "consumer.firstName",
    "is missing, with lastName: pass the contact's, or show the pane's field cardholder",
  ],
  contact: ["consumer.email", "is missing, or consumer.phone"],
  address: [
    "httpRequest",
    "has no public address of the shopper: set proxyDepth behind proxies of your own, and no ipv6 fallback",
  ],
  screen: ["device", "is missing: readFormValue returns it"],
};

/**
 * What a payment by token lacks for 3D Secure.
 *
 * @param address the address that the shopper has and the gateway gets
 */
export function findMissingThreeDsData(
  payment: CheckoutPayment,
  address: string | undefined,
): readonly ThreeDsDatum[] {
  if (payment.token === undefined || payment.threeDs === false) return [];
  const { consumer, device, card } = payment;
  const { firstName, lastName, email, phone } = Object(consumer);
  const hasScreen =
    typeof device === "string" || (isRecord(device) && device["browserScreenWidth"] !== undefined);
  const has: Readonly<Record<ThreeDsDatum, unknown>> = {
    name: card?.hasName || (firstName && lastName),
    contact: email || phone,
    address: address !== undefined && !isPrivateAddress(address),
    screen: hasScreen,
  };
  return (Object.keys(has) as ThreeDsDatum[]).filter((datum) => !has[datum]);
}

/** The missing data as errors of the payment's fields. */
export function threeDsErrors(missing: readonly ThreeDsDatum[]): Record<string, string> {
  return Object.fromEntries(missing.map((datum) => advice[datum]));
}
