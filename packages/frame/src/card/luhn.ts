/**
 * The check digit of card numbers (ISO/IEC 7812-1), by card-validator's own function. The package's entry does not export it, so
 * pnpm-workspace.yaml pins the exact version.
 */
import luhn10 from "card-validator/dist/luhn-10.js";

/** Whether the last digit is the correct check digit. */
export function passesLuhn(digits: string): boolean {
  return luhn10(digits);
}
