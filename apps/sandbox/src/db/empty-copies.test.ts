import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EmptyCopies } from "./empty-copies.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cardpane-copies-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** A database whose copy is short. empty-copies.nightly.test.ts opens real ones. */
const database = { dumpDataDir: async () => new Blob(["copied"]) } as unknown as PGlite;
/** What the next process finds. */
const found = async () => (await new EmptyCopies(folder).find())?.text();

it("the next process finds the copy, unless its file is truncated", async () => {
  expect(await found()).toBeUndefined();
  await new EmptyCopies(folder).add(database);
  expect(await found()).toBe("copied");
  const [name = "", ...others] = await readdir(folder);
  expect(others).toEqual([]);
  await writeFile(join(folder, name), "cut");
  expect(await found()).toBeUndefined();
});

it("a folder that cannot be written costs only the next process its copy", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  const copies = new EmptyCopies(join(file, "cache"));
  await copies.add(database);
  expect(await (await copies.find())?.text()).toBe("copied");
  expect(await readdir(folder)).toEqual(["file"]);
});
