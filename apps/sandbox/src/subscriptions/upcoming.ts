/** The next charge of a subscription, and its time. Pure functions. */
import { type PriceItem, scheduleSteps } from "@cardpane/gateway";
import type { SubscriptionRow } from "../db/schema.ts";
import { chargeDate, dayMs, lastDay } from "../payments/schedule.ts";

type Schedule = Pick<SubscriptionRow, "price" | "scheduleStart" | "scheduleCycle">;

/** When the last charge of a schedule is due; null for an endless one. */
export function expectedEnd({ price, scheduleStart }: Omit<Schedule, "scheduleCycle">): Date | null {
  const day = lastDay(price);
  return day === undefined ? null : chargeDate(scheduleStart, { day });
}

/**
 * A schedule whose first charge falls on the next renewal, whatever its offset; the later ones follow at their own offsets.
 *
 * *Assumption*: new prices apply from the next renewal on and do not move it.
 */
export function scheduleFrom(
  renewalDate: Date,
  cycle: number,
  [first, ...later]: readonly PriceItem[],
): Schedule {
  const [step] = scheduleSteps(first ? [first] : []);
  if (!first || !step) throw new Error("A schedule without prices.");
  const { amount, currency, repeat } = first;
  const left = repeat === true ? true : Number(repeat ?? 0) - 1;
  const repeated = left === true || left >= 0;
  return {
    price: [
      { amount, currency, offset: "1d" },
      ...(repeated ? [{ amount, currency, offset: `${step.intervalDays}d`, repeat: left }] : []),
      ...later,
    ],
    scheduleStart: new Date(renewalDate.getTime() - dayMs),
    scheduleCycle: cycle,
  };
}
