/**
 * Empty databases, quickly: PGlite takes seconds to create and to migrate one, and a quarter of that to copy an existing
 * one. The copy contains the tables and no row. It is kept in this process and, for the next process, in the package's
 * cache if that can be written.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { cacheFolder, migrationsFolder } from "../package-folder.ts";

export class EmptyCopies {
  readonly #folder: string;
  #copy: Promise<Blob | undefined> | undefined;

  /** @param folder where the copy is kept for the next process */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The copy; `undefined` if none was created yet. */
  find(): Promise<Blob | undefined> {
    this.#copy ??= this.#read();
    return this.#copy;
  }

  /** Keeps a copy of a newly created and migrated database. */
  async add(client: PGlite): Promise<void> {
    const made = await client.dumpDataDir("none");
    this.#copy = Promise.resolve(made);
    await this.#write(made);
  }

  async #read(): Promise<Blob | undefined> {
    try {
      return new Blob([await promisify(gunzip)(await readFile(await this.#path()))]);
    } catch {
      // The file is missing or truncated: it is created again.
      return undefined;
    }
  }

  /** Processes run side by side: the file is renamed into place, so that it is complete or absent. */
  async #write(made: Blob): Promise<void> {
    const path = await this.#path();
    const own = `${path}.${randomUUID()}`;
    try {
      await mkdir(this.#folder, { recursive: true });
      const level = constants.Z_BEST_SPEED;
      await writeFile(own, await promisify(gzip)(await made.arrayBuffer(), { level }));
      await rename(own, path);
    } catch {
      // A folder that cannot be written only costs the next process time.
      await rm(own, { force: true }).catch(() => undefined);
    }
  }

  /** The name depends on everything that the database is created from: PGlite and the migrations. */
  async #path(): Promise<string> {
    const hash = createHash("sha256").update(await readFile(pgliteEntry()));
    for (const migration of readMigrationFiles({ migrationsFolder })) hash.update(migration.hash);
    return join(this.#folder, `empty-database-${hash.digest("hex").slice(0, 16)}.tar.gz`);
  }
}

/** The copies of this process. */
export const emptyCopies = new EmptyCopies(cacheFolder);

function pgliteEntry(): string {
  return createRequire(import.meta.url).resolve("@electric-sql/pglite");
}
