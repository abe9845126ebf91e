/**
 * The databases that the suite runs on: PGlite always, PostgreSQL where `TEST_DATABASE_URL` names a server on which
 * databases can be made. Every call makes one of its own, so that test files run side by side.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Database, openPglite, openPostgres } from "../db/open.ts";

export interface TestDatabase {
  readonly name: string;
  /** Makes an empty database; closing it takes it away. */
  open(): Promise<Database>;
}

const serverUrl = process.env["TEST_DATABASE_URL"];

/** For `describe.each`. */
export const testDatabases: readonly TestDatabase[] = [
  { name: "PGlite", open: () => openPglite() },
  ...(serverUrl ? [{ name: "PostgreSQL", open: () => openOwnDatabase(serverUrl) }] : []),
];

async function openOwnDatabase(server: string): Promise<Database> {
  const name = `cardpane_test_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openPostgres(url.href);
  return {
    ...database,
    close: async () => {
      await database.close();
      await administer(server, `drop database ${name}`);
    },
  };
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
