/**
 * The result of the merchant's own MPI (section 2.3, `mpiParameters`), read as EMV 3-D Secure's transaction status, for
 * the interface gives no values of `authStatus` (*assumption*):
 *
 *   Y authenticated, A attempted   count, with the cryptogram that proves them
 *   N not authenticated            5220        R rejected by the issuer   5223
 *   U could not be performed       5221        C, D challenge not ended   5228
 *   I for information only         counts for nothing
 *   none, and any other            the cryptogram decides; an exemption alone proves nothing
 *
 * Pure.
 */
import type { DeclineCode, PaymentSource } from "@cardpane/contract/gateway";

/** What the merchant sends of its own authentication. */
export type MpiParameters = NonNullable<Extract<PaymentSource, { type: "card" }>["mpiParameters"]>;

const refusals: ReadonlyMap<string, DeclineCode> = new Map([
  ["N", "5220"],
  ["U", "5221"],
  ["R", "5223"],
  ["C", "5228"],
  ["D", "5228"],
]);

/** The code that a payment ends with because its authentication failed elsewhere; a cryptogram beside it changes nothing. */
export function refusalOf({ authStatus }: MpiParameters): DeclineCode | undefined {
  return authStatus === undefined ? undefined : refusals.get(authStatus);
}

/** Whether the merchant has authenticated the shopper. */
export function isAuthenticated(parameters: MpiParameters): boolean {
  return Boolean(parameters.cavv) && refusalOf(parameters) === undefined && parameters.authStatus !== "I";
}
