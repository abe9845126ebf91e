/**
 * Formats an expiry date as `MM / YY` while it is typed.
 *
 *  - A month of 2 to 9 gets its zero at once; a 1 gets it when a slash follows.
 *  - The slash is added after the month. Deleting the slash deletes the last digit of the month.
 *  - A four-digit year is shortened when it is complete, so that `12/2031` can be typed as well as pasted.
 *  - An edit in one part does not move digits into the other: `12 / 34` without its first digit is `2 / 34`. Only a digit at the
 *    end of a full month goes to a year that lacks one.
 *  - A month of 13 stays and is an error. Changing it to `01 / 3` would turn a typing error into another date.
 */
import { asciiDigits, digitsOf } from "../card/digits.ts";
import { type Expiry, hasOneDigitMonth, readWholeDate, shortYear } from "../card/expiry.ts";
import { afterDigit, type Edit, removedOnlyAGap, type Shown } from "./edit.ts";

const slash = " / ";

/** A date during an edit, and the position of the caret in it. */
interface Parts {
  readonly month: string;
  readonly year: string;
  /** Whether the text has a separator between month and year. */
  readonly hasSeparator: boolean;
  /** The number of digits to the right of the caret. */
  readonly right: number;
  /** Whether the caret is in the month. */
  readonly inMonth: boolean;
}

/** Formats a date by the rules above. */
export function formatExpiry(edit: Edit): Shown {
  const text = asciiDigits(edit.text);
  // A date that begins with its year or has a day is pasted or filled in as a whole.
  const whole = readWholeDate(text);
  if (whole) return show(whole, slash, 0, false);
  const parts = readParts(edit, text);
  const typed = edit.kind === "insert";
  const month = typed ? padMonth(parts) : parts.month;
  const year = fitYear(parts);
  const right = Math.min(parts.right, month.length + year.length);
  const hasSlash = year !== "" || (month.length === 2 && (typed || parts.hasSeparator));
  return show({ month, year }, hasSlash ? slash : "", right, parts.inMonth);
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
  // A slash separates the parts even if a letter was typed into the month.
  const slashAt = whole.indexOf("/");
  const at = slashAt < 0 ? whole.search(/[^0-9]/) : slashAt;
  const tail = at < 0 ? "" : digitsOf(whole.slice(at));
  const inMonth = at < 0 ? after !== "" : before.length <= at;
  const head = headOf(
    digitsOf(at < 0 ? whole : whole.slice(0, at)),
    inMonth && tail !== "" ? digitsOf(before).length : null,
    tail.length < 2,
  );
  // Further digits of the month belong to the year; a month of 2 to 9 has one digit only.
  const size = hasOneDigitMonth(head) && at < 0 ? 1 : 2;
  return {
    month: head.slice(0, size),
    year: head.slice(size) + tail,
    hasSeparator: at >= 0,
    right: digitsOf(after).length,
    inMonth,
  };
}

/** A full month before a whole year refuses a digit: excess digits are removed to the left of the caret. */
function headOf(head: string, caret: number | null, lacksDigit: boolean): string {
  if (caret === null || head.length <= 2 || (lacksDigit && caret === head.length)) return head;
  return head.slice(0, Math.max(0, caret - (head.length - 2))) + head.slice(caret);
}

/** The text on both sides of the caret, from the month on. Deleting the slash deletes the digit next to it. */
function cut(edit: Edit, text: string): { before: string; after: string } {
  const before = text.slice(0, edit.caret);
  const after = text.slice(edit.caret);
  if (removedOnlyAGap(edit, digitsOf(text))) {
    if (edit.kind === "delete-forward") return { before, after: after.replace(/[0-9]/, "") };
    const kept = before.replace(/[0-9][^0-9]*$/, "");
    return { before: kept, after: before.slice(kept.length).replace(/^[0-9]/, "") + after };
  }
  // "Exp.: 12/31" starts at its first digit. An empty month before the slash stays empty.
  const lead = /^[^0-9]*/.exec(text)?.[0] ?? "";
  const skip = lead.includes(slash) ? 0 : lead.length;
  return { before: before.slice(skip), after: text.slice(Math.max(edit.caret, skip)) };
}

function padMonth({ month, hasSeparator, year, inMonth }: Parts): string {
  if (month.length !== 1 || month === "0") return month;
  if (month !== "1") return `0${month}`;
  // A 1 may still become 10, 11 or 12 while the caret is next to it.
  return !inMonth && (hasSeparator || year !== "") ? "01" : month;
}

/** Two digits, or up to four of a year that starts with 20. Excess digits are removed next to the caret. */
function fitYear({ year, right }: Parts): string {
  const short = shortYear(year.slice(0, 4));
  if (short.length <= 2 || (short.startsWith("20") && short.length < 4)) return short;
  const over = short.length - 2;
  const left = Math.max(0, year.length - right);
  const kept = year.slice(0, Math.max(0, left - over)) + year.slice(left);
  return kept.slice(0, 2);
}
