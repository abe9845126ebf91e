/**
 * Price schedules (section 2.4) in minor units. They hide that `repeat` counts only the charges after the first one.
 * *Assumption*: an item is charged `offset` days after the item before it and repeats at that interval: with `repeat: true`
 * until canceled, with a number that many more times.
 */
import { scheduleSteps } from "@cardpane/gateway";
import type { Money } from "../call/money.ts";
import { checkWhole, refuseArgument } from "../settings/settings.ts";
import type { PriceItem } from "./payment-request-types.ts";

/** One step of a schedule. */
export type Charge =
  /** One charge. */
  | {
      readonly amountMinor: number;
      /**
       * Days after the previous step.
       * @default 0
       */
      readonly afterDays?: number | undefined;
      readonly everyDays?: undefined;
    }
  /** A repeated charge. */
  | {
      readonly amountMinor: number;
      /** Days between two charges, 1 to 9,999. */
      readonly everyDays: number;
      /**
       * Days from the previous step to the first charge.
       * @default 0 for the first step of a schedule (charged now), `everyDays` for every other
       */
      readonly afterDays?: number | undefined;
      /**
       * Number of charges, the first one included.
       * @default until canceled
       */
      readonly times?: number | undefined;
    };

/**
 * Creates `sku.price` from charges.
 *
 * @throws NotSentError (`invalid_request`) for an invalid charge, or a charge after one that repeats until canceled.
 * @example
 * priceSchedule("EUR", [{ amountMinor: 999, everyDays: 30 }]); // 9.99 EUR now, then every 30 days
 * // 1 EUR now, 9.99 EUR after 14 days, then every 30 days until canceled
 * priceSchedule("EUR", [{ amountMinor: 100 }, { amountMinor: 999, afterDays: 14 }, { amountMinor: 999, everyDays: 30 }]);
 */
export function priceSchedule(
  currency: string,
  charges: readonly [Charge, ...Charge[]],
): [PriceItem, ...PriceItem[]] {
  // The client checks the currency's decimals when it sends the schedule.
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) {
    refuseArgument("currency", "must be an ISO 4217 code, EUR for example");
  }
  const endless = charges.findIndex((charge) => charge.everyDays !== undefined && charge.times === undefined);
  if (endless !== -1 && endless < charges.length - 1) {
    refuseArgument(`charges.${endless + 1}`, "is never reached: the charge before it repeats until canceled");
  }
  const items = charges.flatMap((charge, index) => toItems(charge, index, currency));
  return items as [PriceItem, ...PriceItem[]];
}

function toItems(charge: Charge, index: number, currency: string): readonly PriceItem[] {
  const at = `charges.${index}`;
  const amountMinor = whole(`${at}.amountMinor`, charge.amountMinor, 0, 1e15);
  const item = (days: number, repeat: boolean | number): PriceItem => ({
    ...(days > 0 && { offset: `${days}d` }),
    amountMinor,
    currency,
    repeat,
  });
  const { afterDays, everyDays } = charge;
  if (everyDays === undefined) return [item(whole(`${at}.afterDays`, afterDays ?? 0, 0, 9_999), false)];
  const interval = whole(`${at}.everyDays`, everyDays, 1, 9_999);
  const start = whole(`${at}.afterDays`, afterDays ?? (index === 0 ? 0 : interval), 0, 9_999);
  const times = charge.times === undefined ? undefined : whole(`${at}.times`, charge.times, 1, 100_000);
  if (start === interval) return [item(interval, repeats(times))];
  // An item repeats at the interval of its offset, so a first charge at another offset needs a separate item.
  const first = item(start, false);
  return times === 1
    ? [first]
    : [first, item(interval, repeats(times === undefined ? undefined : times - 1))];
}

/** `repeat` for a number of charges: the count without the first charge. */
function repeats(times: number | undefined): boolean | number {
  if (times === undefined) return true;
  return times === 1 ? false : times - 1;
}

/**
 * Reads a schedule: the sum due at the purchase, and the distinct amounts of later charges.
 *
 * @throws NotSentError (`invalid_request`) for an empty schedule, an amount that is not an integer, more than one currency, or an
 * item after an endless one.
 */
export function dueCharges(price: readonly PriceItem[]): {
  readonly now: Money;
  readonly later: readonly Money[];
} {
  if (!Array.isArray(price) || price.length === 0) refuseArgument("price", "must hold at least one price");
  const { currency } = Object(price[0]) as PriceItem;
  for (const item of price) {
    checkMinor("price", Object(item).amountMinor, "hold amountMinor,");
    if (item.currency !== currency) refuseArgument("price", "must be in one currency");
  }
  const steps = scheduleSteps(price);
  if (steps.length < price.length)
    refuseArgument("price", "must hold no price after one that repeats until canceled");
  const sum = steps.reduce((total, { day, item }) => total + (day === 0 ? item.amountMinor : 0), 0);
  checkMinor("price", sum);
  const later = steps.filter(({ day, times }) => day > 0 || times > 1).map(({ item }) => item.amountMinor);
  return {
    now: { amountMinor: sum, currency },
    later: [...new Set(later)].map((amountMinor) => ({ amountMinor, currency })),
  };
}

/** @throws NotSentError (`invalid_request`) */
export function checkMinor(path: string, amountMinor: unknown, verb = "be"): void {
  if (Number.isSafeInteger(amountMinor) && Number(amountMinor) >= 0) return;
  refuseArgument(path, `must ${verb} a whole number of minor units (cents)`);
}

function whole(name: string, value: number, min: number, max: number): number {
  return checkWhole(name, value, [min, max], refuseArgument);
}
