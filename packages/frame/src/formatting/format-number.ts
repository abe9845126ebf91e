/** Formats a card number in the groups of its network while it is typed. */
import luhn10 from "card-validator/dist/luhn-10.js";
import { asciiDigits, digitsOf } from "../card/digits.ts";
import type { CardIdentifier } from "../card/identify-card.ts";
import { hasLength } from "../card/number.ts";
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
  let split = splitDigits(wholeCardOf(edit, cards));
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

const date = /(^|[^0-9])[0-9]{1,2}\s*\/\s*(?:20)?[0-9]{2}(?![0-9])/g;
/** Digits with at most one separator between two of them. */
const run = /[0-9]+(?:[\p{Zs}\p{Pd}.][0-9]+)*/gu;

/** Extracts the number when more than a number is pasted at once: `Visa 1: 4242 4242 4242 4242 exp 12/31 cvv 123`. */
function wholeCardOf(edit: Edit, cards: CardIdentifier): Edit {
  const all = digitsOf(edit.text);
  if (all.length - digitsOf(edit.before ?? "").length < 12) return edit;
  const runs = asciiDigits(edit.text).replace(date, "$1/").match(run) ?? [];
  if (runs.length === 1 && all.length <= cards.maxDigits(all)) return edit;
  const whole = runs.map(digitsOf).filter(({ length }) => length > 11 && length < 20);
  const isNumber = (digits: string) => hasLength(digits, cards) && luhn10(digits);
  // Without a right check digit, a number that stands apart is taken, so that its error can be seen.
  const number = [...whole, ...runs.flatMap(partsOf)].find(isNumber) ?? whole[0];
  return number === undefined ? edit : { ...edit, text: number, caret: number.length };
}

/** The digits of each sequence of groups in a run. */
function partsOf(text: string): readonly string[] {
  const groups = text.match(/[0-9]+/g) ?? [];
  return groups.flatMap((_, from) => groups.map((__, to) => groups.slice(from, to + 1).join("")));
}
