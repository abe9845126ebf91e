/** Due rows of a table, by a time column. */
import { and, asc, isNotNull, lte, notInArray, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./open.ts";

/** The rows that a scheduled job works on, without those that are set aside. */
export interface DueRows<Row> {
  /** The job's name in the log. */
  readonly name: string;
  /** When the next row is due. */
  next(db: Db, setAside: readonly number[]): Promise<Date | undefined>;
  /** The row that has been due longest, locked; rows that another transaction has locked are skipped. */
  find(db: Db, now: Date, setAside: readonly number[]): Promise<Row | undefined>;
}

/**
 * The due rows of a table.
 *
 * @param at the column of the time; a row without one is not due.
 * @param isOpen which rows can fall due.
 */
export function dueRows<Table extends PgTable & { readonly id: AnyPgColumn }>(
  name: string,
  table: Table,
  at: AnyPgColumn,
  isOpen?: SQL,
): DueRows<Table["$inferSelect"]> {
  const from: PgTable = table;
  return {
    name,
    next: async (db, setAside) => {
      const [row] = await db
        .select({ at })
        .from(from)
        .where(and(isOpen, isNotNull(at), notInArray(table.id, [...setAside])))
        .orderBy(asc(at))
        .limit(1);
      return (row?.at as Date | undefined) ?? undefined;
    },
    find: async (db, now, setAside) => {
      const [row] = await db
        .select()
        .from(from)
        .where(and(isOpen, lte(at, now), notInArray(table.id, [...setAside])))
        .orderBy(asc(at), asc(table.id))
        .limit(1)
        .for("update", { skipLocked: true });
      return row as Table["$inferSelect"] | undefined;
    },
  };
}
