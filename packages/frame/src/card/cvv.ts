/** Validates a CVV with card-validator. `cvvLengths` in validate-field.ts returns the lengths that the card allows. */
import { cvv } from "card-validator/dist/cvv.js";

/** The errors of a CVV, except `required`. */
export type CvvProblem = "incomplete" | "invalid";

/** The error of a CVV, or `null` when it is valid; `lengths` are the lengths that the card's network allows. */
export function cvvProblem(digits: string, lengths: readonly number[]): CvvProblem | null {
  const { isValid, isPotentiallyValid } = cvv(digits, [...lengths]);
  if (isValid) return null;
  return isPotentiallyValid ? "incomplete" : "invalid";
}
