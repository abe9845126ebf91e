/** Judges a CVV, by card-validator. */
import cardValidator from "card-validator";

/** What can be wrong with a CVV, besides that it is missing. */
export type CvvProblem = "incomplete" | "invalid";

/** What is wrong with these digits of a CVV, or `null`; `lengths` are those that it may have. */
export function cvvProblem(digits: string, lengths: readonly number[]): CvvProblem | null {
  const { isValid, isPotentiallyValid } = cardValidator.cvv(digits, [...lengths]);
  if (isValid) return null;
  return isPotentiallyValid ? "incomplete" : "invalid";
}
