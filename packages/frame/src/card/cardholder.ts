/**
 * Judges the name on a card. card-validator refuses what is digits only; these rules of ours stand above it: no card number
 * within the name, a letter of any script, and the gateway's greatest length.
 */
import cardValidator from "card-validator";
import { holdsCardNumber } from "./holds-card-number.ts";

/** The gateway takes 1 to 64 characters (section 2.1). */
export const maxCardholderLength = 64;

/** What can be wrong with a name, besides that it is missing. */
export type CardholderProblem = "invalid" | "holds_card_number";

/** What is wrong with a name, or `null`. */
export function cardholderProblem(name: string): CardholderProblem | null {
  if (holdsCardNumber(name)) return "holds_card_number";
  if (name.length > maxCardholderLength || !/\p{L}/u.test(name)) return "invalid";
  return cardValidator.cardholderName(name).isValid ? null : "invalid";
}
