import { describe, expect, it } from "vitest";
import { oneMore, waitMs } from "./throttle.ts";

const start = Date.UTC(2026, 5, 15, 12);
const after = (ms: number) => new Date(start + ms);
const failed = (failures: number) => ({ failures, lastAt: after(0) });
const minute = 60_000;

describe("the throttle of logins", () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30_000],
    [6, minute],
    [7, 2 * minute],
    [9, 8 * minute],
    [10, 15 * minute],
    [1000, 15 * minute],
  ])("lets wait after %d failures: %d ms", (failures, wait) => {
    expect(waitMs(failed(failures), after(0))).toBe(wait);
    expect(waitMs(failed(failures), after(Math.max(0, wait - 1)))).toBe(wait === 0 ? 0 : 1);
    expect(waitMs(failed(failures), after(wait))).toBe(0);
  });

  it("delays requests that are concurrent with the failure, but none after the clock was moved back", () => {
    expect(waitMs(failed(5), after(-5))).toBe(30_005);
    expect(waitMs(failed(5), after(-15 * minute))).toBe(15 * minute + 30_000);
    expect(waitMs(failed(5), after(-15 * minute - 1))).toBe(0);
  });

  it("counts failures in a row, and resets them after a day without one", () => {
    const day = 24 * 60 * minute;
    expect(oneMore(failed(4), after(day - 1))).toEqual({ failures: 5, lastAt: after(day - 1) });
    expect(oneMore(failed(4), after(day))).toEqual({ failures: 1, lastAt: after(day) });
  });
});
