/** Amounts of requests, approved amounts, and amounts in US dollars. Integers of minor units, rounded half up. */
import {
  amountProblem,
  currencyDecimals,
  type PaymentCode,
  type PaymentRequest,
  toMinor,
} from "@cardpane/gateway";
import Big from "big.js";
import { badField } from "../errors.ts";
import type { Money } from "../money.ts";

/**
 * Converts a request's amount to minor units of a currency.
 *
 * @throws Refusal 400 naming the field, for an amount with more decimals than the currency has.
 */
export function minorOf(amount: number, currency: string, path: string): number {
  const problem = amountProblem(amount, currency);
  if (problem !== undefined) throw badField(path, problem);
  return toMinor(amount, currency);
}

/**
 * The amount that a successful payment captures, in minor units: all of it (`0`), less (`1001`), or a tenth more (`1002`,
 * *assumption*).
 *
 * An underpayment captures the percentage that the merchant recommended but never less than the amount it named, and half
 * if it recommended nothing (*assumption*; section 2.2 has the rest).
 */
export function approvedMinor(
  code: PaymentCode,
  { amountMinor, currency }: Money,
  partial: PaymentRequest["partialApproval"] | null,
): number {
  if (code === "1002") return round(new Big(amountMinor).times("1.1"));
  if (code !== "1001") return amountMinor;
  if (!partial) return round(new Big(amountMinor).div(2));
  const share = round(new Big(amountMinor).times(partial.percentage ?? 0).div(100));
  const least = partial.amount === undefined ? 0 : toMinor(partial.amount, currency);
  return Math.min(Math.max(share, least), amountMinor);
}

/**
 * *Assumption*: the value of one unit of a currency in US dollars. Round figures for a sandbox, not market rates; a currency
 * that is not listed has no `amountUsd` in its result.
 */
const usdRates: Readonly<Record<string, string>> = {
  USD: "1",
  EUR: "1.08",
  GBP: "1.27",
  CHF: "1.12",
  JPY: "0.0067",
  AUD: "0.66",
  BRL: "0.18",
  CAD: "0.73",
  CLP: "0.0011",
  CNY: "0.14",
  COP: "0.00025",
  CZK: "0.043",
  DKK: "0.145",
  HUF: "0.0028",
  INR: "0.012",
  KWD: "3.25",
  MXN: "0.055",
  NOK: "0.093",
  PLN: "0.25",
  SEK: "0.095",
  TRY: "0.03",
  UAH: "0.024",
};

/** The amount in US dollars as the wire carries it, or `undefined` if the table has no rate. */
export function inUsd({ amountMinor, currency }: Money): number | undefined {
  const rate = Object.hasOwn(usdRates, currency) ? usdRates[currency] : undefined;
  if (rate === undefined) return undefined;
  const units = new Big(amountMinor).div(new Big(10).pow(currencyDecimals(currency) ?? 0));
  return units.times(rate).round(2, Big.roundHalfUp).toNumber();
}

function round(value: Big): number {
  return value.round(0, Big.roundHalfUp).toNumber();
}
