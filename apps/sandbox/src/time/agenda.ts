/**
 * Runs what time makes due: second steps that nobody answered, charges of subscriptions, notifications.
 *
 * By itself it wakes when the next thing is due; a call may also move the clock, and then everything on the way happens
 * at its own time and in order:
 *
 *   while something is due by the target: clock to its time, run all that is due then, let its deliveries arrive
 *
 * Charges and expiries are one database transaction each, on rows locked SKIP LOCKED, so that several processes share
 * them. Deliveries run beside (see notifications/postman.ts): a receiver that takes its time is waited for at the end, so
 * that what happened comes back in the order of the times at which it was due, whatever was quicker.
 */
import { setTimeout as pause } from "node:timers/promises";
import { describeFailure } from "../http/request-log.ts";
import type { SandboxClock } from "./clock.ts";
import type { Happened } from "./happened.ts";
import type { DueWork, LogFailure } from "./scheduled-job.ts";

/** Work that goes on beside: it is set off, and can be waited for. */
export interface Background {
  next(): Promise<Date | undefined>;
  /** Starts what is due, without waiting. */
  kick(): void;
  /** Says that the clock is moved, from this time on; `undefined` when it no longer is. */
  travel(from: Date | undefined): void;
  /** Waits for what is under way, with little patience for what takes long. */
  settle(): Promise<void>;
  /** Waits until something under way is over; `false` where nothing is, here or in another process. */
  waitForOne(): Promise<boolean>;
}

export interface Agenda {
  /** Says that something may have fallen due, or soon will: after the clock was set, after an attempt that failed. */
  wake(): void;
  /** Says that work was committed which may have written notifications: they set out at once. */
  posted(): void;
  /** Runs everything that is due now and waits for it. */
  runDue(): Promise<readonly Happened[]>;
  /** Moves the clock forward, running everything due on the way. A time that has passed already only runs what is due. */
  advanceTo(target: Date): Promise<readonly Happened[]>;
  /** Wakes by itself from now on. */
  start(): void;
  /** Ends the waking and waits for what is under way; may be called twice. */
  stop(): Promise<void>;
}

export interface AgendaDeps {
  readonly clock: SandboxClock;
  readonly due: readonly DueWork[];
  readonly deliveries: Background;
  /** Calls back for every event until the returned function is called. */
  readonly listen: (hear: (event: Happened) => void) => () => void;
  readonly logFailure: LogFailure;
  /** The longest sleep in machine time: how soon another process's doing is noticed. */
  readonly pollMs: number;
}

const shortestSleepMs = 20;
/** Those who wake it within this time are served by one look: each payment does, and a look costs some queries. */
const gatherMs = 50;
/** Deliveries that were set off may have failed on the database: they are looked for again. */
const recheckMs = 1_000;

/** Makes an agenda; it sleeps until {@link Agenda.start}. */
export function createAgenda({ clock, due, deliveries, listen, logFailure, pollMs }: AgendaDeps): Agenda {
  const alone = mutex();
  let state: "idle" | "started" | "stopped" = "idle";
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let again = false;

  async function runTimed(now: Date, heard: (event: Happened) => void): Promise<void> {
    for (const work of due) {
      for (let event = await work.runOne(now); event; event = await work.runOne(now)) heard(event);
    }
  }

  async function nextDue(): Promise<Date | undefined> {
    const times = await Promise.all([...due, deliveries].map((work) => work.next()));
    const found = times.flatMap((time) => (time ? [time.getTime()] : []));
    return found.length ? new Date(Math.min(...found)) : undefined;
  }

  async function runUntil(target: Date): Promise<readonly Happened[]> {
    const events: Happened[] = [];
    const hear = (event: Happened) => events.push(event);
    const stopListening = listen(hear);
    let moment = await clock.now();
    deliveries.travel(moment);
    try {
      for (;;) {
        const before = events.length;
        await runTimed(moment, hear);
        deliveries.kick();
        await deliveries.settle();
        if (state === "stopped") break;
        const next = await nextDue();
        if (!next || next > target) {
          if (await deliveries.waitForOne()) continue;
          break;
        }
        if (next > moment) {
          moment = next;
          if (moment > (await clock.now())) await clock.moveTo(moment);
        } else if (events.length === before) {
          // Due, and yet not run here: another process is at it.
          await pause(shortestSleepMs);
        }
      }
    } finally {
      deliveries.travel(undefined);
      stopListening();
    }
    return inOrder(events);
  }

  /** One look at what is due. Whoever wakes it meanwhile gets another look. */
  async function tick(): Promise<void> {
    again = false;
    // A database that fails is asked again after a while.
    sleep(
      await look().catch((error: unknown) => {
        logFailure({ work: "schedule", failure: describeFailure(error) });
        return pollMs;
      }),
    );
  }

  /** Runs what is due, where anything is, and answers how long there is nothing to do. */
  async function look(): Promise<number> {
    const now = (await clock.now()).getTime();
    const [posted, ...times] = (await Promise.all([deliveries, ...due].map((work) => work.next()))).map(
      (time) => time?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    // The postman goes on until nothing is left, and wakes this where something is due later.
    const isPosting = posted !== undefined && posted <= now;
    if (isPosting) deliveries.kick();
    if (times.some((time) => time <= now)) {
      await alone(async () => runTimed(await clock.now(), () => undefined));
      return 0;
    }
    const later = [posted ?? now, ...times].filter((time) => time > now);
    return Math.min(...later, now + pollMs, now + (isPosting ? recheckMs : pollMs)) - now;
  }

  function wake(): void {
    if (state !== "started" || again) return;
    again = true;
    if (!ticking) sleep(gatherMs);
  }

  function getUp(): void {
    ticking ??= tick().finally(() => {
      ticking = undefined;
      if (again) sleep(gatherMs);
    });
  }

  function sleep(ms: number): void {
    if (state !== "started") return;
    clearTimeout(timer);
    timer = setTimeout(getUp, Math.max(shortestSleepMs, Math.min(ms, pollMs)));
    timer.unref();
  }

  return {
    wake,
    posted: () => {
      if (state === "started") deliveries.kick();
      wake();
    },
    runDue: () => alone(async () => runUntil(await clock.now())),
    advanceTo: (target) =>
      alone(async () => {
        const events = await runUntil(target);
        // What was not run by a sandbox that ends is due when it starts again.
        if (state !== "stopped" && (await clock.now()) < target) await clock.moveTo(target);
        return events;
      }).finally(wake),
    start: () => {
      if (state === "idle") state = "started";
      wake();
    },
    stop: async () => {
      state = "stopped";
      clearTimeout(timer);
      await ticking;
      await alone(async () => undefined);
    },
  };
}

/**
 * By time; at one time first what has led to notifications, then these, those of one order as they went out. What went out
 * side by side may have come back in any order.
 */
function inOrder(events: readonly Happened[]): readonly Happened[] {
  const isNotified = ({ kind }: Happened) => Number(kind === "notified");
  return [...events].sort(
    (one, other) =>
      one.at.getTime() - other.at.getTime() ||
      isNotified(one) - isNotified(other) ||
      (one.kind === "notified" && other.kind === "notified" ? queueOf(one) - queueOf(other) : 0),
  );
}

function queueOf({ orderId, accountId }: Extract<Happened, { kind: "notified" }>): number {
  return Number(orderId ?? accountId);
}

/** Runs one thing after the other. */
function mutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
