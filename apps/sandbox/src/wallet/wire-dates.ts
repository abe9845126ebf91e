/** Moments as the wallet writes them. */
import type { Moment } from "@cardpane/contract/gateway";

/** A moment: `{ date: "2031-12-24 18:00:00.000000", timezone_type: 3, timezone: "UTC" }`. */
export function momentOf(time: Date): Moment {
  // Type 3 is PHP's for a time zone that is named.
  const date = `${time.toISOString().slice(0, -1).replace("T", " ")}000`;
  return { date, timezone_type: 3, timezone: "UTC" };
}

/** The moment, or `null` where there is no time. */
export function maybeMoment(time: Date | null): Moment | null {
  return time && momentOf(time);
}
