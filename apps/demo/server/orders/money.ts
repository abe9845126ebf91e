/** Amounts: stored as whole cents, formatted by `Intl`. */
import { fromMinor, type Money, toMinor } from "@cardpane/node";
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

/** Parses `12.34` or `12,34` in the currency's minor units, up to 999,999,999.99; `undefined` for anything else. */
export function readMinor(text: string, own: string = currency): number | undefined {
  const match = text.trim().match(/^(\d{1,9})(?:[.,](\d{1,4}))?$/);
  if (!match) return undefined;
  try {
    return toMinor(Number(`${match[1]}.${match[2] ?? "0"}`), own) || undefined;
  } catch {
    // More decimals than the currency has.
    return undefined;
  }
}
