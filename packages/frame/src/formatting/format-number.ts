/** Shows a card number in its network's groups while it is typed. */
import { asciiDigits } from "../card/digits.ts";
import { gapsOf, maxDigits } from "../card/identify-card.ts";
import { afterDigit, type Edit, fitDigits, type Shown, splitDigits } from "./edit.ts";

/** Puts the gaps of its network into a number. */
export function groupDigits(digits: string): string {
  const gaps = gapsOf(digits);
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join("");
}

/** Keeps digits only, in groups, no more than a number that starts so may have. */
export function formatNumber(edit: Edit): Shown {
  let split = splitDigits(wholeCardOf(edit));
  // Dropping a digit may change the network, and with it the limit.
  for (let most = -1; ; ) {
    const next = maxDigits(split.left + split.right);
    if (split.left.length + split.right.length <= next || next === most) break;
    most = next;
    split = fitDigits(split, next);
  }
  const digits = split.left + split.right;
  const text = groupDigits(digits);
  // A full field refuses a digit: the caret stays on its side of a gap.
  if (edit.kind === "insert" && text === edit.before)
    return { text, caret: Math.max(0, edit.caret - (edit.text.length - text.length)) };
  return { text, caret: afterDigit(text, split.left.length, digits.length) };
}

/** A whole number, its digits apart by single marks at most, before something else: a date, or words and other digits. */
const numberBeforeMore =
  /(?<![0-9])[0-9](?:[\p{Zs}\p{Pd}.]?[0-9]){11,18}(?=\P{Nd}*[^\p{Nd}\p{Zs}\p{Pd}.]\P{Nd}*[0-9])/u;
const date = /(?<![0-9])[0-9]{1,2}\s*\/\s*(?:20)?[0-9]{2}(?![0-9])/g;

/** All of a card in one paste, `4242 4242 4242 4242 exp 12/31 cvv 123`: the number, without the digits of the rest. */
function wholeCardOf(edit: Edit): Edit {
  const [number] = numberBeforeMore.exec(asciiDigits(edit.text).replace(date, "/0")) ?? [];
  return number === undefined ? edit : { ...edit, text: number, caret: number.length };
}
