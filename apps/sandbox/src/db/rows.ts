/** The plain statements on rows of any table. A row is named by the values of its columns, or by a condition. */
import { defaultLimit } from "@cardpane/gateway";
import { and, eq, getTableColumns, SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Change, type Db, onlyRow } from "./open.ts";

type RowOf<Table extends PgTable> = Table["$inferSelect"];
type Which<Table extends PgTable> = Partial<RowOf<Table>> | SQL | undefined;

/** The condition that columns have the given values; a column whose value is `undefined` may have any. */
export function matching<Table extends PgTable>(table: Table, values: Change<RowOf<Table>>): SQL | undefined {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return conditionOf(table, Object.fromEntries(given) as Partial<RowOf<Table>>);
}

/** Every named column counts: one with an absent value matches no row. No named column is no condition. */
function conditionOf<Table extends PgTable>(table: Table, which: Which<Table>): SQL | undefined {
  if (which === undefined || which instanceof SQL) return which;
  const columns = getTableColumns(table as PgTable);
  return and(...Object.entries(which).map(([name, value]) => eq(columns[name] as AnyPgColumn, value)));
}

/** Stores a row. */
export async function insertRow<Table extends PgTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
): Promise<RowOf<Table>> {
  return onlyRow(
    await db
      .insert(table as PgTable)
      .values(row)
      .returning(),
  );
}

/** Stores a row, or changes the one that has the same values in the columns of `target`. */
export async function upsertRow<Table extends PgTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
  target: readonly AnyPgColumn[],
  set: Change<Table["$inferInsert"]>,
): Promise<RowOf<Table>> {
  const stored = db.insert(table as PgTable).values(row);
  return onlyRow(await stored.onConflictDoUpdate({ target: [...target], set }).returning());
}

/** Updates a row by its id; a column that is `undefined` is unchanged. */
export async function updateRow<Table extends PgTable & { readonly id: AnyPgColumn }>(
  db: Db,
  table: Table,
  id: number | string,
  change: Change<Table["$inferInsert"]>,
): Promise<RowOf<Table>> {
  const changed = db.update(table as PgTable).set(change);
  return onlyRow(await changed.where(eq(table.id, id)).returning());
}

/** Finds a row; `undefined` if there is none, or nothing names one. */
export async function findRow<Table extends PgTable>(
  db: Db,
  table: Table,
  which: Which<Table>,
): Promise<RowOf<Table> | undefined> {
  // Without a condition it selects no row, and never just any.
  const [row] = await select(db, table, conditionOf(table, which) ?? sql`false`);
  return row;
}

/** Deletes rows, and returns how many; none if nothing names one. */
export async function deleteRows<Table extends PgTable>(
  db: Db,
  table: Table,
  which: Which<Table>,
): Promise<number> {
  const named = conditionOf(table, which) ?? sql`false`;
  return (
    await db
      .delete(table as PgTable)
      .where(named)
      .returning({ one: sql`1` })
  ).length;
}

/** Lists rows in an order. */
export async function listRows<Table extends PgTable>(
  db: Db,
  table: Table,
  which: Which<Table>,
  ...orderBy: readonly (SQL | SQLWrapper)[]
): Promise<readonly RowOf<Table>[]> {
  return select(db, table, which).orderBy(...(orderBy as SQL[]));
}

function select<Table extends PgTable>(db: Db, table: Table, which: Which<Table>) {
  return db
    .select()
    .from(table as PgTable)
    .where(conditionOf(table, which));
}

/** A page of a list, and its `meta`. */
export async function readPage<Table extends PgTable>(
  db: Db,
  table: Table,
  which: SQL | undefined,
  orderBy: readonly SQL[],
  {
    limit: perPage = defaultLimit,
    page: currentPage = 1,
  }: { readonly limit?: number | undefined; readonly page?: number | undefined },
) {
  const total = await db.$count(table, which);
  // A list without rows has one empty page; a page after the last one is empty.
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const listed = select(db, table, which).orderBy(...orderBy);
  const rows: RowOf<Table>[] =
    currentPage > lastPage ? [] : await listed.limit(perPage).offset((currentPage - 1) * perPage);
  return { rows, meta: { currentPage, lastPage, perPage, total } };
}
