/**
 * Empty databases for tests, quickly: making and migrating one takes PGlite seconds, taking a copy of one that was made
 * before a quarter of that. The first one of a set of migrations is kept in the repository's cache.
 */
import { createHash, randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Database, openPglite, openPgliteClient } from "../db/open.ts";
import { migrationsFolder } from "../package-folder.ts";

const cache = fileURLToPath(new URL("../../../../node_modules/.cache/cardpane/", import.meta.url));
let copy: Promise<Blob> | undefined;

/** Opens an empty database in memory, with every migration. */
export async function openFreshPglite(): Promise<Database> {
  copy ??= findCopy();
  return openPglite(undefined, await copy);
}

async function findCopy(): Promise<Blob> {
  const path = `${cache}pglite-${await nameOf()}.tar`;
  try {
    return await openAsBlob(path);
  } catch {
    // Nobody has made it yet.
  }
  const { client, database } = await openPgliteClient();
  const made = await client.dumpDataDir("none");
  await database.close();
  await keep(path, made);
  return made;
}

/** What the database is made of: PGlite and the migrations. */
async function nameOf(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(pgliteEntry()));
  for (const name of (await readdir(migrationsFolder)).sort()) {
    if (name.endsWith(".sql")) hash.update(name).update(await readFile(`${migrationsFolder}/${name}`));
  }
  return hash.digest("hex").slice(0, 16);
}

function pgliteEntry(): string {
  return createRequire(import.meta.url).resolve("@electric-sql/pglite");
}

/** Test files run side by side: a copy is there whole, or not at all. One that cannot be kept is made again. */
async function keep(path: string, made: Blob): Promise<void> {
  const own = `${path}.${randomUUID()}`;
  try {
    await mkdir(cache, { recursive: true });
    await writeFile(own, made.stream());
    await rename(own, path);
  } catch {
    await rm(own, { force: true }).catch(() => undefined);
  }
}
