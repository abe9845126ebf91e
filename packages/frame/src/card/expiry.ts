/**
 * Reads and judges an expiry date: two digits of the month, two of the year.
 *
 * card-validator decides whether a date is good; it knows today from the clock. Ours are the spellings that people use, the
 * century that a year of two digits means (card-validator takes 01 of the year 2095 for the past), and the reason why a date
 * is refused.
 */
import cardValidator from "card-validator";
import { asciiDigits, digitsOf } from "./digits.ts";

/** A month of the shopper's calendar. */
export interface Today {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** What stands in the field: up to two digits of the month, two of the year. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** What can be wrong with an expiry date, besides that it is missing. */
export type ExpiryProblem = "incomplete" | "invalid" | "expired" | "too_far";

/** No issuer gives a card for longer; a date beyond is a slip of the finger. */
export const maxYearsAhead = 20;

/** `2030-12`, `2030/12`, `2030-12-31`, `203012`: the year first. */
const yearFirst = /^\D*(20\d\d)(?:\D+(\d{1,2})(?:\D+\d{1,2})?|(0[1-9]|1[0-2]))\D*$/;

/** Reads a date that begins with its year, of ASCII digits; `null` where the text is none. */
export function readYearFirst(text: string): Expiry | null {
  const [, year, separateMonth, closeMonth] = yearFirst.exec(text) ?? [];
  return year ? { month: (separateMonth ?? closeMonth ?? "").padStart(2, "0"), year: year.slice(2) } : null;
}

/** Whether digits begin with 2 to 9, which no month of two digits does: the year follows at once. */
export function hasOneDigitMonth(digits: string): boolean {
  return /^[2-9]/.test(digits);
}

/**
 * Reads an expiry in any usual spelling: `12/31`, `12/2031`, `1/31`, `1231`, `122031`, `2031-12`, in digits of any
 * script, with anything between the parts. Parts that are not there yet are empty.
 */
export function readExpiry(text: string): Expiry {
  const ascii = asciiDigits(text);
  const leadingYear = readYearFirst(ascii);
  if (leadingYear) return leadingYear;
  const [, head = "", gap = "", tail = ""] = /^\D*(\d*)(\D*)(.*)$/s.exec(ascii) ?? [];
  const rest = digitsOf(tail);
  const size = head.length > 1 && gap === "" && hasOneDigitMonth(head) ? 1 : 2;
  const month = head.slice(0, size);
  const year = head.slice(size) + rest;
  const isWhole = month.length === 1 && month !== "0" && (year !== "" || month !== "1");
  return { month: isWhole ? `0${month}` : month, year: shortYear(year) };
}

/** `2031` becomes `31`; `203` waits for its last digit. */
export function shortYear(year: string): string {
  return year.length === 4 && /^(19|20)/.test(year) ? year.slice(2) : year;
}

/**
 * What is wrong with an expiry, or `null`. A card is good to the end of its month.
 *
 * @param today decides what two digits of a year mean, and why a date is refused; whether it is, card-validator decides by
 *   the clock, which says the same
 */
export function expiryProblem({ month, year }: Expiry, today: Today): ExpiryProblem | null {
  const fullYear = year.length === 2 ? nearestYear(Number(year), today.year) : year;
  const { isValid, isPotentiallyValid } = cardValidator.expirationDate(
    { month, year: fullYear },
    maxYearsAhead,
  );
  if (isValid) return null;
  const monthIs = monthProblem(month);
  if (isPotentiallyValid || monthIs === "incomplete") return "incomplete";
  if (year.length !== 2 || monthIs === "invalid") return "invalid";
  return Number(fullYear) > today.year + maxYearsAhead ? "too_far" : "expired";
}

/** What is wrong with a month in a field of its own, or `null`; of one or two digits. */
export function monthProblem(digits: string): ExpiryProblem | null {
  const { isValid, isPotentiallyValid } = cardValidator.expirationMonth(digits);
  if (isValid) return null;
  return isPotentiallyValid ? "incomplete" : "invalid";
}

/**
 * What is wrong with a year in a field of its own, or `null`; of two or four digits. Together with a month that is right it
 * is judged as a date, without one as if the year were meant to its end.
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
