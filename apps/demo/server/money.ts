/** Amounts: whole cents inside, a JSON number with two decimals on the wire, written by `Intl` for people. */
import { currency } from "./catalogue.ts";

/** Cents as the gateway wants them: 1850 is `18.5`. */
export function toWire(minor: number): number {
  return Number((minor / 100).toFixed(2));
}

/** Writes cents for people, for example `€18.50`. */
export function formatMinor(minor: number, locale: string): string {
  return formatAmount(minor / 100, currency, locale);
}

/** Writes an amount of the gateway's for people, in its own currency. */
export function formatAmount(amount: number, amountCurrency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: amountCurrency }).format(amount);
}

/** Reads `12.34` or `12,34` as cents, 0.01 to 999,999.99; `undefined` for anything else. */
export function readMinor(text: string): number | undefined {
  const match = text.trim().match(/^(\d{1,6})(?:[.,](\d{1,2}))?$/);
  if (!match) return undefined;
  const minor = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return minor > 0 ? minor : undefined;
}
