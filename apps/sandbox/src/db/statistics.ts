/**
 * The planner's statistics. A PostgreSQL server updates them as tables grow; PGlite has no process that does, and without
 * them a page of a long list of transactions is sorted instead of read from its index.
 */
import { sql } from "drizzle-orm";
import type { Database } from "./open.ts";

/** With fewer rows, any plan is fast. */
const fewRows = 1_000;

/** Analyzes the transactions again if their number has doubled since the last time. */
export async function refreshStatistics({ db, kind }: Database): Promise<void> {
  if (kind !== "pglite") return;
  const { rows } = await db.execute<{ known: number; size: number }>(sql`
    select reltuples::float8 as known, (select coalesce(max(id) - min(id), 0)::float8 from wallet_transactions) as size
    from pg_class where oid = 'wallet_transactions'::regclass`);
  const { known = 0, size = 0 } = rows[0] ?? {};
  if (size > fewRows && size > 2 * known) await db.execute(sql`analyze wallet_transactions`);
}
