/** Finds card numbers where none belong: in a name, in a postal code, in what the page itself gives. */
import { asciiDigits, digitsOf } from "./digits.ts";
import { passesLuhn } from "./luhn.ts";

/** Marks that people put between the digits of a card number. */
const runs = /[0-9](?:[\s\u00a0.,_/\u2010-\u2015-]*[0-9]){12,}/g;

/**
 * Whether a text holds what may be a card number: 13 to 19 digits in a row that pass Luhn, however they are spaced, of
 * whatever network. A name, or a postal code, that does is refused: it would leave the pane in the wrong field.
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
