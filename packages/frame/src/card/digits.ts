/** Digits in every script that a keyboard may send. */

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
