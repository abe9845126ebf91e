/** Keeps the digits of a CVV. */
import { afterDigit, type Edit, type Formatter, fitDigits, splitDigits } from "./edit.ts";

/** The formatter for a CVV of at most this many digits. */
export function formatCvv(most: number): Formatter {
  return (edit: Edit) => {
    const split = fitDigits(splitDigits(edit), most);
    const text = split.left + split.right;
    return { text, caret: afterDigit(text, split.left.length, text.length) };
  };
}
