/**
 * The one clock of everything in the sandbox: tokens, kept responses, second steps, subscriptions, retries.
 *
 *   running (the machine's time, plus an offset)  --freeze-->  frozen (at one time)  --run-->  running from there
 *
 * Its position is stored in the database, so that it survives a restart and is the same for every process on one PostgreSQL.
 * Only locks, leases and time-outs, which concern a process and not the simulated world, use the machine's own time.
 */
import { type ClockPosition, readClock, writeClock } from "../db/clocks.ts";
import type { Database } from "../db/open.ts";

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
export function openClock(
  { db, kind }: Pick<Database, "db" | "kind">,
  systemNow: () => number,
): SandboxClock {
  let known: ClockPosition | undefined;
  // A database in this process has no other writer, so its position is cached; one on a server is read each time.
  const read = async () => {
    if (known && kind === "pglite") return known;
    known = await readClock(db);
    return known;
  };
  const write = async (position: ClockPosition) => {
    await writeClock(db, position);
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
      const offsetMs = time.getTime() - systemNow();
      const { frozenAt } = await read();
      await write(frozenAt ? { offsetMs, frozenAt: time } : { offsetMs });
    },
    freeze: async () => {
      const frozenAt = await now();
      await write({ offsetMs: frozenAt.getTime() - systemNow(), frozenAt });
    },
    run: async () => write({ offsetMs: (await now()).getTime() - systemNow() }),
    reset: () => write({ offsetMs: 0 }),
  };
}
