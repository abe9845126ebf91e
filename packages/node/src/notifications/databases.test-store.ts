/** For our own tests: the databases that the PostgreSQL store is tried on, each empty and with its tables. */
import { randomBytes } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { createPostgresStore, type NotificationStore, postgresSchema, type SqlConnection } from "../index.ts";

/** A table of the merchant's own: what a settled order causes. */
export const effectsTable =
  "create table if not exists effects (reference text not null, type text not null)";

export interface TestDatabase {
  readonly store: NotificationStore<SqlConnection>;
  /** A second store on the same database, as another process would have it. */
  readonly otherStore: NotificationStore<SqlConnection>;
  query(text: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** A PostgreSQL server for tests; absent where none was started. */
export const serverUrl = process.env["TEST_DATABASE_URL"];

/** PostgreSQL where there is a server, PGlite everywhere. */
export const testDatabases: readonly [string, () => Promise<TestDatabase>][] = [
  ["PGlite", () => openPglite()],
  ...(serverUrl
    ? [["PostgreSQL", () => openPostgres(serverUrl)] as [string, () => Promise<TestDatabase>]]
    : []),
];

async function openPglite(): Promise<TestDatabase> {
  const database = await PGlite.create();
  await database.exec(`${postgresSchema}${effectsTable}`);
  return {
    store: createPostgresStore<SqlConnection>(database),
    otherStore: createPostgresStore<SqlConnection>(database),
    query: async (text, values) => (await database.query<Record<string, unknown>>(text, values)).rows,
    close: () => database.close(),
  };
}

/** What PostgreSQL answers while a connection to the database is left. */
const inUse = "55006";

/** Makes an empty database on a server. */
export async function makeDatabase(server: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `cardpane_node_${randomBytes(6).toString("hex")}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  /** A connection that is saying goodbye is still one: a forced drop would reach it when nobody listens any more. */
  const drop = async (triesLeft = 100): Promise<void> => {
    const gone = await administer(`drop database ${name}`).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== inUse || triesLeft === 0) throw error;
        return false;
      },
    );
    if (gone) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return drop(triesLeft - 1);
  };
  return { url: url.href, drop: () => drop() };
}

async function openPostgres(server: string): Promise<TestDatabase> {
  const { url, drop } = await makeDatabase(server);
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: url, max: 8 }));
  const [pool, other] = pools as [pg.Pool, pg.Pool];
  await pool.query(`${postgresSchema}${effectsTable}`);
  return {
    store: createPostgresStore<SqlConnection>(pool),
    otherStore: createPostgresStore<SqlConnection>(other),
    query: async (text, values) => (await pool.query<Record<string, unknown>>(text, values)).rows,
    close: async () => {
      await Promise.all(pools.map((each) => each.end()));
      await drop();
    },
  };
}
