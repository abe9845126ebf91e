/** Reads and judges an expiry date: two digits of the month, two of the year. */
import { asciiDigits } from "./digits.ts";

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

export type ExpiryProblem = "incomplete" | "invalid" | "expired" | "too_far";

/** No issuer gives a card for longer; a date beyond is a slip of the finger. */
export const mostYearsAhead = 20;

/** `2030-12`, `2030/12`, `2030-12-31`, `203012`: the year first. */
const yearFirst = /^\D*(20\d\d)(?:\D+(\d{1,2})(?:\D+\d{1,2})?|(0[1-9]|1[0-2]))\D*$/;

/**
 * Reads an expiry in any usual spelling: `12/31`, `12/2031`, `1/31`, `1231`, `122031`, `2031-12`, in digits of any
 * script, with anything between the parts. Parts that are not there yet are empty.
 */
export function readExpiry(text: string): Expiry {
  const ascii = asciiDigits(text);
  const [, leadingYear, separateMonth, closeMonth] = yearFirst.exec(ascii) ?? [];
  if (leadingYear) {
    return { month: (separateMonth ?? closeMonth ?? "").padStart(2, "0"), year: leadingYear.slice(2) };
  }
  const [, head = "", gap = "", tail = ""] = /^\D*(\d*)(\D*)(.*)$/s.exec(ascii) ?? [];
  const rest = tail.replace(/\D/g, "");
  // 2 to 9 start no two-digit month, so the year follows at once.
  const size = head.length > 1 && gap === "" && /^[2-9]/.test(head) ? 1 : 2;
  const month = head.slice(0, size);
  const year = head.slice(size) + rest;
  const isWhole = month.length === 1 && month !== "0" && (year !== "" || month !== "1");
  return { month: isWhole ? `0${month}` : month, year: shortYear(year) };
}

/** `2031` becomes `31`; `203` waits for its last digit. */
export function shortYear(year: string): string {
  return year.length === 4 && /^(19|20)/.test(year) ? year.slice(2) : year;
}

/** Says what is wrong with an expiry, or `null`. A card is good to the end of its month. */
export function expiryProblem({ month, year }: Expiry, today: Today): ExpiryProblem | null {
  if (month.length === 2 && (Number(month) < 1 || Number(month) > 12)) return "invalid";
  if (month.length < 2 || year.length < 2 || year.length === 3) return "incomplete";
  if (year.length > 2) return "invalid";
  const fullYear = nearestYear(Number(year), today.year);
  const monthsLeft = (fullYear - today.year) * 12 + Number(month) - today.month;
  if (monthsLeft < 0) return "expired";
  return fullYear - today.year > mostYearsAhead ? "too_far" : null;
}

/** Says what is wrong with a month in a field of its own, or `null`; of one or two digits. */
export function monthProblem(digits: string): ExpiryProblem | null {
  if (digits === "" || digits === "0") return "incomplete";
  return Number(digits) >= 1 && Number(digits) <= 12 ? null : "invalid";
}

/**
 * Says what is wrong with a year in a field of its own, or `null`; of two or four digits. Together with a month that is
 * right it is judged as a date, without one as if the year were meant to its end.
 */
export function yearProblem(digits: string, month: string, today: Today): ExpiryProblem | null {
  const known = monthProblem(month) === null ? month.padStart(2, "0") : "12";
  return expiryProblem({ month: known, year: shortYear(digits) }, today);
}

/** The year with these last two digits that is nearest to now: from 50 years ago to 49 years ahead. */
function nearestYear(twoDigits: number, now: number): number {
  const ahead = (((twoDigits - now) % 100) + 100) % 100;
  return now + (ahead < 50 ? ahead : ahead - 100);
}
