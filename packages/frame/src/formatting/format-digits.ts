/** Keeps the digits of a CVV, or of a month or a year in a separate field. */
import { hasOneDigitMonth } from "../card/expiry.ts";
import { afterDigit, type Edit, fitDigits, type Shown, splitDigits } from "./edit.ts";

/** Keeps two digits; adds the zero as soon as the month can have one digit only. */
export function formatMonth(edit: Edit): Shown {
  const { text, caret } = formatDigits(edit, 2);
  return edit.kind === "insert" && text.length === 1 && hasOneDigitMonth(text)
    ? { text: `0${text}`, caret: caret + 1 }
    : { text, caret };
}

/** Keeps two digits, or four of a year that starts with 20. */
export function formatYear(edit: Edit): Shown {
  const { left, right } = splitDigits(edit);
  return formatDigits(edit, (left + right).startsWith("20") ? 4 : 2);
}

/** Keeps digits only, up to a maximum length. */
export function formatDigits(edit: Edit, max: number): Shown {
  const split = fitDigits(splitDigits(edit), max);
  const text = split.left + split.right;
  return { text, caret: afterDigit(text, split.left.length, text.length) };
}
