/**
 * The one clock of everything in the sandbox: tokens, kept responses, second steps, subscriptions, retries.
 *
 *   running (the machine's time, plus an offset)  --freeze-->  frozen (at one time)  --run-->  running from there
 *
 * Its position is stored in the database, so that it survives a restart. Only locks and time-outs, which concern a process and not
 * the simulated world, use the machine's own time.
 */
import type { Db } from "../db/open.ts";
import { findRow, upsertRow } from "../db/rows.ts";
import { clocks } from "../db/schema-outbox.ts";

/** The id of the only row. */
const id = 1;

/** The position of the clock relative to the machine's. */
interface ClockPosition {
  /** How far it is ahead of the machine's clock while it runs, in milliseconds. */
  readonly offsetMs: number;
  /** The time at which it is frozen; null while it runs. */
  readonly frozenAt: Date | null;
}

/** The state of the clock. */
export interface ClockState {
  readonly now: Date;
  readonly mode: "running" | "frozen";
  /** How far it is ahead of the machine's time, in milliseconds. */
  readonly offsetMs: number;
}

/** The sandbox's clock. It only reads and sets the time: the scheduler runs the work that a move makes due. */
export interface SandboxClock {
  now(): Promise<Date>;
  state(): Promise<ClockState>;
  /** Moves it; a running clock continues to run, a frozen one stays frozen. */
  moveTo(time: Date): Promise<void>;
  /** Freezes it at its current time. */
  freeze(): Promise<void>;
  /** Continues it from its current time. */
  run(): Promise<void>;
  /** Returns it to the machine's time. */
  reset(): Promise<void>;
}

/**
 * Opens the clock of a database.
 *
 * @param systemNow the machine's time in Unix milliseconds.
 */
export function openClock(db: Db, systemNow: () => number): SandboxClock {
  let known: ClockPosition | undefined;
  const read = async () => {
    // Without a stored position, the clock shows the machine's time.
    known ??= (await findRow(db, clocks, { id })) ?? { offsetMs: 0, frozenAt: null };
    return known;
  };
  const write = async (aheadMs: number, frozenAt: Date | null = null) => {
    const position = { offsetMs: Math.round(aheadMs), frozenAt };
    await upsertRow(db, clocks, { id, ...position }, [clocks.id], position);
    known = position;
  };
  const timeOf = ({ frozenAt, offsetMs }: ClockPosition) => frozenAt ?? new Date(systemNow() + offsetMs);
  const now = async () => timeOf(await read());

  return {
    now,
    state: async () => {
      const position = await read();
      const time = timeOf(position);
      return {
        now: time,
        mode: position.frozenAt ? "frozen" : "running",
        offsetMs: time.getTime() - systemNow(),
      };
    },
    moveTo: async (time) => {
      const { frozenAt } = await read();
      await write(time.getTime() - systemNow(), frozenAt && time);
    },
    freeze: async () => {
      const frozenAt = await now();
      await write(frozenAt.getTime() - systemNow(), frozenAt);
    },
    run: async () => write((await now()).getTime() - systemNow()),
    reset: () => write(0),
  };
}
