/**
 * Work on rows that fall due. A row whose work fails is tried again at once, a few times, and is then set aside, so that it
 * holds nothing up:
 *
 *   due --done--> no longer due      due --failed three times--> set aside --POST /admin/failed-jobs/{id}/retry--> due
 */
import type { DueRows } from "../db/due-rows.ts";
import { setAside } from "../db/failed-jobs.ts";
import type { Db } from "../db/open.ts";
import { describeFailure } from "../http/request-log.ts";
import type { DomainSettings, OperationContext } from "../operation-context.ts";
import type { TimelineEvent } from "./timeline-event.ts";

/** A kind of thing that falls due. */
export interface ScheduledJob {
  /** When the next one is due; `undefined` when there is none. */
  next(): Promise<Date | undefined>;
  /** Runs one that is due; `undefined` when there is none left. */
  runOne(now: Date): Promise<TimelineEvent | undefined>;
}

/** Something that failed outside of a request. It holds no value, only where and how it failed. */
export interface BackgroundFailure {
  /**
   * The job, or what else runs by itself: `schedule`, `delivery`, `sweep`. `transaction`: the database gave a request's
   * transaction up, and it is run again.
   */
  readonly work: string;
  /** The row it failed on, where it was one. */
  readonly row?: string;
  /** How often that row was tried in a row, this time included. */
  readonly tries?: number;
  /** The row is not tried again by itself. */
  readonly isSetAside?: boolean;
  readonly failure: string;
}

/** Gets every failure of background work. */
export type LogFailure = (failure: BackgroundFailure) => void;

/** A row that is due, locked or locked by `run`. */
export interface DueRow {
  readonly id: number;
  readonly merchantId: number;
}

/** What a job works with, in a transaction of its own. */
export interface JobContext extends Pick<OperationContext, "tx" | "now" | "vault" | "random"> {
  readonly settings: Pick<DomainSettings, "publicUrl" | "compatibility">;
}

/** What a job needs to run, beside a time. */
export interface JobDeps extends Omit<JobContext, "tx" | "now"> {
  readonly db: Db;
  readonly logFailure: LogFailure;
}

/** A kind of scheduled work: the rows that fall due, and what is done with one. */
interface JobSteps<Row extends DueRow> extends DueRows<Row> {
  /** Works on the row; `undefined` where another process was quicker. */
  readonly run: (context: JobContext, row: Row) => Promise<TimelineEvent | undefined>;
}

/** A deadlock or a lost connection is over with the next try; what fails more often will not mend by itself. */
export const maxTries = 3;

/** Makes scheduled work of its steps. Each row is one transaction. */
export function createJob<Row extends DueRow>(steps: JobSteps<Row>): (deps: JobDeps) => ScheduledJob {
  return (deps) => ({
    next: () => steps.next(deps.db),
    runOne: (now) => runOne(steps, deps, now),
  });
}

async function runOne<Row extends DueRow>(
  { name, find, run }: JobSteps<Row>,
  { db, logFailure, ...given }: JobDeps,
  now: Date,
): Promise<TimelineEvent | undefined> {
  let tries = 0;
  let triedId: number | undefined;
  for (;;) {
    let row: DueRow | undefined;
    try {
      const event = await db.transaction(async (tx) => {
        const found = await find(tx, now);
        row = found;
        return found && run({ ...given, tx, now }, found);
      });
      if (event || !row) return event;
    } catch (error) {
      // Nothing was found to be due: the database itself fails.
      if (!row) throw error;
      const { id, merchantId } = row;
      tries = id === triedId ? tries + 1 : 1;
      triedId = id;
      // Found again though it was set aside: it would be tried without end.
      if (tries > maxTries) throw error;
      const failure = describeFailure(error);
      const isSetAside = tries >= maxTries;
      logFailure({ work: name, row: String(id), tries, isSetAside, failure });
      if (isSetAside) await setAside(db, { merchantId, job: name, rowId: id, tries, failure, failedAt: now });
    }
  }
}
