/** The plain statements on one row of any table. */
import { eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Change, type Db, onlyRow } from "./open.ts";

/** Stores a row. */
export async function insertRow<Table extends PgTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
): Promise<Table["$inferSelect"]> {
  return onlyRow(
    await db
      .insert(table as PgTable)
      .values(row)
      .returning(),
  );
}

/** Updates a row by its id; a column that is `undefined` is unchanged. */
export async function updateRow<Table extends PgTable & { readonly id: AnyPgColumn }>(
  db: Db,
  table: Table,
  id: number | string,
  change: Change<Table["$inferInsert"]>,
): Promise<Table["$inferSelect"]> {
  const changed = db.update(table as PgTable).set(change);
  return onlyRow(await changed.where(eq(table.id, id)).returning());
}

/** How a row is read. */
export interface Reading {
  /** Locks the row until the transaction ends. @default false */
  readonly lock?: boolean;
}

/** The row that meets a condition; `undefined` if there is none. */
export async function findRow<Table extends PgTable>(
  db: Db,
  table: Table,
  which: SQL | undefined,
  { lock = false }: Reading = {},
): Promise<Table["$inferSelect"] | undefined> {
  const query = db
    .select()
    .from(table as PgTable)
    .where(which);
  const [row] = await (lock ? query.for("update") : query);
  return row;
}
