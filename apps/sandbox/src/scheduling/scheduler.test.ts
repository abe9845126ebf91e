/** The scheduler alone, with work that fails or falls due at the last moment. */
import { describe, expect, it } from "vitest";
import type { SandboxClock } from "./clock.ts";
import { type Background, Scheduler, type SchedulerDeps } from "./scheduler.ts";

const start = new Date("2026-06-15T12:00:00.000Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

const by = (seconds: number) => (now: Date) => new Date(now.getTime() + seconds * 1_000);

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
  isIdle: () => true,
  waitForOne: async () => undefined,
};

const schedulerOf = (deps: Partial<SchedulerDeps>) =>
  new Scheduler({
    clock: stillClock(),
    deliveries: nothingToSend,
    due: [],
    logFailure: () => undefined,
    ...deps,
  });

it("looks again after a failure of the database, and runs what is due", async () => {
  const failures: unknown[] = [];
  let [looks, runs] = [0, 0];
  const scheduler = schedulerOf({
    due: [
      {
        next: async () => {
          looks += 1;
          if (looks === 1) throw new Error("gone");
          return runs === 0 ? start : undefined;
        },
        runOne: async () => {
          runs += 1;
          return undefined;
        },
      },
    ],
    logFailure: (failure) => failures.push(failure),
  });
  scheduler.start();
  await expect.poll(() => runs).toBe(1);
  await scheduler.stop();
  expect(failures).toEqual([{ work: "schedule", failure: expect.stringMatching(/^Error \| at /) }]);
});

it.each(["next", "runOne"] as const)(
  "runs the other kinds of work if %s of one always fails",
  async (broken) => {
    let runs = 0;
    const bad = { next: async () => start, runOne: async () => undefined };
    const good = {
      next: async () => (runs === 0 ? start : undefined),
      runOne: async () => {
        runs += 1;
        return undefined;
      },
    };
    const fail = () => Promise.reject(new Error("gone"));
    const failures: unknown[] = [];
    const scheduler = schedulerOf({
      due: [{ ...bad, [broken]: fail }, good],
      logFailure: (failure) => failures.push(failure),
    });
    scheduler.start();
    await expect.poll(() => runs).toBe(1);
    await scheduler.stop();
    expect(failures[0]).toEqual({ work: "schedule", failure: expect.stringMatching(/^Error \| at /) });
  },
);

describe("moving the clock", () => {
  it("fails with the failure of work, and can be repeated", async () => {
    const clock = stillClock();
    let tries = 0;
    const runOne = async () => {
      tries += 1;
      if (tries === 1) throw new Error("gone");
      return undefined;
    };
    const scheduler = schedulerOf({ clock, due: [{ next: async () => undefined, runOne }] });
    await expect(scheduler.move(by(60))).rejects.toThrow("gone");
    expect(await clock.now()).toEqual(start);
    await scheduler.move(by(60));
    expect(await clock.now()).toEqual(after(60));
  });

  it("makes the second attempt if the first fails during the last look", async () => {
    const clock = stillClock();
    const made: Date[] = [];
    let isUnderWay = true;
    let dueAt: Date | undefined;
    const deliveries: Background = {
      ...nothingToSend,
      // The attempt fails right after the times were read.
      next: async () => {
        const read = dueAt;
        if (isUnderWay) dueAt = after(5);
        isUnderWay = false;
        return read;
      },
      isIdle: () => !isUnderWay,
      drain: async () => {
        const now = await clock.now();
        if (!dueAt || dueAt > now) return;
        dueAt = undefined;
        made.push(now);
      },
    };
    await schedulerOf({ clock, deliveries }).move(by(60));
    expect(made).toEqual([after(5)]);
    expect(await clock.now()).toEqual(after(60));
  });

  it("ends when the machine's clock was set back on the way", async () => {
    const clock = stillClock();
    const made: Date[] = [];
    const due = [after(5), after(10)];
    let wasSetBack = false;
    const deliveries: Background = {
      ...nothingToSend,
      next: async () => due[0],
      drain: async () => {
        const now = await clock.now();
        if (!due[0] || due[0] > now) return;
        made.push(now);
        due.shift();
      },
      startDue: () => {
        if (due.length !== 1 || wasSetBack) return;
        wasSetBack = true;
        void clock.moveTo(start);
      },
    };
    await schedulerOf({ clock, deliveries }).move(by(60));
    expect(made).toEqual([after(5), after(10)]);
    expect(await clock.now()).toEqual(after(60));
  });

  it("adds up moves that are asked for at once, and sets the clock back only between them", async () => {
    const clock = stillClock();
    const scheduler = schedulerOf({ clock });
    await Promise.all([scheduler.move(by(20)), scheduler.move(by(20))]);
    expect(await clock.now()).toEqual(after(40));
    const moves = [scheduler.move(by(20)), scheduler.move(() => start)];
    await Promise.all([...moves, scheduler.move(by(5))]);
    expect(await clock.now()).toEqual(after(5));
  });
});
