/** Digits in every script that a keyboard may send, and the Luhn check. */

/** First digits of the decimal ranges that card holders type in: full-width, Arabic-Indic, Persian, Devanagari, Bengali. */
const zeros = [0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6];
const foreign = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g;

/** Writes every digit as ASCII and leaves the rest; the length stays the same. */
export function asciiDigits(text: string): string {
  return text.replace(foreign, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.find((first) => code >= first && code < first + 10) ?? code;
    return String(code - zero);
  });
}

/** The digits of a text, as ASCII; letters, spaces, dashes and marks around them are dropped. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/[^0-9]/g, "");
}

/** Says whether a run of digits ends in its right check digit (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  // From the right, every second digit counts double; of a double with two digits, their sum counts.
  for (let index = digits.length - 1, double = false; index >= 0; index--, double = !double) {
    const digit = digits.charCodeAt(index) - 48;
    sum += double ? digit * 2 - (digit > 4 ? 9 : 0) : digit;
  }
  return sum % 10 === 0;
}

/** Marks that people put between the digits of a card number. */
const runs = /[0-9](?:[\s\u00a0.,_/\u2010-\u2015-]*[0-9]){12,}/g;

/**
 * Says whether a text holds what may be a card number: 13 to 19 digits in a row that pass Luhn, however they are spaced.
 * A name, or a postal code, that does is refused: it would leave the pane unencrypted, in the wrong field.
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
