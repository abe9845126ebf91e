/**
 * Money in the public interface is an integer of minor units (cents) and a currency. The wire has decimals of the major unit;
 * they are converted here, at the edge, and nowhere else.
 */
import { addCurrency, fromMinor, toMinor } from "@cardpane/contract/gateway";
import { ConfigurationError } from "../errors/errors.ts";

/** An amount in minor units (cents), an integer, and its currency. */
export interface Money {
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Minor units of an amount of the wire; `undefined` for an unknown currency, or more decimals than the currency has. */
export function tryToMinor(amount: number, currency: string): number | undefined {
  try {
    const minor = toMinor(amount, currency);
    return Number.isSafeInteger(minor) ? minor : undefined;
  } catch {
    return undefined;
  }
}

/** An amount of the wire; `undefined` for an unknown currency, or anything but an integer. */
export function tryFromMinor(amountMinor: unknown, currency: unknown): number | undefined {
  if (!Number.isSafeInteger(amountMinor) || typeof currency !== "string") return undefined;
  try {
    return fromMinor(amountMinor as number, currency);
  } catch {
    return undefined;
  }
}

/**
 * Adds a currency that is younger than this version, so that its amounts can be sent and read. Call it once, at start, in
 * every process. The decimals cannot be guessed: an amount in minor units means nothing without them.
 *
 * @param code three capital letters, as the gateway spells it
 * @param decimals 0 to 4
 * @throws ConfigurationError for an invalid code or number, and for a currency that is known with other decimals
 * @example
 * registerCurrency("XYZ", 2); // { amountMinor: 1250, currency: "XYZ" } is sent as 12.5
 */
export function registerCurrency(code: string, decimals: number): void {
  try {
    addCurrency(code, decimals);
  } catch (error) {
    throw new ConfigurationError(
      `registerCurrency: ${error instanceof RangeError ? error.message : "invalid"}`,
    );
  }
}
