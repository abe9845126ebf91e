/**
 * The price schedule (section 2.4), read as a row of charges.
 *
 * *Assumptions*, for the interface is nearly silent: an item is charged `offset` days after the one before it, the first one
 * after the purchase. `repeat: true` charges it again and again at that interval, a number that many times more. A
 * repeated item without an interval repeats every 30 days. What follows an endless item is never reached. All that falls
 * on the day of the purchase is charged at once, in one sum and one currency; where nothing does, the payment is of 0.
 */
import { fromMinor, largestMinor, type PriceItem, toMinor } from "@cardpane/contract/gateway";
import { badField } from "../errors.ts";

/** At which interval an item without an offset repeats. */
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

/** Every charge of a schedule in order. It may have no end: take what you need. */
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
 * What is charged with the purchase itself.
 *
 * @throws Refusal 400 on the item whose currency differs from the first one's, and on a sum beyond all bounds.
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

/** The first charge after the purchase; `undefined` for a one-time payment, which makes no subscription. */
export function nextCharge(price: readonly PriceItem[]): Charge | undefined {
  return laterCharge(price, 0);
}

/**
 * A charge after the purchase; `undefined` when there are not so many.
 *
 * @param index 0 for the first of them.
 */
export function laterCharge(price: readonly PriceItem[], index: number): Charge | undefined {
  let left = index;
  for (const charge of charges(price)) if (charge.day > 0 && left-- === 0) return charge;
  return undefined;
}

/** The day of the last charge; `undefined` for a schedule without an end. Counted, for a repeat may be a large number. */
export function lastDay(price: readonly PriceItem[]): number | undefined {
  let day = 0;
  for (const { offset, repeat } of price) {
    if (repeat === true) return undefined;
    const interval = Number.parseInt(offset ?? "0", 10);
    day += interval + Number(repeat ?? 0) * (interval || defaultIntervalDays);
  }
  return day;
}

/** When a charge falls due; `undefined` past what a calendar holds. */
export function chargeDate(start: Date, { day }: Pick<Charge, "day">): Date | undefined {
  const date = new Date(start.getTime() + day * dayMs);
  return date.getTime() < latestDateMs ? date : undefined;
}

/** An amount as the wire carries it. */
export function toWire(money: Money): number {
  return fromMinor(money.amountMinor, money.currency);
}
