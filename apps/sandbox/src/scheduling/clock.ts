/**
 * The one clock that everything in the sandbox obeys: tokens, kept answers, second steps, subscriptions, retries.
 *
 *   running (the machine's time, plus an offset)  --freeze-->  frozen (stands still)  --run-->  running from there
 *
 * Its position is in the database, so that it outlives a restart and is the same for every process on one PostgreSQL.
 * Only what concerns a process and not the sandbox's world goes by the machine's own time: locks, leases, time-outs.
 */
import { type ClockPosition, readClock, writeClock } from "../db/clocks.ts";
import type { Database } from "../db/open.ts";

/** How the clock stands. */
export interface ClockState {
  readonly now: Date;
  readonly mode: "running" | "frozen";
  /** Ahead of the machine's time by so much. */
  readonly offsetMs: number;
}

/** The sandbox's clock. It only reads and sets the time: the scheduler runs what a move makes due. */
export interface SandboxClock {
  now(): Promise<Date>;
  state(): Promise<ClockState>;
  /** Moves it, and lets it go on as it did: running or frozen. */
  moveTo(time: Date): Promise<void>;
  /** Stops it where it is. */
  freeze(): Promise<void>;
  /** Lets it run on from where it is. */
  run(): Promise<void>;
  /** Back to the machine's time. */
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
  // A database in this process has no other writer; one on a server is read each time.
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
