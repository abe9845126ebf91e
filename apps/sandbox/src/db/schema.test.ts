import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openPglite } from "./open.ts";

let database: Database;
beforeAll(async () => {
  database = await openPglite();
});
afterAll(() => database.close());

it("every reference to a row that can be deleted has an index, so that a reset is not quadratic", async () => {
  // An index helps if it begins with the column and contains every row in which the column is set.
  const { rows } = await database.db.execute(sql`
    select con.conrelid::regclass || '.' || a.attname as column
    from pg_constraint con
    join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[1]
    where con.contype = 'f' and con.confrelid::regclass::text <> 'merchants' and not exists (
      select 1 from pg_index i where i.indrelid = con.conrelid and i.indkey[0] = con.conkey[1]
        and (i.indpred is null
          or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
    order by 1`);
  expect(rows).toEqual([]);
});
