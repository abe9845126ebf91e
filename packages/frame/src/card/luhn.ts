/**
 * The check digit of card numbers (ISO/IEC 7812-1), by card-validator's own function. Its files are imported one by one, because its entry
 * exports no Luhn check and brings functions that the frame does not use; so pnpm-workspace.yaml pins the exact version.
 */
import luhn10 from "card-validator/dist/luhn-10.js";

/** Whether the last digit is the correct check digit. */
export function passesLuhn(digits: string): boolean {
  return luhn10(digits);
}
