/**
 * What the planner knows of the tables. A PostgreSQL server finds it out by itself as tables grow; PGlite has nobody who
 * does, and without it a page of a long list of transactions is sorted and not read from its index.
 */
import { sql } from "drizzle-orm";
import type { Database } from "./open.ts";

/** Below so many rows any plan is quick. */
const fewRows = 1_000;

/** Looks at the transactions again where they have doubled since the last look. */
export async function refreshStatistics({ db, kind }: Database): Promise<void> {
  if (kind !== "pglite") return;
  const { rows } = await db.execute<{ known: number; size: number }>(sql`
    select reltuples::float8 as known, (select coalesce(max(id) - min(id), 0)::float8 from wallet_transactions) as size
    from pg_class where oid = 'wallet_transactions'::regclass`);
  const { known = 0, size = 0 } = rows[0] ?? {};
  if (size > fewRows && size > 2 * known) await db.execute(sql`analyze wallet_transactions`);
}
