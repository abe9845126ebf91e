/** Keeps the digits of a month or a year that has a field of its own. */
import { afterDigit, type Edit, fitDigits, type Shown, splitDigits } from "./edit.ts";

/** Two digits; 2 to 9 start no month of two digits, so they get their zero at once. */
export function formatMonth(edit: Edit): Shown {
  const { text, caret } = formatDigits(edit, 2);
  return edit.kind === "insert" && /^[2-9]$/.test(text)
    ? { text: `0${text}`, caret: caret + 1 }
    : { text, caret };
}

/** Two digits, or four of a year that starts with 20. */
export function formatYear(edit: Edit): Shown {
  const { left, right } = splitDigits(edit);
  return formatDigits(edit, (left + right).startsWith("20") ? 4 : 2);
}

/** Keeps digits only, so many at most. */
export function formatDigits(edit: Edit, most: number): Shown {
  const split = fitDigits(splitDigits(edit), most);
  const text = split.left + split.right;
  return { text, caret: afterDigit(text, split.left.length, text.length) };
}
