import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, type FailedAttempt, parseRetryAfter, retryDelayMs, worse } from "./retry.ts";

const budget = { failed: 1, maxRetries: 2, remainingMs: 30_000, onUnknown: "report", random: 0 } as const;
const notSent: FailedAttempt = { outcome: "not_sent", transient: true };
const busy: FailedAttempt = { outcome: "rejected", transient: true };
const doubtful: FailedAttempt = { outcome: "unknown", transient: true };

describe("a failed attempt", () => {
  it.each([
    ["that was not sent is made again", notSent, {}, 125],
    ["that met a busy gateway is made again", busy, {}, 125],
    ["that was not sent waits longer the second time", notSent, { failed: 2 }, 250],
    ["is made again as often as allowed", notSent, { failed: 2, maxRetries: 2 }, 250],
    ["is not made more often", notSent, { failed: 3, maxRetries: 2 }, undefined],
    ["is never made again with no retries", notSent, { maxRetries: 0 }, undefined],
    ["that will not pass is not made again", { ...notSent, transient: false }, {}, undefined],
    ["in doubt is reported", doubtful, {}, undefined],
    [
      "in doubt is made again where the gateway replays the id",
      doubtful,
      { onUnknown: "repeat-same-id" },
      125,
    ],
    ["waits as long as the gateway asks", { ...busy, retryAfterMs: 5_000 }, {}, 5_000],
    ["waits its own time where the gateway asks for less", { ...busy, retryAfterMs: 0 }, {}, 125],
    ["is not made when the wait passes the deadline", { ...busy, retryAfterMs: 30_000 }, {}, undefined],
    ["is not made when no time is left", notSent, { remainingMs: 100 }, undefined],
  ] as const)("%s", (_, attempt, more, delay) => {
    expect(retryDelayMs(attempt, { ...budget, ...more })).toBe(delay);
  });

  it("waits between half and all of a step that doubles each time, and never more than 8 s", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failed, random) => {
          const step = Math.min(250 * 2 ** (failed - 1), 8_000);
          expect(backoffMs(failed, random)).toBeGreaterThanOrEqual(step / 2);
          expect(backoffMs(failed, random)).toBeLessThanOrEqual(step);
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2030-01-01T00:00:00Z");
  it.each([
    [null, undefined],
    ["", undefined],
    ["0", 0],
    [" 3 ", 3_000],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["99999999999", undefined],
    ["Tue, 01 Jan 2030 00:00:07 GMT", 7_000],
    ["Tuesday, 01-Jan-30 00:00:07 GMT", 7_000],
    ["Mon, 31 Dec 2029 00:00:00 GMT", 0],
    ["2030-01-01", undefined],
  ])("%j is %j ms", (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });
});

describe("the outcome of several attempts", () => {
  it.each([
    ["not_sent", "not_sent", "not_sent"],
    ["not_sent", "rejected", "rejected"],
    ["rejected", "not_sent", "rejected"],
    ["unknown", "rejected", "unknown"],
    ["not_sent", "unknown", "unknown"],
  ] as const)("%s, then %s, is %s", (first, second, outcome) => {
    expect(worse(first, second)).toBe(outcome);
  });
});
