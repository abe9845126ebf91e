/** Due rows of a table, by a time column, except the rows that are set aside. */
import { and, asc, isNotNull, lte, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { isNotSetAside } from "./failed-jobs.ts";
import type { Db } from "./open.ts";
import type { JobName } from "./schema-outbox.ts";

/** The rows that a scheduled job works on. */
export interface DueRows<Row> {
  readonly name: JobName;
  /** When the next row is due. */
  next(db: Db): Promise<Date | undefined>;
  /** The row that has been due longest, locked; rows that another transaction has locked are skipped. */
  find(db: Db, now: Date): Promise<Row | undefined>;
}

/**
 * The due rows of a table.
 *
 * @param at the column of the time; a row without one is not due.
 * @param isOpen which rows can fall due.
 */
export function dueRows<Table extends PgTable & { readonly id: AnyPgColumn }>(
  name: JobName,
  table: Table,
  at: AnyPgColumn,
  isOpen?: SQL,
): DueRows<Table["$inferSelect"]> {
  const from: PgTable = table;
  return {
    name,
    next: async (db) => {
      const [row] = await db
        .select({ at })
        .from(from)
        .where(and(isOpen, isNotNull(at), isNotSetAside(db, name, table.id)))
        .orderBy(asc(at))
        .limit(1);
      return (row?.at as Date | undefined) ?? undefined;
    },
    find: async (db, now) => {
      const [row] = await db
        .select()
        .from(from)
        .where(and(isOpen, lte(at, now), isNotSetAside(db, name, table.id)))
        .orderBy(asc(at), asc(table.id))
        .limit(1)
        .for("update", { skipLocked: true });
      return row as Table["$inferSelect"] | undefined;
    },
  };
}
