/**
 * The price schedule (section 2.4), read as a sequence of charges.
 *
 * *Assumptions*, since the interface says little: an item is charged `offset` days after the previous one, the first item
 * after the purchase. `repeat: true` charges it without end at that interval, a number that many more times. A repeated item
 * without an interval repeats every 30 days. Items after an endless item are never reached. All charges on the day of the
 * purchase are made at once, in one sum and one currency; without any, the payment is of 0.
 */
import { fromMinor, largestMinor, type PriceItem, toMinor } from "@cardpane/gateway";
import { badField } from "../errors.ts";

/** The interval of a repeated item without an offset. */
export const defaultIntervalDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
const latestDateMs = Date.UTC(9999, 11, 31);

/** One charge of a schedule. */
export interface Charge {
  /** Days after the purchase. */
  readonly day: number;
  /** Position of its price item. */
  readonly index: number;
  readonly item: PriceItem;
}

/** An amount in minor units of a currency. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

/** Every charge of a schedule in order. The sequence may be endless: read only as many as needed. */
export function* charges(price: readonly PriceItem[]): Generator<Charge, void> {
  let day = 0;
  for (const [index, item] of price.entries()) {
    const interval = Number.parseInt(item.offset ?? "0", 10);
    day += interval;
    yield { day, index, item };
    const repeats = item.repeat === true ? Number.POSITIVE_INFINITY : Number(item.repeat ?? 0);
    for (let count = 0; count < repeats; count++) {
      day += interval || defaultIntervalDays;
      yield { day, index, item };
    }
  }
}

/**
 * The charge that is due with the purchase.
 *
 * @throws Refusal 400 on the item whose currency differs from the first one's, and on a sum above the maximum.
 */
export function dueNow(price: readonly PriceItem[]): Money {
  const currency = price[0]?.currency;
  if (currency === undefined) throw badField("sku.price", "must hold at least one price");
  let amountMinor = 0;
  for (const { day, index, item } of charges(price)) {
    if (day > 0) break;
    if (item.currency !== currency) {
      throw badField(`sku.price.${index}.currency`, "must be that of the first price, to be charged with it");
    }
    amountMinor += toMinor(item.amount, currency);
  }
  if (amountMinor > largestMinor) throw badField("sku.price", "is too large in all");
  return { amountMinor, currency };
}

/** The first charge after the purchase; `undefined` for a one-time payment, which creates no subscription. */
export function nextCharge(price: readonly PriceItem[]): Charge | undefined {
  return laterCharge(price, 0);
}

/**
 * A charge after the purchase; `undefined` if the schedule has fewer charges.
 *
 * @param index 0 for the first of them.
 */
export function laterCharge(price: readonly PriceItem[], index: number): Charge | undefined {
  let left = index;
  for (const charge of charges(price)) if (charge.day > 0 && left-- === 0) return charge;
  return undefined;
}

/** The day of the last charge; `undefined` for an endless schedule. Calculated, since a repeat may be a large number. */
export function lastDay(price: readonly PriceItem[]): number | undefined {
  let day = 0;
  for (const { offset, repeat } of price) {
    if (repeat === true) return undefined;
    const interval = Number.parseInt(offset ?? "0", 10);
    day += interval + Number(repeat ?? 0) * (interval || defaultIntervalDays);
  }
  return day;
}

/** When a charge falls due; `undefined` after the latest date of the calendar. */
export function chargeDate(start: Date, { day }: Pick<Charge, "day">): Date | undefined {
  const date = new Date(start.getTime() + day * dayMs);
  return date.getTime() < latestDateMs ? date : undefined;
}

/** An amount in the format of the wire. */
export function toWire(money: Money): number {
  return fromMinor(money.amountMinor, money.currency);
}
