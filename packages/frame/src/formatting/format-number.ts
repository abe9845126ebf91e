/** Formats a card number in the groups of its network while it is typed. */
import { asciiDigits } from "../card/digits.ts";
import type { CardIdentifier } from "../card/identify-card.ts";
import { afterDigit, type Edit, type Formatter, fitDigits, type Shown, splitDigits } from "./edit.ts";

/** Adds the gaps of its network to a number. */
export function groupDigits(digits: string, cards: CardIdentifier): string {
  const gaps = cards.gapsOf(digits);
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join("");
}

/** A formatter that keeps digits only, in groups, up to the maximum length of a number that starts with these digits. */
export function formatNumber(cards: CardIdentifier): Formatter {
  return (edit) => format(edit, cards);
}

function format(edit: Edit, cards: CardIdentifier): Shown {
  let split = splitDigits(wholeCardOf(edit));
  // Dropping a digit may change the network, and with it the limit.
  for (let max = -1; ; ) {
    const next = cards.maxDigits(split.left + split.right);
    if (split.left.length + split.right.length <= next || next === max) break;
    max = next;
    split = fitDigits(split, next);
  }
  const digits = split.left + split.right;
  const text = groupDigits(digits, cards);
  // A full field refused a digit: the caret stays where it was, on the same side of a gap.
  if (edit.kind === "insert" && text === edit.before)
    return { text, caret: Math.max(0, edit.caret - (edit.text.length - text.length)) };
  return { text, caret: afterDigit(text, split.left.length, digits.length) };
}

/** A whole number with at most one separator between two digits, before a date, or before words and other digits. */
const numberBeforeMore =
  /(?:^|[^0-9])([0-9](?:[\p{Zs}\p{Pd}.]?[0-9]){11,18})(?=\P{Nd}*[^\p{Nd}\p{Zs}\p{Pd}.]\P{Nd}*[0-9])/u;
const date = /(^|[^0-9])[0-9]{1,2}\s*\/\s*(?:20)?[0-9]{2}(?![0-9])/g;

/** Extracts the number when all of a card is pasted at once: `4242 4242 4242 4242 exp 12/31 cvv 123`. */
function wholeCardOf(edit: Edit): Edit {
  const [, number] = numberBeforeMore.exec(asciiDigits(edit.text).replace(date, "$1/0")) ?? [];
  return number === undefined ? edit : { ...edit, text: number, caret: number.length };
}
