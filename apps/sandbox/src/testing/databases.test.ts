import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { testDatabases } from "./databases.ts";

it.each(testDatabases)(
  "$name: what a test left running cannot reach the database of the next one",
  async ({ open }) => {
    const last = await open();
    await last.close();
    const next = await open();
    await expect((async () => last.db.execute(sql`select 1`))()).rejects.toThrow();
    expect((await next.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await next.close();
  },
);
