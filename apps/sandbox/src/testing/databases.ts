/**
 * The databases that the suite runs on: PGlite always, PostgreSQL if `TEST_DATABASE_URL` names a server on which databases can
 * be created. Every call creates a separate one, so that test files can run in parallel.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Database, openPglite, openPostgres } from "../db/open.ts";

export interface TestDatabase {
  readonly name: string;
  /** Creates an empty database; closing it deletes it. */
  open(): Promise<Database>;
}

/** A PostgreSQL server for tests; absent if none was started. */
export const testServerUrl = process.env["TEST_DATABASE_URL"];

/** For `describe.each`. */
export const testDatabases: readonly TestDatabase[] = [
  { name: "PGlite", open: () => openPglite() },
  ...(testServerUrl ? [{ name: "PostgreSQL", open: () => openOwnDatabase(testServerUrl) }] : []),
];

/** Creates an empty database on a server. */
export async function makeDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `cardpane_test_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `drop database ${name}`) };
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
