/** Judges what is not printed in digits: the holder's name and the postal code. */
import { holdsCardNumber } from "./digits.ts";

/** The gateway takes 1 to 64 characters (section 2.1). */
export const longestName = 64;
/** The gateway takes 1 to 16 characters (section 2.1). */
export const longestPostalCode = 16;
/** The shortest postal codes of the world have three characters. */
const shortestPostalCode = 3;

export type CardholderProblem = "invalid" | "holds_card_number";
export type PostalCodeProblem = "incomplete" | "invalid" | "holds_card_number";

/** Says what is wrong with a name, or `null`. */
export function cardholderProblem(name: string): CardholderProblem | null {
  if (holdsCardNumber(name)) return "holds_card_number";
  return name.length <= longestName && /\p{L}/u.test(name) ? null : "invalid";
}

/** Says what is wrong with a postal code, or `null`. */
export function postalCodeProblem(code: string): PostalCodeProblem | null {
  if (holdsCardNumber(code)) return "holds_card_number";
  if (code.length > longestPostalCode || !/^[\p{L}\p{N} -]+$/u.test(code)) return "invalid";
  return code.length < shortestPostalCode ? "incomplete" : null;
}
