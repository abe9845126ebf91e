/** Converts digits of other scripts, which keyboards and clipboards may send, to ASCII. */

/** The zeros of the supported scripts: full-width, Arabic-Indic, Persian, Devanagari, Bengali. */
const zeros = [0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6];
const foreign = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g;

/** Replaces every digit by its ASCII digit and keeps all other characters; the length stays the same. */
export function asciiDigits(text: string): string {
  return text.replace(foreign, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.find((first) => code >= first && code < first + 10) ?? code;
    return String(code - zero);
  });
}

/** The digits of a text in ASCII, without any other character. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/[^0-9]/g, "");
}
