/**
 * Runs due work: second steps that nobody answered, charges of subscriptions, notifications.
 *
 * The scheduler wakes when the next work is due. A call may also move the clock; everything due on the way then runs at its own
 * time and in order:
 *
 *   while something is due by the target: move the clock to its time, run all that is due then, let its deliveries arrive
 *
 * Each charge and each expiry is one database transaction. Deliveries run in parallel (see notifications/delivery-worker.ts): the scheduler waits for slow receivers at the end, and
 * returns the events in the order of the times at which they were due.
 */
import { setTimeout as pause } from "node:timers/promises";
import { describeFailure } from "../describe-failure.ts";
import type { SandboxClock } from "./clock.ts";
import type { LogFailure, ScheduledJob } from "./scheduled-job.ts";
import type { TimelineEvent } from "./timeline-event.ts";

/** A move of the clock: its start, and the events so far. */
export interface Travel {
  readonly from: Date;
  readonly events: TimelineEvent[];
}

/** Work that runs in parallel to the scheduler, which starts it and may wait for it. */
export interface Background {
  next(): Promise<Date | undefined>;
  /** Starts due work, without waiting. */
  startDue(): void;
  /** Tells of a move of the clock; `undefined` once it is over. */
  setTravel(travel: Travel | undefined): void;
  /** Waits for work in progress, and only briefly for slow work. */
  drain(): Promise<void>;
  /** Whether no work is in progress. */
  isIdle(): boolean;
  /** Waits until some work in progress ends. */
  waitForOne(): Promise<void>;
}

export interface SchedulerDeps {
  readonly clock: SandboxClock;
  readonly due: readonly ScheduledJob[];
  readonly deliveries: Background;
  readonly logFailure: LogFailure;
}

const shortestSleepMs = 20;
/** Longer than that it sleeps only in parts: the machine's own clock may be set. */
const longestSleepMs = 60_000;
/** Calls of wake within this time are served by one look: each payment wakes it, and a look costs some queries. */
const gatherMs = 50;
/** After a failure of the database, and for deliveries that may have met one, it looks again after this time. */
const recheckMs = 1_000;

/** The scheduler does nothing automatically before {@link Scheduler.start}. */
export class Scheduler {
  readonly #deps: SchedulerDeps;
  readonly #alone = mutex();
  #state: "idle" | "started" | "stopped" = "idle";
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  #isWoken = false;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
  }

  /** From now on it wakes automatically. */
  start(): void {
    if (this.#state === "idle") this.#state = "started";
    this.wake();
  }

  /** Stops waking and waits for work in progress; may be called twice. */
  async stop(): Promise<void> {
    this.#state = "stopped";
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#alone(async () => undefined);
  }

  /** Looks for due work soon: after the clock was set or an attempt failed, there may be some. */
  wake(): void {
    if (this.#state !== "started" || this.#isWoken) return;
    this.#isWoken = true;
    this.#sleep(gatherMs);
  }

  /** Sends the notifications that a committed transaction may have put into the outbox. */
  handleCommit(): void {
    if (this.#state === "started") this.#deps.deliveries.startDue();
    this.wake();
  }

  /** Runs everything that is due now and waits for it. */
  runDue(): Promise<readonly TimelineEvent[]> {
    return this.#alone(async () => this.#runUntil(await this.#deps.clock.now()));
  }

  /**
   * Moves the clock, and runs everything due on the way forward. Moves run one after the other: one back during another would leave
   * deliveries due in its future, and it would wait for them.
   *
   * @param targetOf the time to move to, from the time at which the move begins.
   */
  async move(targetOf: (now: Date) => Date): Promise<readonly TimelineEvent[]> {
    const { clock } = this.#deps;
    try {
      return await this.#alone(async () => {
        const now = await clock.now();
        const target = targetOf(now);
        const isBack = target < now;
        const events = isBack ? [] : await this.#runUntil(target);
        // Work that a stopping sandbox did not run is due when it starts again.
        if (!this.#isStopped() && (isBack || (await clock.now()) < target)) await clock.moveTo(target);
        return events;
      });
    } finally {
      this.wake();
    }
  }

  /** Changes the clock between two moves. */
  async setClock(action: "freeze" | "run" | "reset"): Promise<void> {
    await this.#alone(() => this.#deps.clock[action]());
    this.wake();
  }

  #isStopped(): boolean {
    return this.#state === "stopped";
  }

  /** @throws the first failure of a kind of work, once the other kinds have run. */
  async #runTimed(now: Date, events: TimelineEvent[]): Promise<void> {
    const failures: unknown[] = [];
    for (const work of this.#deps.due) {
      try {
        for (let event = await work.runOne(now); event; event = await work.runOne(now)) events.push(event);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async #runUntil(target: Date): Promise<readonly TimelineEvent[]> {
    const { clock, deliveries } = this.#deps;
    const events: TimelineEvent[] = [];
    let moment = await clock.now();
    deliveries.setTravel({ from: moment, events });
    try {
      for (;;) {
        const before = events.length;
        await this.#runTimed(moment, events);
        deliveries.startDue();
        await deliveries.drain();
        if (this.#isStopped()) break;
        // Asked before the times: an attempt that fails after they were read would be due again.
        const isIdle = deliveries.isIdle();
        const next = Math.min(...(await this.#nextTimes()));
        if (next > target.getTime()) {
          if (isIdle) break;
          await deliveries.waitForOne();
        } else if (next > moment.getTime()) {
          moment = new Date(next);
        } else if (events.length === before) {
          // A notification is due, and as many as possible are in progress.
          await pause(shortestSleepMs);
        }
        // Also after the machine's own clock was set back.
        if (moment > (await clock.now())) await clock.moveTo(moment);
      }
    } finally {
      deliveries.setTravel(undefined);
    }
    return inOrder(events);
  }

  /** Runs due work, if there is any, and returns the time until the next look, in milliseconds. */
  async #look(): Promise<number> {
    const { clock, deliveries } = this.#deps;
    const now = (await clock.now()).getTime();
    const [nextDelivery = now, ...times] = await this.#nextTimes((error) => {
      this.#log(error);
      return new Date(now + recheckMs);
    });
    // The delivery worker continues until nothing is left, and wakes the scheduler if something is due later.
    if (nextDelivery <= now) deliveries.startDue();
    if (times.some((time) => time <= now)) {
      await this.#alone(async () => this.#runTimed(await clock.now(), []));
      return 0;
    }
    return Math.min(...times, nextDelivery <= now ? now + recheckMs : nextDelivery) - now;
  }

  /** When deliveries and each kind of work are due next, in milliseconds; `onFailure` stands in for one that cannot be read. */
  #nextTimes(onFailure: (error: unknown) => Date = rethrow): Promise<readonly number[]> {
    const { deliveries, due } = this.#deps;
    return Promise.all(
      [deliveries, ...due].map(async (work) => {
        const time = await work.next().catch(onFailure);
        return time?.getTime() ?? Number.POSITIVE_INFINITY;
      }),
    );
  }

  #log(error: unknown): void {
    this.#deps.logFailure({ work: "schedule", failure: describeFailure(error) });
  }

  #sleep(ms: number): void {
    if (this.#state !== "started") return;
    clearTimeout(this.#timer);
    const time = Math.max(shortestSleepMs, Math.min(ms, longestSleepMs));
    this.#timer = setTimeout(() => {
      this.#looking = this.#looking.then(() => this.#wakeUp());
    }, time);
    this.#timer.unref();
  }

  /** Looks for due work once. A call of wake in the meantime causes another look. */
  async #wakeUp(): Promise<void> {
    this.#isWoken = false;
    const waitMs = await this.#look().catch((error: unknown) => {
      this.#log(error);
      return recheckMs;
    });
    if (!this.#isWoken) this.#sleep(waitMs);
  }
}

/**
 * Orders events by time; at the same time, events that caused notifications come first, then the notifications, those of one
 * order as they were sent. Parallel notifications may have ended in any order.
 */
function inOrder(events: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const isNotified = ({ kind }: TimelineEvent) => Number(kind === "notified");
  return [...events].sort(
    (one, other) =>
      one.at.getTime() - other.at.getTime() ||
      isNotified(one) - isNotified(other) ||
      (one.kind === "notified" ? queueOf(one) - queueOf(other) : 0),
  );
}

function queueOf({ orderId, accountId }: TimelineEvent): number {
  return Number(orderId ?? accountId);
}

function rethrow(error: unknown): never {
  throw error;
}

/** Runs tasks one after the other. */
function mutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
