/** Shows a card number in its network's groups while it is typed. */
import { gapsOf, maxDigits } from "../card/identify-card.ts";
import { afterDigit, type Edit, fitDigits, type Shown, splitDigits } from "./edit.ts";

/** Puts the gaps of its network into a number. */
export function groupDigits(digits: string): string {
  const gaps = gapsOf(digits);
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join("");
}

/** Keeps digits only, in groups, no more than a number that starts so may have. */
export function formatNumber(edit: Edit): Shown {
  let split = splitDigits(edit);
  // Dropping a digit may change the network, and with it the limit.
  for (let most = -1; ; ) {
    const next = maxDigits(split.left + split.right);
    if (split.left.length + split.right.length <= next || next === most) break;
    most = next;
    split = fitDigits(split, next);
  }
  const digits = split.left + split.right;
  const text = groupDigits(digits);
  return { text, caret: afterDigit(text, split.left.length, digits.length) };
}
