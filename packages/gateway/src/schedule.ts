/**
 * The price schedule (section 2.4), read as a sequence of charges: the one reading of it, for the client and the sandbox.
 *
 * *Assumptions*, since the interface says little: an item is charged `offset` days after the previous one, the first item after
 * the purchase. `repeat: true` charges it without end at that interval, a number that many more times. A repeated item without
 * an interval repeats every 30 days. All charges on the day of the purchase are made at once, in one sum.
 */

/** The fields of a price item that set the days of its charges. */
export interface ScheduledItem {
  readonly offset?: string | undefined;
  readonly repeat?: boolean | number | undefined;
}

/** The charges of one price item. */
export interface ScheduleStep<Item extends ScheduledItem> {
  readonly item: Item;
  /** Position of the item. */
  readonly index: number;
  /** Days from the purchase to its first charge. */
  readonly day: number;
  /** Days between two of its charges. */
  readonly intervalDays: number;
  /** Number of its charges, 1 or more; `Infinity` until canceled. */
  readonly times: number;
}

/** Days between the charges of a repeated item without an offset. */
const defaultIntervalDays = 30;

/** Reads a schedule, up to its first endless item: no later one is ever charged. See {@link unreachableItem}. */
export function scheduleSteps<Item extends ScheduledItem>(
  price: readonly Item[],
): readonly ScheduleStep<Item>[] {
  const steps: ScheduleStep<Item>[] = [];
  let last = 0;
  for (const [index, item] of price.entries()) {
    const offset = Number.parseInt(item.offset ?? "0", 10);
    const intervalDays = offset || defaultIntervalDays;
    const times = item.repeat === true ? Number.POSITIVE_INFINITY : 1 + Number(item.repeat ?? 0);
    const day = last + offset;
    steps.push({ item, index, day, intervalDays, times });
    if (times === Number.POSITIVE_INFINITY) break;
    last = day + (times - 1) * intervalDays;
  }
  return steps;
}

/** Position of the first item that is never charged, because the item before it repeats until canceled. */
export function unreachableItem(price: readonly ScheduledItem[]): number | undefined {
  const next = scheduleSteps(price).length;
  return next < price.length ? next : undefined;
}
