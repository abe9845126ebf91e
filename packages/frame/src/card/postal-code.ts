/**
 * Validates a postal code. card-validator validates the first characters only. We add three rules: the code contains no card
 * number, it is no longer than the gateway accepts, and it has only letters, digits, spaces and hyphens.
 */
import cardValidator from "card-validator";
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
  const { isValid } = cardValidator.postalCode(asZeros(code), { minLength });
  return isValid ? null : "incomplete";
}

/**
 * The code with a 0 for each letter and digit, and without spaces and hyphens: card-validator accepts the letters A to Z only,
 * and refuses the space in "N1 9GU".
 */
function asZeros(code: string): string {
  return code.replace(/[ -]/g, "").replace(/./gu, "0");
}
