/** Detects card numbers where none belong: in a name, in a postal code, in values that the page passes. */
import { asciiDigits } from "./digits.ts";

/** 13 digits, with the separators that people put between them, and with characters that are not visible. */
const longNumber = /[0-9](?:[\s\p{Cf}.,_/\u2010-\u2015-]*[0-9]){12}/u;

/**
 * Whether a text has as many consecutive digits as a card number, with any spacing. Such a name or postal code is refused, because the
 * card number would be sent in the wrong field. The digits need not pass the Luhn check: one may be mistyped, and the field may have
 * cut off the last ones. No name and no postal code has so many.
 */
export function holdsCardNumber(text: string): boolean {
  return longNumber.test(asciiDigits(text));
}
