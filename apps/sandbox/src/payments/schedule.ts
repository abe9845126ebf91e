/**
 * What a price schedule (section 2.4) charges, and when. `scheduleSteps` reads it, as the client does. The charges of the purchase
 * have one currency; without any, the payment is of 0.
 */
import { largestMinor, type PriceItem, scheduleSteps, toMinor } from "@cardpane/gateway";
import type { SubscriptionRow } from "../db/schema.ts";
import { badField } from "../errors.ts";
import type { Money } from "../money.ts";

/** A day in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1000;
const latestDateMs = Date.UTC(9999, 11, 31);

/** One charge of a schedule. */
export interface Charge {
  /** Days after the purchase. */
  readonly day: number;
  /** Position of its price item. */
  readonly index: number;
  readonly item: PriceItem;
}

/** Every charge of a schedule in order. The sequence may be endless: read only as many as needed. */
export function* charges(price: readonly PriceItem[]): Generator<Charge, void> {
  for (const { item, index, day, intervalDays, times } of scheduleSteps(price)) {
    for (let count = 0; count < times; count++) yield { day: day + count * intervalDays, index, item };
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
  const last = scheduleSteps(price).at(-1);
  if (!last) return 0;
  return Number.isFinite(last.times) ? last.day + (last.times - 1) * last.intervalDays : undefined;
}

/** When a charge falls due; null after the latest date of the calendar. */
export function chargeDate(start: Date, { day }: Pick<Charge, "day">): Date | null {
  const date = new Date(start.getTime() + day * dayMs);
  return date.getTime() < latestDateMs ? date : null;
}

type Schedule = Pick<SubscriptionRow, "price" | "scheduleStart" | "scheduleCycle">;

/** The charge of a cycle of a subscription and its due time; `undefined` after the end of the schedule. */
export function upcoming(
  { price, scheduleStart, scheduleCycle }: Schedule,
  cycle: number,
): { readonly item: PriceItem; readonly at: Date | null } | undefined {
  const charge = laterCharge(price, cycle - scheduleCycle);
  return charge && { item: charge.item, at: chargeDate(scheduleStart, charge) };
}

/** The columns of a subscription that is canceled now. */
export function canceledAt(now: Date) {
  return { status: "canceled" as const, renewalDate: null, cancelDate: now, endsAt: null };
}
