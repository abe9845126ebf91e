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

/** The clock of a database. It only reads and sets the time: the scheduler runs the work that a move makes due. */
export class SandboxClock {
  readonly #db: Db;
  readonly #systemNow: () => number;
  #known: ClockPosition | undefined;

  /** @param systemNow the machine's time in Unix milliseconds. */
  constructor(db: Db, systemNow: () => number) {
    this.#db = db;
    this.#systemNow = systemNow;
  }

  async now(): Promise<Date> {
    return (await this.state()).now;
  }

  async state(): Promise<ClockState> {
    // Without a stored position, the clock shows the machine's time.
    this.#known ??= (await findRow(this.#db, clocks, { id })) ?? { offsetMs: 0, frozenAt: null };
    const { frozenAt, offsetMs } = this.#known;
    const machineMs = this.#systemNow();
    const now = frozenAt ?? new Date(machineMs + offsetMs);
    return { now, mode: frozenAt ? "frozen" : "running", offsetMs: now.getTime() - machineMs };
  }

  /** Moves it; a running clock continues to run, a frozen one stays frozen. */
  async moveTo(time: Date): Promise<void> {
    await this.#write(time, (await this.state()).mode);
  }

  /** Freezes it at its current time. */
  async freeze(): Promise<void> {
    await this.#write(await this.now(), "frozen");
  }

  /** Continues it from its current time. */
  async run(): Promise<void> {
    await this.#write(await this.now(), "running");
  }

  /** Returns it to the machine's time. */
  async reset(): Promise<void> {
    await this.#write(new Date(this.#systemNow()), "running");
  }

  async #write(time: Date, mode: ClockState["mode"]): Promise<void> {
    const offsetMs = Math.round(time.getTime() - this.#systemNow());
    const position = { offsetMs, frozenAt: mode === "frozen" ? time : null };
    await upsertRow(this.#db, clocks, { id, ...position }, [clocks.id], position);
    this.#known = position;
  }
}
