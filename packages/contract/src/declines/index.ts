/**
 * The shopper's part of a decline: which sentence is shown for a payment code, at which field, and whether the card's number and
 * expiry may stay. The server's part, who acts and what may be tried again, is in the gateway's `declines.ts`, whose test holds the
 * two together over all 56 codes of the interface.
 *
 * A code is told as `general` if its reason must not be shown (a card that is reported lost or stolen, suspected fraud), if the
 * shopper can do nothing about it, or if it is unknown. All of these look alike, and the form behaves alike: nobody can tell from
 * the page that a card is reported stolen.
 */
import type { FieldName } from "../fields/index.ts";

/** The keys of the sentences. Each form language has all of them. */
export const declineMessages = [
  "general",
  "wrong_number",
  "wrong_expiry",
  "expired_card",
  "wrong_cvv",
  "wrong_details",
  "insufficient_funds",
  "try_again_later",
  "authentication_failed",
] as const;
export type DeclineMessage = (typeof declineMessages)[number];

/** How a decline is shown. */
export interface DeclineDisplay {
  /** The key of the sentence. */
  readonly message: DeclineMessage;
  /** The field to mark and focus, if one is concerned and the form has it. `expiry` is the first field of a divided date. */
  readonly field?: FieldName | undefined;
  /** Whether the number and the expiry may stay; the CVV is always emptied. False if only another card can help. */
  readonly keepsCard: boolean;
}

/** The codes that are not told as `general`, without their leading 5, and the field concerned. */
const rows: readonly (readonly [DeclineMessage, readonly number[], FieldName?])[] = [
  // The number is no card's: a typing error.
  ["wrong_number", [14, 15, 78], "number"],
  // The date is not the card's.
  ["wrong_expiry", [53], "expiry"],
  ["expired_card", [54], "expiry"],
  // The security code is wrong.
  ["wrong_cvv", [82], "cvv"],
  // Name or address are not the cardholder's.
  ["wrong_details", [16], "cardholder"],
  ["wrong_details", [31], "postalCode"],
  // Too little money, or a limit of the card is reached.
  ["insufficient_funds", [51, 61, 65]],
  // The bank could not be reached, or failed.
  ["try_again_later", [19, 80, 91, 96, 221, 225]],
  // The bank has no confirmation of the shopper: the challenge failed, was closed or timed out, or there was none.
  ["authentication_failed", [99, 220, 222, 227, 228]],
];

/** How a payment code is shown to the shopper; like a general decline, for any other value. */
export function describeDecline(code: unknown): DeclineDisplay {
  const row = rows.find(([, codes]) => codes.some((known) => code === `${5000 + known}`));
  const [message, , field] = row ?? ["general"];
  return { message, field, keepsCard: message !== "general" };
}
