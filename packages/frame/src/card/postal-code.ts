/**
 * Judges a postal code. card-validator looks at its first characters; these rules of ours stand above it: no card number,
 * the gateway's greatest length, and no marks but blanks and hyphens anywhere in it.
 */
import cardValidator from "card-validator";
import { holdsCardNumber } from "./holds-card-number.ts";

/** The gateway takes 1 to 16 characters (section 2.1). */
export const maxPostalCodeLength = 16;
/** The shortest postal codes of the world have three letters and digits. */
const minLength = 3;

/** What can be wrong with a postal code, besides that it is missing. */
export type PostalCodeProblem = "incomplete" | "invalid" | "holds_card_number";

/** What is wrong with a postal code, or `null`. */
export function postalCodeProblem(code: string): PostalCodeProblem | null {
  if (holdsCardNumber(code)) return "holds_card_number";
  if (code.length > maxPostalCodeLength || !/^[\p{L}\p{N} -]+$/u.test(code)) return "invalid";
  const { isValid } = cardValidator.postalCode(plainShapeOf(code), { minLength });
  return isValid ? null : "incomplete";
}

/**
 * The code with a 0 for each letter and digit, and without what stands between them: card-validator knows letters from A to
 * Z only, and takes the blank of "N1 9GU" for a mark that does not belong there.
 */
function plainShapeOf(code: string): string {
  return code.replace(/[ -]/g, "").replace(/./gu, "0");
}
