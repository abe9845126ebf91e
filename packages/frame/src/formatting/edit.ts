/**
 * An edit of a text field as data, so that formatters are pure functions.
 *
 * The position of the caret is kept as the number of digits to its right, because
 * typing and deleting to the left of them does not change them, whatever gaps formatting adds or removes.
 */
import { digitsOf } from "../card/digits.ts";

/** Whether an edit inserted text, or in which direction it deleted. */
export type EditKind = "insert" | "delete-backward" | "delete-forward";

/** A text after an edit, before it is formatted, and the position of the caret. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
  readonly kind: EditKind;
  /** The text before the edit; `null` if it is unknown or part of it was selected. */
  readonly before: string | null;
}

/** The text and the caret after formatting. */
export interface Shown {
  readonly text: string;
  readonly caret: number;
}

/** Formats the text after an edit. */
export type Formatter = (edit: Edit) => Shown;

/** The digits on both sides of the caret. */
export interface Split {
  readonly left: string;
  readonly right: string;
}

/** The digits around the caret. Deleting a gap deletes the next digit with it, because formatting would restore the gap. */
export function splitDigits(edit: Edit): Split {
  const left = digitsOf(edit.text.slice(0, edit.caret));
  const right = digitsOf(edit.text.slice(edit.caret));
  if (!removedOnlyAGap(edit, left + right)) return { left, right };
  return edit.kind === "delete-backward"
    ? { left: left.slice(0, -1), right }
    : { left, right: right.slice(1) };
}

/** Whether a deletion removed a gap or a slash and no digit. */
export function removedOnlyAGap(edit: Edit, digits: string): boolean {
  if (edit.kind === "insert" || edit.before === null) return false;
  const before = digitsOf(edit.before);
  return before === digits && edit.text.length < edit.before.length;
}

/**
 * Drops the excess from the digits that were just inserted, as `maxlength` does: a full field refuses a digit in its middle and
 * keeps the digits at its end.
 */
export function fitDigits({ left, right }: Split, max: number): Split {
  const excess = left.length + right.length - max;
  if (excess <= 0) return { left, right };
  const kept = left.slice(0, Math.max(0, left.length - excess));
  return { left: kept, right: right.slice(0, max - kept.length) };
}

/** The position in a text right after its n-th digit; the end of the text after its last digit. */
export function afterDigit(text: string, count: number, total: number): number {
  if (count === total) return text.length;
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === count) return index;
    if (/[0-9]/.test(text.charAt(index))) seen++;
  }
  return text.length;
}

/** The position of the caret after undo or redo: at the end of the digits that differ from those before. */
export function afterChange(before: string, text: string): number {
  const [old, now] = [digitsOf(before), digitsOf(text)];
  const max = Math.min(old.length, now.length);
  let head = 0;
  while (head < max && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < max - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return afterDigit(text, now.length - tail, now.length);
}
