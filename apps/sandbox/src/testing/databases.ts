/**
 * The database that the suite runs on: PGlite, or PostgreSQL if `TEST_DATABASE_URL` names a server on which databases can be
 * created. With `NIGHTLY` it runs on both.
 */
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { type Database, openPglite, openPostgres } from "../db/open.ts";

export interface TestDatabase {
  readonly name: string;
  /** Opens an empty database of its own. */
  open(): Promise<Database>;
}

/** A PostgreSQL server for tests; absent if none was started. */
export const testServerUrl = process.env["TEST_DATABASE_URL"];

/** Whether the long tests run: both databases, either compatibility, more random inputs. */
export const isNightly = Boolean(process.env["NIGHTLY"]);

/** For `describe.each`. */
export const testDatabases: readonly TestDatabase[] = [
  ...(isNightly || !testServerUrl ? [{ name: "PGlite", open: takePglite }] : []),
  ...(testServerUrl ? [{ name: "PostgreSQL", open: () => openOwnDatabase(testServerUrl) }] : []),
];

/** Databases in memory that no test uses. Emptying one takes a tenth of the time of opening one. */
const idle: Database[] = [];

/**
 * Takes an idle database or opens one; closing it makes it idle again. After that the taker cannot use it any more: what a test left
 * running would otherwise change the rows of the next one, which have the same ids.
 */
async function takePglite(): Promise<Database> {
  const database = idle.pop() ?? (await openPglite());
  const objects = await countObjects(database);
  let isClosed = false;
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (isClosed) throw new Error("This database is closed. Another test may use it now.");
      return Reflect.get(target, name);
    },
  });
  return {
    ...database,
    db,
    close: async () => {
      isClosed = true;
      // A test that added tables or triggers would disturb the next one.
      if ((await countObjects(database)) !== objects) return database.close();
      await empty(database);
      idle.push(database);
    },
  };
}

async function countObjects({ db }: Database): Promise<unknown> {
  const { rows } = await db.execute(sql`
    select (select count(*) from pg_class) as tables, (select count(*) from pg_trigger) as triggers`);
  return JSON.stringify(rows);
}

/**
 * Deletes every row and restarts every id. Deleting a few rows takes a twentieth of the time of `truncate`, which gives each table
 * a new file.
 */
async function empty({ db }: Database): Promise<void> {
  const { rows } = await db.execute<{ statements: string }>(sql`
    select string_agg(format('delete from %I;', table_name), ' ') as statements
    from information_schema.tables where table_schema = 'public'`);
  // Neither the order of the foreign keys nor the ledger's own trigger, which refuses it, stands in the way.
  await db.execute(sql`set session_replication_role = replica`);
  await db.execute(sql.raw(`do 'begin ${rows[0]?.statements} end'`));
  await db.execute(sql`set session_replication_role = default`);
  await db.execute(sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where schemaname = 'public'`);
}

/** Creates an empty database on a server, with further clauses of the statement. */
export async function makeDatabase(
  server: string,
  clauses = "",
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `cardpane_test_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name} ${clauses}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // `force`, because a program that was just stopped may not have closed its connections yet.
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
}

async function openOwnDatabase(server: string): Promise<Database> {
  const { url, drop } = await makeDatabase(server);
  const database = await openPostgres(url);
  return { ...database, close: () => database.close().then(drop) };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
