import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EmptyCopies } from "./empty-copies.ts";
import { type Database, openPglite } from "./open.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cardpane-copies-"));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

const tables = async ({ db }: Database) => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
};

it("the first database of a process leaves a copy, from which the next process starts with the same tables and no rows", async () => {
  const first = await openPglite(undefined, new EmptyCopies(folder));
  await first.db.execute(sql`create table made_later (id int)`);
  const made = await tables(first);
  await first.close();
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^empty-database-[0-9a-f]{16}\.tar\.gz$/)]);

  const copies = new EmptyCopies(folder);
  const copy = await copies.find();
  expect(copy?.size).toBeGreaterThan(1_000_000);
  const second = await openPglite(undefined, copies);
  expect([...(await tables(second)), "made_later"].sort()).toEqual(made);
  const { rows } = await second.db.execute(sql`select count(*)::int as count from merchants`);
  expect(rows).toEqual([{ count: 0 }]);
  await second.close();
});

it("a truncated copy is created again", async () => {
  await (await openPglite(undefined, new EmptyCopies(folder))).close();
  const [name] = await readdir(folder);
  await writeFile(join(folder, name as string), "cut");
  const database = await openPglite(undefined, new EmptyCopies(folder));
  expect(await tables(database)).toContain("merchants");
  await database.close();
  expect(await new EmptyCopies(folder).find()).toBeDefined();
});

it("a database is opened even if no copy can be kept", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  const database = await openPglite(undefined, new EmptyCopies(join(file, "cache")));
  expect(await tables(database)).toContain("merchants");
  await database.close();
});

it("a database on a folder starts from the copy, and keeps its rows", async () => {
  const copies = new EmptyCopies(join(folder, "cache"));
  const data = join(folder, "data");
  const first = await openPglite(data, copies);
  expect(await copies.find()).toBeDefined();
  await first.db.execute(sql`create table made_later (id int)`);
  await first.close();
  const again = await openPglite(data, copies);
  expect(await tables(again)).toContain("made_later");
  await again.close();
  expect((await readdir(folder)).sort()).toEqual(["cache", "data"]);
});

it("an unfinished database of a killed start is created again", async () => {
  const data = join(folder, "data");
  await mkdir(`${data}.unfinished/base`, { recursive: true });
  await writeFile(join(`${data}.unfinished`, "PG_VERSION"), "");
  const database = await openPglite(data);
  expect(await tables(database)).toContain("merchants");
  await database.close();
  expect(await readdir(folder)).toEqual(["data"]);
});
