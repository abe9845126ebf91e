/** Moving the clock runs everything on the way, including work that falls due at the last moment. */
import { describe, expect, it } from "vitest";
import type { SandboxClock } from "./clock.ts";
import { type Background, Scheduler, type SchedulerDeps } from "./scheduler.ts";

const start = new Date("2026-06-15T12:00:00.000Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

/** A clock that stops until it is moved. */
function stillClock(): SandboxClock {
  let now = start;
  return {
    now: async () => now,
    moveTo: async (moment: Date) => {
      now = moment;
    },
  } as SandboxClock;
}

const nothingToSend: Background = {
  next: async () => undefined,
  startDue: () => undefined,
  setTravel: () => undefined,
  drain: async () => undefined,
  waitForOne: async () => false,
};

/** A scheduler that polls once a minute. */
function schedulerOf(deps: Partial<SchedulerDeps>): Scheduler {
  return new Scheduler({
    clock: stillClock(),
    deliveries: nothingToSend,
    due: [],
    logFailure: () => undefined,
    pollMs: 60_000,
    ...deps,
  });
}

/** Work that is due and fails. */
const failing = (what: string) => ({
  next: async () => start,
  runOne: () => Promise.reject(new Error(what)),
});

describe("starting", () => {
  it("starts the deliveries and the other work although one kind of work cannot be read", async () => {
    const done: string[] = [];
    const failures: unknown[] = [];
    const scheduler = schedulerOf({
      deliveries: {
        ...nothingToSend,
        next: async () => start,
        startDue: () => done.push("deliveries"),
      },
      due: [
        {
          next: () => Promise.reject(new Error("no such column")),
          runOne: () => Promise.reject(new Error("no such column")),
        },
        {
          next: async () => start,
          runOne: async () => {
            done.push("other work");
            return undefined;
          },
        },
      ],
      logFailure: (failure) => failures.push(failure),
    });
    scheduler.start();
    await expect.poll(() => done).toEqual(["deliveries", "other work"]);
    await scheduler.stop();
    const failure = { work: "schedule", failure: expect.stringMatching(/^Error \| at /) };
    expect(failures).toMatchObject([failure, failure]);
  });

  it("runs other work when it is due, and not at the next poll, although one kind of work fails", async () => {
    const dueAt = [0, 150].map((ms) => Date.now() + ms);
    const scheduler = schedulerOf({
      clock: { now: async () => new Date() } as SandboxClock,
      due: [
        failing("no such column"),
        {
          next: async () => dueAt.map((ms) => new Date(ms))[0],
          runOne: async (now) => {
            if ((dueAt[0] ?? Number.POSITIVE_INFINITY) <= now.getTime()) dueAt.shift();
            return undefined;
          },
        },
      ],
    });
    scheduler.start();
    await expect.poll(() => dueAt, { timeout: 5_000 }).toEqual([]);
    await scheduler.stop();
  });
});

describe("moving the clock", () => {
  it("runs every kind of work although others fail, fails with the first failure, and logs any other", async () => {
    const done: string[] = [];
    const failures: unknown[] = [];
    const scheduler = schedulerOf({
      deliveries: { ...nothingToSend, startDue: () => done.push("deliveries") },
      due: [
        failing("no such column"),
        {
          next: async () => start,
          runOne: async () => {
            done.push("other work");
            return undefined;
          },
        },
        failing("no such table"),
      ],
      logFailure: (failure) => failures.push(failure),
    });
    await expect(scheduler.advanceTo(after(60))).rejects.toThrow("no such column");
    expect(done).toEqual(["other work", "deliveries"]);
    expect(failures).toMatchObject([{ work: "schedule", failure: expect.stringMatching(/^Error \| at /) }]);
  });

  it("makes the second attempt if the first failed during the last look", async () => {
    const clock = stillClock();
    const made: Date[] = [];
    let isUnderWay = true;
    let dueAt: Date | undefined;
    const deliveries: Background = {
      next: async () => dueAt,
      startDue: () => undefined,
      setTravel: () => undefined,
      drain: async () => {
        const now = await clock.now();
        if (!dueAt || dueAt > now) return;
        dueAt = undefined;
        made.push(now);
      },
      // The attempt ends between the call of next and this call.
      waitForOne: async () => {
        if (isUnderWay) dueAt = after(5);
        isUnderWay = false;
        return false;
      },
    };
    const scheduler = schedulerOf({
      clock,
      deliveries,
    });
    await scheduler.advanceTo(after(60));
    expect(made).toEqual([after(5)]);
    expect(await clock.now()).toEqual(after(60));
  });
});
