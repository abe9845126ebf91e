/**
 * Money in the public API is an integer of minor units (cents) and a currency. The gateway's JSON has decimals of the major
 * unit. Only these functions convert between the two.
 */
import { type Currencies, fromMinor, toMinor } from "@cardpane/gateway";

/** An amount in minor units (cents), an integer, and its currency. */
export interface Money {
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Error message for a currency whose decimals are not known. */
export const unknownCurrency =
  "must be an ISO 4217 currency code, for example EUR. The option gateway.currencies adds one that is younger than this version";

/** Converts a wire amount to minor units; `undefined` for an unknown currency, or more decimals than the currency has. */
export function tryToMinor(amount: number, currency: string, currencies: Currencies): number | undefined {
  try {
    const minor = toMinor(amount, currency, currencies);
    return Number.isSafeInteger(minor) ? minor : undefined;
  } catch {
    return undefined;
  }
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
