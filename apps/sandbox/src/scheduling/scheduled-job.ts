/**
 * Work on due rows. A row whose work fails is tried again at once, a few times, and is then set aside until the next start, so
 * that it does not block other rows:
 *
 *   due --done--> no longer due      due --failed three times--> set aside --restart--> due
 */
import { and, asc, isNotNull, lte, notInArray, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/open.ts";
import { inTransaction } from "../db/transaction.ts";
import { describeFailure } from "../describe-failure.ts";
import type { WorkContext } from "../operation-context.ts";
import type { TimelineEvent } from "./timeline-event.ts";

/** A kind of scheduled work. */
export interface ScheduledJob {
  /** When the next row is due; `undefined` if there is none. */
  next(): Promise<Date | undefined>;
  /** Works on one due row; `undefined` if none is left. */
  runOne(now: Date): Promise<TimelineEvent | undefined>;
}

/** A failure outside of a request. It contains no value, only where and how the work failed. */
export interface BackgroundFailure {
  /**
   * The job, or other background work: `schedule`, `delivery`, `sweep`.
   */
  readonly work: string;
  /** The row that the work failed on, if it was a row's. */
  readonly row?: string;
  /** How many times in a row that row was tried, this time included. */
  readonly tries?: number;
  /** Whether the row was set aside: it is not tried again until the next start. */
  readonly isSetAside?: boolean;
  readonly failure: string;
}

/** Receives every failure of background work. */
export type LogFailure = (failure: BackgroundFailure) => void;

/** The dependencies of a job. */
export interface JobDeps extends Pick<WorkContext, "vault" | "settings"> {
  readonly db: Db;
  readonly logFailure: LogFailure;
}

/** A lost connection is over by the next try; work that fails more often will keep failing. */
export const maxTries = 3;

/** A kind of scheduled work: the due rows of a table, and the work on one of them. */
interface JobSteps<Table extends PgTable> {
  /** The job's name in the log. */
  readonly name: string;
  readonly table: Table;
  /** The column of the time; a row without one is not due. */
  readonly at: AnyPgColumn;
  /** Which rows can fall due. @default all */
  readonly isOpen?: SQL | undefined;
  /** Works on the row. */
  readonly run: (context: WorkContext, row: Table["$inferSelect"]) => Promise<TimelineEvent>;
}

/** Creates a scheduled job from its steps. Each row is one transaction. */
export function createJob<Table extends PgTable & { readonly id: AnyPgColumn }>({
  name,
  table,
  at,
  isOpen,
  run,
}: JobSteps<Table>): (deps: JobDeps) => ScheduledJob {
  return ({ db, logFailure, ...given }) => {
    /** How many times in a row each row failed. */
    const failures = new Map<number, number>();
    const isNext = (isDue: SQL) => {
      const setAside = [...failures].flatMap(([id, count]) => (count < maxTries ? [] : [id]));
      return and(isOpen, isDue, notInArray(table.id, setAside));
    };
    const from: PgTable = table;
    return {
      next: async () => {
        const [row] = await db
          .select({ at })
          .from(from)
          .where(isNext(isNotNull(at)))
          .orderBy(asc(at))
          .limit(1);
        return row?.at as Date | undefined;
      },
      runOne: async (now) => {
        for (;;) {
          let id: number | undefined;
          try {
            const event = await inTransaction(db, async (tx) => {
              const due = tx
                .select()
                .from(from)
                .where(isNext(lte(at, now)));
              const [row] = await due.orderBy(asc(at), asc(table.id)).limit(1);
              id = row?.["id"] as number | undefined;
              return row && run({ ...given, tx, now }, row);
            });
            if (id !== undefined) failures.delete(id);
            return event;
          } catch (error) {
            // No due row was found: the database itself fails.
            if (id === undefined) throw error;
            const tries = (failures.get(id) ?? 0) + 1;
            failures.set(id, tries);
            const isSetAside = tries >= maxTries;
            logFailure({ work: name, row: String(id), tries, isSetAside, failure: describeFailure(error) });
          }
        }
      },
    };
  };
}
