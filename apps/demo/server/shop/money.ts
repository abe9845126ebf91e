/** Amounts: stored as whole cents, formatted by `Intl`. */
import { fromMinor, type Money } from "@cardpane/node";
import { currency } from "./catalogue.ts";

/** Formats cents, for example `€18.50`. */
export function formatMinor(minor: number, locale: string): string {
  return formatAmount(minor / 100, currency, locale);
}

/** Formats money in the minor units of its own currency. */
export function formatMoney({ amountMinor, currency: own }: Money, locale: string): string {
  return formatAmount(fromMinor(amountMinor, own), own, locale);
}

/** Formats an amount from the gateway in its own currency. */
export function formatAmount(amount: number, amountCurrency: string, locale: string): string {
  return (
    new Intl.NumberFormat(locale, { style: "currency", currency: amountCurrency })
      .format(amount)
      // `Intl` writes a hyphen; a minus sign is as wide as a plus.
      .replace("-", "−")
  );
}

/** Parses `12.34` or `12,34` as cents, 0.01 to 999,999.99; `undefined` for anything else. */
export function readMinor(text: string): number | undefined {
  const match = text.trim().match(/^(\d{1,6})(?:[.,](\d{1,2}))?$/);
  if (!match) return undefined;
  const minor = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return minor > 0 ? minor : undefined;
}
