/**
 * The check digit of card numbers (ISO/IEC 7812-1), by card-validator's own function. Its entry does not export it, so that
 * the exact version stands in pnpm-workspace.yaml.
 */
import luhn10 from "card-validator/dist/luhn-10.js";

/** Whether a run of digits ends in its right check digit. */
export function passesLuhn(digits: string): boolean {
  return luhn10(digits);
}
