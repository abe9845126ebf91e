/** Converts digits of other scripts, which keyboards and clipboards may send, to ASCII. */

const isDigit = /\p{Nd}/u;
/** A digit of another script, of one UTF-16 unit: ancient and mathematical digits have two. */
const foreign = /(?=\p{Nd})[\u0660-\uffff]/gu;

/** Replaces every digit by its ASCII digit and keeps all other characters; the length stays the same. */
export function asciiDigits(text: string): string {
  return text.replace(foreign, (digit) => {
    const code = digit.charCodeAt(0);
    let value = 0;
    // Unicode encodes the digits of a script from 0 to 9, and no other digit before the 0.
    while (isDigit.test(String.fromCharCode(code - value - 1))) value += 1;
    return String(value);
  });
}

/** The digits of a text in ASCII, without any other character. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/[^0-9]/g, "");
}
