/** Times in the wallet's format. */
import type { Moment } from "@cardpane/gateway";

/** A time: `{ date: "2031-12-24 18:00:00.000000", timezone_type: 3, timezone: "UTC" }`. */
export function momentOf(time: Date): Moment {
  // Type 3 is PHP's type for a named time zone.
  const date = `${time.toISOString().slice(0, -1).replace("T", " ")}000`;
  return { date, timezone_type: 3, timezone: "UTC" };
}

/** A time, or `null` without one. */
export function maybeMoment(time: Date | null): Moment | null {
  return time && momentOf(time);
}
