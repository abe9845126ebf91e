/** Opens the sandbox's database: PGlite in this process, or a PostgreSQL server. Both get the same migrations. */
import { existsSync } from "node:fs";
import { rename, rm, rmdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { migrate as migratePostgres } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import { SandboxError } from "../errors.ts";
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

/** Opens PGlite on a folder, or in memory without a folder. The caller must have locked the folder. */
export async function openPglite(folder?: string, copies: EmptyCopies = emptyCopies): Promise<Database> {
  const client = folder === undefined ? await create(copies) : await openFolder(folder, copies);
  return { kind: "pglite", db: drizzlePglite({ client }), close: () => client.close() };
}

async function openFolder(folder: string, copies: EmptyCopies): Promise<PGlite> {
  // Removes the folder only if it is empty: then there is no data.
  await rmdir(folder).catch(() => undefined);
  if (!existsSync(folder)) await makeFolder(folder, copies);
  const remedy = `Delete the folder ${folder}, or set DATA_DIR to another folder (or to "memory").`;
  const client = await PGlite.create(folder).catch((error: unknown) => {
    throw new SandboxError("old-data", `The data in ${folder} cannot be opened (${error}). ${remedy}`);
  });
  try {
    await refuseOtherVersion(drizzlePglite({ client }), `The data in ${folder}`, remedy);
  } catch (error) {
    await client.close();
    throw error;
  }
  return client;
}

/** The migrations that were run: none in a new database, where a killed start may have left drizzle's empty table. */
async function readMigrations(db: Db): Promise<readonly unknown[]> {
  const known = await db.execute(sql`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`);
  if (known.rows.length === 0) return [];
  return (await db.execute(sql`select hash from drizzle.__drizzle_migrations order by id`)).rows;
}

/** @throws SandboxError `old-data` for tables that another version of the sandbox, or no sandbox, has made. */
async function refuseOtherVersion(db: Db, data: string, remedy: string): Promise<void> {
  const rows = await readMigrations(db);
  const own = readMigrationFiles({ migrationsFolder }).map(({ hash }) => ({ hash }));
  if (JSON.stringify(rows) === JSON.stringify(own)) return;
  throw new SandboxError("old-data", `${data} was written by another version of the sandbox. ${remedy}`);
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

/** An arbitrary number, the same in every sandbox. */
const processLock = 4_202_611;
/** The server may need a moment to notice that the last process has ended. */
const lockTimeout = "5s";
const lockAgainAfterMs = 1_000;

/**
 * Connects to a PostgreSQL server by its URL, and locks the database for this process until it is closed. The server releases
 * the lock if its connection breaks; it is then taken again.
 *
 * @param onLost called once when another sandbox has taken the lock in between.
 * @throws SandboxError `data-in-use` when another sandbox holds it; `bad-setting` for a database that it cannot use.
 */
export async function openPostgres(url: string, onLost: () => void = () => undefined): Promise<Database> {
  // Dates are read as ISO 8601, whatever the server's own style.
  const onConnect = (client: pg.ClientBase) => client.query("set datestyle = iso");
  const pool = new pg.Pool({ connectionString: url, max: 11, keepAlive: true, onConnect });
  // The query that meets a broken connection fails, and the pool replaces it; without listeners its error would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  let locked: pg.PoolClient | undefined;
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    locked?.release(true);
    await pool.end();
  };
  const lock = async () => {
    const client = await lockDatabase(pool);
    if (isClosed) return client.release(true);
    locked = client;
    client.once("error", () => {
      if (isClosed) return;
      locked = undefined;
      client.release(true);
      void lockAgain();
    });
  };
  const lockAgain = async () => {
    while (!isClosed) {
      try {
        return await lock();
      } catch (error) {
        if (error instanceof SandboxError) return onLost();
        // The server does not answer: nor does it give the lock to another sandbox.
        await pause(lockAgainAfterMs);
      }
    }
  };
  try {
    await lock();
    const db = drizzlePostgres({ client: pool });
    if ((await readMigrations(db)).length === 0) await migratePostgres(db, { migrationsFolder });
    await refuseOtherVersion(db, "The data in the database of DATABASE_URL", "Name an empty database.");
    return { kind: "postgresql", db, close };
  } catch (error) {
    await close();
    throw unusable(error);
  }
}

/** Remedies by the code of PostgreSQL or Node. */
const remedies: Readonly<Record<string, string>> = {
  "25006": "It is read-only: name one that takes writes.",
  "28000": "It refuses this user.",
  "28P01": "It refuses this user or password.",
  "3D000": "It does not exist: create it.",
  "3F000": "No schema of its search path exists: create one, or set search_path.",
  "42501":
    "Its role may not create tables: grant it CREATE on the database and on the first schema of its search path.",
  ECONNREFUSED: "No server listens there: start it, or name another.",
  ENOTFOUND: "Its host has no address: name another.",
};

/** What a failed start says about a database; neither its address nor the server's message, which may repeat values. */
function unusable(error: unknown): unknown {
  const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: unknown };
  if (error instanceof SandboxError || (code === undefined && cause === undefined)) return error;
  if (typeof code !== "string") return unusable(cause);
  const remedy = remedies[code] ?? "The server's log says more.";
  return new SandboxError("bad-setting", `The database of DATABASE_URL cannot be used (${code}). ${remedy}`);
}

/** @returns the connection that holds the lock. */
async function lockDatabase(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query("show server_encoding");
    if (rows[0]?.server_encoding !== "UTF8") {
      const message = `The database of DATABASE_URL has the encoding ${rows[0]?.server_encoding}, which cannot keep every name. Name one with the encoding UTF8.`;
      throw new SandboxError("bad-setting", message);
    }
    await client.query(`set lock_timeout = '${lockTimeout}'`);
    await client.query("select pg_advisory_lock($1)", [processLock]);
    return client;
  } catch (error) {
    client.release(true);
    // PostgreSQL's lock_not_available.
    if ((error as { readonly code?: unknown }).code !== "55P03") throw error;
    const message = "Another sandbox uses the database of DATABASE_URL. Stop it, or name another database.";
    throw new SandboxError("data-in-use", message);
  }
}
