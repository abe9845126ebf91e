/**
 * Money in the public API is an integer of minor units (cents) and a currency. The gateway's JSON has decimals of the major
 * unit. Only these functions convert between the two.
 */
import { type Currencies, currencyDecimals, fromMinor } from "@cardpane/gateway";

/** An amount in minor units (cents), an integer, and its currency. */
export interface Money {
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Error message for a currency whose decimals are not known. */
export const unknownCurrency =
  "must be an ISO 4217 currency code, for example EUR. The option gateway.currencies adds one that is younger than this version";

/**
 * Converts an amount that the gateway sent to minor units; `undefined` for an unknown currency, or more decimals than the currency
 * has. The interface says "double" (2.6), so the sum 3.3000000000000003 is read as 3.30: what a few roundings of a double can
 * add is dropped. Amounts of requests are never rounded.
 */
export function tryToMinor(amount: number, currency: string, currencies: Currencies): number | undefined {
  const decimals = currencyDecimals(currency, currencies);
  if (decimals === undefined) return undefined;
  const exact = amount * 10 ** decimals;
  const minor = Math.round(exact);
  const noise = Math.min(0.01, Math.max(1e-6, Math.abs(minor) * 2 ** -50));
  return Number.isSafeInteger(minor) && Math.abs(exact - minor) < noise ? minor : undefined;
}

/** Converts minor units to a wire amount; `undefined` for an unknown currency, or anything but an integer. */
export function tryFromMinor(
  amountMinor: unknown,
  currency: unknown,
  currencies: Currencies,
): number | undefined {
  if (!Number.isSafeInteger(amountMinor) || typeof currency !== "string") return undefined;
  try {
    return fromMinor(amountMinor as number, currency, currencies);
  } catch {
    return undefined;
  }
}
