/**
 * The result of the merchant's own MPI (section 2.3, `mpiParameters`), read as EMV 3-D Secure's transaction status, since
 * the interface lists no values of `authStatus` (*assumption*):
 *
 *   Y authenticated, A attempted   authenticate, with the cryptogram that proves them
 *   N not authenticated            5220        R rejected by the issuer   5223
 *   U could not be performed       5221        C, D challenge not ended   5228
 *   I for information only         does not authenticate
 *   none, and any other            the cryptogram decides; an exemption alone proves nothing
 *
 * Pure functions.
 */
import type { DeclineCode, PaymentSource } from "@cardpane/gateway";

/** The merchant's own authentication in the request. */
export type MpiParameters = NonNullable<Extract<PaymentSource, { type: "card" }>["mpiParameters"]>;

const refusals: ReadonlyMap<string, DeclineCode> = new Map([
  ["N", "5220"],
  ["U", "5221"],
  ["R", "5223"],
  ["C", "5228"],
  ["D", "5228"],
]);

/** The code of a payment whose authentication failed elsewhere, with or without a cryptogram. */
export function refusalOf({ authStatus }: MpiParameters): DeclineCode | undefined {
  return authStatus === undefined ? undefined : refusals.get(authStatus);
}

/** Whether the merchant has authenticated the shopper. */
export function isAuthenticated(parameters: MpiParameters): boolean {
  return Boolean(parameters.cavv) && refusalOf(parameters) === undefined && parameters.authStatus !== "I";
}
