/**
 * Parses and validates an expiry date: two digits of the month, two of the year.
 *
 * card-validator decides whether month and year are valid; it reads the current date from the clock itself. We add the spellings
 * that people use, the century of a two-digit year (in 2095, card-validator takes 01 for a year in the past), and the reason why a
 * date is invalid. Its `expirationDate` combines both in the same way, but brings a parser for spellings that we do not need.
 */
import { expirationMonth } from "card-validator/dist/expiration-month.js";
import { expirationYear } from "card-validator/dist/expiration-year.js";
import { asciiDigits, digitsOf } from "./digits.ts";

/** The current month in the shopper's time zone. */
export interface Today {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** The parsed text of the field: up to two digits of the month, and of the year as many as were typed. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** The errors of an expiry date, except `required`. */
export type ExpiryProblem = "incomplete" | "invalid" | "expired" | "too_far";

/** No card is issued for longer than this, so a later date is a typing error. */
export const maxYearsAhead = 20;

/** Matches `2030-12`, `2030/12`, `2030-12-31` and `203012`. */
const yearFirst = /^\D*(20\d\d)(?:\D+(\d{1,2})(?:\D+\d{1,2})?|(0[1-9]|1[0-2]))\D*$/;

/** Matches `12/31/2030`, `31.12.2030` and `31.12.30`. A day that can be a month matches nothing. */
const withDay = /^\D*(?:(1[3-9]|[23]\d)\D+)?(0?[1-9]|1[0-2])(\D+)(?:(1[3-9]|[23]\d)\3)?(?:20)?(\d\d)\D*$/;

/** Parses a date of ASCII digits that begins with its year or has a day; `null` for any other text. */
export function readWholeDate(text: string): Expiry | null {
  const [, leadingYear, separateMonth, closeMonth] = yearFirst.exec(text) ?? [];
  const [, day, monthBesideDay = "", , laterDay, lastYear = ""] = withDay.exec(text) ?? [];
  if (!(leadingYear || day || laterDay)) return null;
  const month = separateMonth ?? closeMonth ?? monthBesideDay;
  return { month: month.padStart(2, "0"), year: leadingYear?.slice(2) ?? lastYear };
}

/** Whether the first digit is 2 to 9. No two-digit month begins with it, so the next digit belongs to the year. */
export function hasOneDigitMonth(digits: string): boolean {
  return /^[2-9]/.test(digits);
}

/**
 * Parses an expiry date in any usual spelling: `12/31`, `12/2031`, `1/31`, `1231`, `122031`, `2031-12`, in digits of any
 * script, with any separator. A missing part is empty.
 */
export function readExpiry(text: string): Expiry {
  const ascii = asciiDigits(text);
  const whole = readWholeDate(ascii);
  if (whole) return whole;
  const [, head = "", gap = "", tail = ""] = /^\D*(\d*)(\D*)(.*)$/s.exec(ascii) ?? [];
  const rest = digitsOf(tail);
  const size = head.length > 1 && gap === "" && hasOneDigitMonth(head) ? 1 : 2;
  const month = head.slice(0, size);
  const year = head.slice(size) + rest;
  const isWhole = month.length === 1 && month !== "0" && (year !== "" || month !== "1");
  return { month: isWhole ? `0${month}` : month, year: shortYear(year) };
}

/** Shortens `2031` to `31`; leaves the incomplete `203` as it is. */
export function shortYear(year: string): string {
  return year.length === 4 && /^(19|20)/.test(year) ? year.slice(2) : year;
}

/**
 * The error of an expiry date, or `null` when it is valid. A card is valid to the end of its month.
 *
 * @param today decides the century of a two-digit year and which error an invalid date has; card-validator decides whether
 *   the date is valid, by the clock of the same machine
 */
export function expiryProblem({ month, year }: Expiry, today: Today): ExpiryProblem | null {
  const fullYear = year.length === 2 ? nearestYear(Number(year), today.year) : year;
  const ofMonth = expirationMonth(month);
  const ofYear = expirationYear(String(fullYear), maxYearsAhead);
  if (ofMonth.isValid && ofYear.isValid)
    return ofYear.isCurrentYear && !ofMonth.isValidForThisYear ? "expired" : null;
  if (!ofMonth.isPotentiallyValid) return "invalid";
  if (ofYear.isPotentiallyValid || !ofMonth.isValid) return "incomplete";
  if (year.length !== 2) return "invalid";
  return Number(fullYear) > today.year + maxYearsAhead ? "too_far" : "expired";
}

/** The error of a month in its own field, of one or two digits; `null` when it is valid. */
export function monthProblem(digits: string): ExpiryProblem | null {
  const { isValid, isPotentiallyValid } = expirationMonth(digits);
  if (isValid) return null;
  return isPotentiallyValid ? "incomplete" : "invalid";
}

/**
 * The error of a year in its own field, of two or four digits; `null` when it is valid. With a valid month, both are validated
 * as a date; without one, December is assumed.
 */
export function yearProblem(digits: string, month: string, today: Today): ExpiryProblem | null {
  const known = monthProblem(month) === null ? month : "12";
  return expiryProblem({ month: known, year: shortYear(digits) }, today);
}

/** The year with these last two digits that is nearest to now: from 50 years ago to 49 years ahead. */
function nearestYear(twoDigits: number, now: number): number {
  const ahead = (((twoDigits - now) % 100) + 100) % 100;
  return now + (ahead < 50 ? ahead : ahead - 100);
}
