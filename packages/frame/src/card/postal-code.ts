/**
 * Validates a postal code by our own rules: it contains no card number, it is no longer than the gateway accepts, and it has only
 * letters, digits, spaces and hyphens, of which three letters or digits.
 */
import { holdsCardNumber } from "./holds-card-number.ts";

/** The gateway accepts 1 to 16 characters (section 2.1). */
export const maxPostalCodeLength = 16;
/** The shortest postal codes in use have three characters. */
const minLength = 3;

/** The errors of a postal code, except `required`. */
export type PostalCodeProblem = "incomplete" | "invalid" | "holds_card_number";

/** The error of a postal code, or `null` when it is valid. */
export function postalCodeProblem(code: string): PostalCodeProblem | null {
  if (holdsCardNumber(code)) return "holds_card_number";
  if (code.length > maxPostalCodeLength || !/^[\p{L}\p{N} -]+$/u.test(code)) return "invalid";
  return [...code.replace(/[ -]/g, "")].length < minLength ? "incomplete" : null;
}
