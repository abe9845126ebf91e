/** Amounts: whole cents inside, written by `Intl` for people. */
import { fromMinor, type Money } from "@cardpane/node";
import { currency } from "./catalogue.ts";

/** Writes cents for people, for example `€18.50`. */
export function formatMinor(minor: number, locale: string): string {
  return formatAmount(minor / 100, currency, locale);
}

/** Writes money in its own minor units. */
export function formatMoney({ amountMinor, currency: own }: Money, locale: string): string {
  return formatAmount(fromMinor(amountMinor, own), own, locale);
}

/** Writes an amount of the gateway's for people, in its own currency. */
export function formatAmount(amount: number, amountCurrency: string, locale: string): string {
  return (
    new Intl.NumberFormat(locale, { style: "currency", currency: amountCurrency })
      .format(amount)
      // A minus, as wide as a plus: `Intl` writes a hyphen.
      .replace("-", "−")
  );
}

/** Reads `12.34` or `12,34` as cents, 0.01 to 999,999.99; `undefined` for anything else. */
export function readMinor(text: string): number | undefined {
  const match = text.trim().match(/^(\d{1,6})(?:[.,](\d{1,2}))?$/);
  if (!match) return undefined;
  const minor = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return minor > 0 ? minor : undefined;
}
