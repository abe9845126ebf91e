/**
 * A price schedule in minor units and whole charges, made into price items (section 2.4).
 *
 * What it spares: floats, and the off-by-one of `repeat`, which counts what follows the first charge. *Assumption*: an
 * item is charged `offset` days after the one before it and repeats at that interval, `true` until canceled, a number
 * that many times more.
 */
import { currencyDecimals, fromMinor, toMinor } from "@cardpane/contract/gateway";
import { ConfigurationError } from "./errors.ts";
import type { PriceItem } from "./payment-request.ts";

/** An amount in minor units (cents), an integer, and its currency. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

/** One step of a schedule, after the step before it. */
export type Charge =
  /** Once, with the purchase or so many days after the step before. */
  | { readonly amountMinor: number; readonly afterDays?: number | undefined; readonly everyDays?: undefined }
  /** Again and again: first after so many days, then at that interval, so many `times` in all or until canceled. */
  | {
      readonly amountMinor: number;
      readonly everyDays: number;
      /** @default until canceled */
      readonly times?: number | undefined;
      readonly afterDays?: undefined;
    };

/**
 * Makes `sku.price` of charges.
 *
 * @throws ConfigurationError for a charge that cannot be, or that follows one without an end.
 * @example
 * // 1 EUR now, 9.99 EUR after 14 days, then every 30 days until canceled
 * priceSchedule("EUR", [{ amountMinor: 100 }, { amountMinor: 999, afterDays: 14 }, { amountMinor: 999, everyDays: 30 }]);
 */
export function priceSchedule(
  currency: string,
  charges: readonly [Charge, ...Charge[]],
): [PriceItem, ...PriceItem[]] {
  if (currencyDecimals(currency) === undefined) fail("currency must be an ISO 4217 code");
  const endless = charges.findIndex(
    ({ everyDays, ...rest }) => everyDays && !("times" in rest && rest.times),
  );
  if (endless !== -1 && endless < charges.length - 1) {
    fail(`charges[${endless + 1}] would never be reached: the one before it repeats until canceled`);
  }
  const [first, ...rest] = charges;
  return [toItem(first, 0, currency), ...rest.map((charge, index) => toItem(charge, index + 1, currency))];
}

function toItem(charge: Charge, index: number, currency: string): PriceItem {
  const at = `charges[${index}]`;
  const amount = fromMinor(whole(`${at}.amountMinor`, charge.amountMinor, 0, 1e15), currency);
  if (charge.everyDays === undefined) {
    const days = whole(`${at}.afterDays`, charge.afterDays ?? 0, 0, 9_999);
    return { amount, currency, repeat: false, ...(days > 0 && { offset: `${days}d` }) };
  }
  if (charge.afterDays !== undefined) fail(`${at} must hold afterDays or everyDays, not both`);
  const days = whole(`${at}.everyDays`, charge.everyDays, 1, 9_999);
  if (charge.times === undefined) return { offset: `${days}d`, amount, currency, repeat: true };
  const times = whole(`${at}.times`, charge.times, 1, 100_000);
  return { offset: `${days}d`, amount, currency, repeat: times === 1 ? false : times - 1 };
}

/** What a schedule charges with the purchase itself, and every charge that may come later, in minor units. */
export interface DueCharges {
  readonly now: Money;
  /** Each amount once. */
  readonly later: readonly Money[];
  /** No end: an item repeats until canceled. */
  readonly endless: boolean;
  /** Days from the purchase to the last charge; of an endless schedule, to its first endless one. */
  readonly days: number;
}

/**
 * Reads a schedule: what a notification may tell of it. *Assumption*: what falls on the day of the purchase is charged in
 * one sum, and a repeated item without an interval repeats every 30 days.
 *
 * @throws RangeError for an unknown currency, or an amount with more decimals than it.
 */
export function dueCharges(price: readonly PriceItem[]): DueCharges {
  const [first] = price;
  if (!first) throw new RangeError("a schedule holds at least one price");
  const later = new Map<string, Money>();
  let nowMinor = 0;
  let days = 0;
  let endless = false;
  for (const { offset, amount, currency, repeat } of price) {
    const amountMinor = toMinor(amount, currency);
    const interval = Number.parseInt(offset ?? "0", 10);
    days += interval;
    if (days === 0) nowMinor += amountMinor;
    if (days > 0 || repeat) later.set(`${currency} ${amountMinor}`, { amountMinor, currency });
    endless ||= repeat === true;
    if (typeof repeat === "number") days += repeat * (interval || 30);
  }
  return {
    now: { amountMinor: nowMinor, currency: first.currency },
    later: [...later.values()],
    endless,
    days,
  };
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  return fail(`${name} must be a whole number from ${min} to ${max}`);
}

function fail(what: string): never {
  throw new ConfigurationError(what);
}
