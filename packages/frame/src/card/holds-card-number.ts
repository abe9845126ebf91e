/** Detects card numbers where none belong: in a name, in a postal code, in values that the page passes. */
import { asciiDigits, digitsOf } from "./digits.ts";
import { passesLuhn } from "./luhn.ts";

/** 13 or more digits, with the separators that people put between them, and with characters that are not visible. */
const runs = /[0-9](?:[\s\p{Cf}.,_/\u2010-\u2015-]*[0-9]){12,}/gu;

/**
 * Whether a text may contain a card number: 13 to 19 consecutive digits that pass the Luhn check, with any spacing, of any
 * network. Such a name or postal code is refused, because the card number would be sent in the wrong field.
 */
export function holdsCardNumber(text: string): boolean {
  for (const [run] of asciiDigits(text).matchAll(runs)) {
    const digits = digitsOf(run);
    for (let start = 0; start + 13 <= digits.length; start++) {
      for (let length = 13; length <= 19 && start + length <= digits.length; length++) {
        if (passesLuhn(digits.slice(start, start + length))) return true;
      }
    }
  }
  return false;
}
