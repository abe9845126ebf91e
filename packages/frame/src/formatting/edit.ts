/**
 * An edit of a text field, as data, so that formatting is a pure function of it.
 *
 * The browser has already changed the text when we see it. What the caret means is how many digits stand to its right:
 * those were not touched by someone who types or deletes to the left of them, whatever gaps come and go.
 */
import { digitsOf } from "../card/digits.ts";

/** Which way an edit went. */
export type EditKind = "insert" | "delete-backward" | "delete-forward";

/** A text right after the browser edited it, and where the caret stands in it. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
  readonly kind: EditKind;
  /** The text before the edit where it is known and nothing was selected in it, else `null`. */
  readonly before: string | null;
}

/** What the field shows after formatting. */
export interface Shown {
  readonly text: string;
  readonly caret: number;
}

/** Turns the text that the browser left into what the field shows. */
export type Formatter = (edit: Edit) => Shown;

/** The digits on both sides of the caret. */
export interface Split {
  readonly left: string;
  readonly right: string;
}

/** Reads the digits around the caret. Deleting a gap takes the digit behind it, or else nothing would ever happen. */
export function splitDigits(edit: Edit): Split {
  const left = digitsOf(edit.text.slice(0, edit.caret));
  const right = digitsOf(edit.text.slice(edit.caret));
  if (!removedOnlyAGap(edit, left + right)) return { left, right };
  return edit.kind === "delete-backward"
    ? { left: left.slice(0, -1), right }
    : { left, right: right.slice(1) };
}

/** Says whether a deletion took a gap or a slash and left every digit. */
export function removedOnlyAGap(edit: Edit, digits: string): boolean {
  if (edit.kind === "insert" || edit.before === null) return false;
  const before = digitsOf(edit.before);
  return before === digits && edit.text.length < edit.before.length;
}

/**
 * Drops what is over the limit from the digits that were just put in, as `maxlength` does: a full field refuses a digit
 * in its middle and keeps its end.
 */
export function fitDigits({ left, right }: Split, most: number): Split {
  const over = left.length + right.length - most;
  if (over <= 0) return { left, right };
  const kept = left.slice(0, Math.max(0, left.length - over));
  return { left: kept, right: right.slice(0, most - kept.length) };
}

/** The place in a text right after its n-th digit; its end when the text has no more digits after that. */
export function afterDigit(text: string, count: number, total: number): number {
  if (count === total) return text.length;
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === count) return index;
    if (/[0-9]/.test(text.charAt(index))) seen++;
  }
  return text.length;
}
