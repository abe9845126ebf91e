/** Opens the sandbox's database: PGlite in this process, or a PostgreSQL server. Both get the same migrations. */
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { migrate as migratePostgres } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import { migrationsFolder } from "../package-folder.ts";
import { type EmptyCopies, emptyCopies } from "./empty-copies.ts";

interface Rows<Row> {
  readonly rows: Row[];
}
/** The part of a plain SQL result that both drivers share. */
interface SharedResult extends PgQueryResultHKT {
  readonly type: Rows<this["row"]>;
}

/**
 * A database, or one of its transactions. PGlite has one connection: inside a transaction use only the transaction, since
 * a query on the database would wait forever.
 */
export type Db = PgDatabase<SharedResult>;

/** Columns to write; a column that is `undefined` is unchanged. */
export type Change<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

/** The only row that a statement returns. @throws Error if it returned none. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("A statement returned no row.");
  return row;
}

/** An open database. */
export interface Database {
  readonly kind: "pglite" | "postgresql";
  readonly db: Db;
  close(): Promise<void>;
}

/** An arbitrary number, the same in every sandbox: processes that start together migrate one after the other. */
const migrationLock = 4_202_611;

/** Opens PGlite on a folder, or in memory without a folder. The caller must have locked the folder. */
export async function openPglite(folder?: string, copies: EmptyCopies = emptyCopies): Promise<Database> {
  if (folder !== undefined && !existsSync(folder)) await makeFolder(folder, copies);
  const client = folder === undefined ? await create(copies) : await PGlite.create(folder);
  const db = drizzlePglite({ client });
  await migratePglite(db, { migrationsFolder });
  return { kind: "pglite", db, close: () => client.close() };
}

/** Creates a database from the copy; the first one leaves a copy. */
async function create(copies: EmptyCopies, dataDir?: string): Promise<PGlite> {
  const copy = await copies.find();
  const client = await PGlite.create({ ...(dataDir && { dataDir }), ...(copy && { loadDataDir: copy }) });
  if (copy) return client;
  await migratePglite(drizzlePglite({ client }), { migrationsFolder });
  await copies.add(client);
  return client;
}

/** The folder gets its name when it is complete: a process that is killed leaves no incomplete database. */
async function makeFolder(folder: string, copies: EmptyCopies): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const client = await create(copies, unfinished);
  await client.close();
  await rename(unfinished, folder);
}

/** Connects to a PostgreSQL server by its URL. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // A connection that breaks while idle is replaced on the next use; without a listener its error would end the process.
  pool.on("error", () => undefined);
  try {
    const client = await pool.connect();
    try {
      await client.query("select pg_advisory_lock($1)", [migrationLock]);
      await migratePostgres(drizzlePostgres({ client }), { migrationsFolder });
      await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { kind: "postgresql", db: drizzlePostgres({ client: pool }), close: () => pool.end() };
}
