/**
 * Money: ISO 4217 currencies and the number of decimals of each. Amounts are JSON numbers on the wire, and integers in minor
 * units inside, never floats.
 */
import * as z from "zod/mini";
import { type Currencies, currencyDecimals } from "./iso-codes.ts";
import { ruled } from "./text.ts";

/** An ISO 4217 currency code, three capital letters, for example `EUR`. */
export const currency = ruled(
  z.string(),
  "an ISO 4217 currency code, for example EUR",
  (code) => currencyDecimals(code) !== undefined,
);

/**
 * An amount that is not negative. *Assumption*: the interface sets no bound; this one keeps every amount of up to three
 * decimals exact as a double. {@link amountProblem} checks its decimals against its currency, and bounds the rest.
 */
export const amount = z
  .number("must be a number")
  .check(z.nonnegative("must not be negative"), z.maximum(999_999_999_999, "is too large"));

/**
 * Converts an amount of the wire into an integer of minor units: `12.5` EUR is `1250`.
 *
 * @param further currencies that are newer than this version
 * @throws RangeError when the currency is unknown or the amount has more decimals than the currency.
 */
export function toMinor(value: number, currencyCode: string, further: Currencies = {}): number {
  const decimals = currencyDecimals(currencyCode, further);
  if (decimals === undefined) throw new RangeError("unknown currency");
  if (decimalsOf(value) > decimals) throw new RangeError(`the currency has ${decimals} decimals`);
  return scaled(value, decimals);
}

/**
 * Converts minor units back into an amount of the wire: `1250` EUR is `12.5`.
 *
 * @param further currencies that are newer than this version
 * @throws RangeError when the currency is unknown.
 */
export function fromMinor(minor: number, currencyCode: string, further: Currencies = {}): number {
  const decimals = currencyDecimals(currencyCode, further);
  if (decimals === undefined) throw new RangeError("unknown currency");
  return scaled(minor, -decimals);
}

/** The largest accepted number of minor units (*assumption*): the sum of many such amounts is still exact as a double. */
export const largestMinor = 1e15;

/** The error of an amount in a currency (too many decimals, or too large in minor units), or `undefined`. */
export function amountProblem(value: number, currencyCode: string): string | undefined {
  const decimals = currencyDecimals(currencyCode);
  if (decimals === undefined || !Number.isFinite(value)) return undefined;
  if (Math.abs(scaled(value, decimals)) > largestMinor) return "is too large";
  return decimalsOf(value) > decimals ? `must have at most ${decimals} decimals in this currency` : undefined;
}

/** The digits of a number, as JSON has them, and their power of ten: no double is multiplied, so nothing is rounded. */
function digitsOf(value: number): readonly [digits: string, exponent: number] {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return [digits, Number(exponent)];
}

/** A number times a power of ten. */
function scaled(value: number, power: number): number {
  const [digits, exponent] = digitsOf(value);
  return Number(`${digits}e${exponent + power}`);
}

function decimalsOf(value: number): number {
  const [digits, exponent] = digitsOf(value);
  return (digits.split(".")[1]?.length ?? 0) - exponent;
}
