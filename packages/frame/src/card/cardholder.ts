/**
 * Validates the name on a card by our own rules: it contains no card number, it has at least one letter of any script, and it is no
 * longer than the gateway accepts. card-validator only refuses names of digits, which these rules refuse, too.
 */
import { holdsCardNumber } from "./holds-card-number.ts";

/** The gateway accepts 1 to 64 characters (section 2.1). */
export const maxCardholderLength = 64;

/** The errors of a name, except `required`. */
export type CardholderProblem = "invalid" | "holds_card_number";

/** The error of a name, or `null` when it is valid. */
export function cardholderProblem(name: string): CardholderProblem | null {
  if (holdsCardNumber(name)) return "holds_card_number";
  return name.length <= maxCardholderLength && /\p{L}/u.test(name) ? null : "invalid";
}
