/**
 * Shows an expiry date as `MM / YY` while it is typed.
 *
 *  - a month of 2 to 9 gets its zero at once, a 1 when a slash follows it;
 *  - the slash comes by itself after the month, and going back over it takes the month's last digit;
 *  - a four-digit year becomes two digits when it is whole, so that `12/2031` may be typed as well as pasted;
 *  - an edit inside a full date leaves the other part where it is: without its first digit, `12 / 34` is `2 / 34`;
 *  - a month of 13 stays and is called wrong; making it `01 / 3` would turn a slip into another date.
 */
import { asciiDigits, digitsOf } from "../card/digits.ts";
import { type Expiry, hasOneDigitMonth, readYearFirst, shortYear } from "../card/expiry.ts";
import { afterDigit, type Edit, removedOnlyAGap, type Shown } from "./edit.ts";

const slash = " / ";

/** A date as it is edited: its parts on both sides of the caret. */
interface Parts {
  readonly month: string;
  readonly year: string;
  /** Something that parts month and year stands in the text. */
  readonly parted: boolean;
  /** Digits to the right of the caret. */
  readonly right: number;
  /** The caret stands in the month. */
  readonly inMonth: boolean;
}

/** Formats a date; see above. */
export function formatExpiry(edit: Edit): Shown {
  const text = asciiDigits(edit.text);
  // The year first: nobody types it so, it is pasted or filled in whole.
  const yearFirst = readYearFirst(text);
  if (yearFirst) return show(yearFirst, slash, 0, false);
  const parts = readParts(edit, text);
  const typed = edit.kind === "insert";
  const month = typed ? padMonth(parts) : parts.month;
  const year = fitYear(parts);
  const right = Math.min(parts.right, month.length + year.length);
  const done = month.length === 2 && (typed || parts.parted);
  return show({ month, year }, year === "" && !done ? "" : slash, right, parts.inMonth);
}

function show({ month, year }: Expiry, between: string, right: number, inMonth: boolean): Shown {
  const text = month + between + year;
  const digits = month.length + year.length;
  // Between the parts, the caret stays on its own side of the slash.
  if (right === year.length && !inMonth) return { text, caret: text.length - right };
  return { text, caret: afterDigit(text, digits - right, digits) };
}

function readParts(edit: Edit, text: string): Parts {
  const { before, after } = cut(edit, text);
  const whole = before + after;
  // Where there is a slash, it parts; a letter that slipped into the month does not.
  const slashAt = whole.indexOf("/");
  const at = slashAt < 0 ? whole.search(/[^0-9]/) : slashAt;
  const tail = at < 0 ? "" : digitsOf(whole.slice(at));
  const inMonth = at < 0 ? after !== "" : before.length <= at;
  const head = headOf(
    digitsOf(at < 0 ? whole : whole.slice(0, at)),
    inMonth && tail !== "" ? digitsOf(before).length : null,
  );
  // Digits over two in the month flow on into the year; from 2 to 9 the month has one digit only.
  const size = hasOneDigitMonth(head) && at < 0 ? 1 : 2;
  return {
    month: head.slice(0, size),
    year: head.slice(size) + tail,
    parted: at >= 0,
    right: digitsOf(after).length,
    inMonth,
  };
}

/** A full month before a year refuses a digit: what is over goes from the left of the caret. */
function headOf(head: string, caret: number | null): string {
  if (caret === null || head.length <= 2) return head;
  return head.slice(0, Math.max(0, caret - (head.length - 2))) + head.slice(caret);
}

/** The text on both sides of the caret, from its month on; deleting the slash takes the digit beside it. */
function cut(edit: Edit, text: string): { before: string; after: string } {
  const before = text.slice(0, edit.caret);
  const after = text.slice(edit.caret);
  if (removedOnlyAGap(edit, digitsOf(text))) {
    if (edit.kind === "delete-forward") return { before, after: after.replace(/[0-9]/, "") };
    const kept = before.replace(/[0-9][^0-9]*$/, "");
    return { before: kept, after: before.slice(kept.length).replace(/^[0-9]/, "") + after };
  }
  // "Exp.: 12/31" starts at its first digit; but an empty month before the slash stays empty.
  const lead = /^[^0-9]*/.exec(text)?.[0] ?? "";
  const skip = lead.includes(slash) ? 0 : lead.length;
  return { before: before.slice(skip), after: text.slice(Math.max(edit.caret, skip)) };
}

function padMonth({ month, parted, year, inMonth }: Parts): string {
  if (month.length !== 1 || month === "0") return month;
  if (month !== "1") return `0${month}`;
  // A 1 may still become 10, 11 or 12 while the caret stands beside it.
  return !inMonth && (parted || year !== "") ? "01" : month;
}

/** Two digits, or up to four of a year that starts with 20; what is over goes from beside the caret. */
function fitYear({ year, right }: Parts): string {
  const short = shortYear(year.slice(0, 4));
  if (short.length <= 2 || (short.startsWith("20") && short.length < 4)) return short;
  const over = short.length - 2;
  const left = Math.max(0, year.length - right);
  const kept = year.slice(0, Math.max(0, left - over)) + year.slice(left);
  return kept.slice(0, 2);
}
