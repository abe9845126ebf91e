/** Test helper: the databases for testing the stores, each with empty tables. */
import { randomBytes } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import mysql from "mysql2/promise";
import pg from "pg";
import initSqlJs from "sql.js";
import {
  type CheckoutStore,
  createMemoryStore,
  createMySqlStore,
  createPostgresStore,
  createSqliteStore,
  mysqlSchema,
  postgresSchema,
  type SqlConnection,
  type SqliteDatabase,
  sqliteSchema,
} from "../index.ts";

/** A table of the merchant, with the effects of events. */
export const effectsTable =
  "create table if not exists effects (reference varchar(255) not null, type text not null)";

/** A row that an event writes into that table. */
interface Effect {
  readonly reference: string;
  readonly type: string;
}

/** A database with a store. Only the functions in this file know `Tx`. */
export interface TestDatabase<Tx = never> {
  readonly store: CheckoutStore<Tx>;
  /** A second store on the same database, as in another process. */
  readonly otherStore: CheckoutStore<Tx>;
  /** Whether a failed statement fails the whole transaction. */
  readonly failsWhole: boolean;
  insertEffect(tx: Tx, event: Effect): Promise<void>;
  /** Runs a statement that the database refuses. */
  fail(tx: Tx): Promise<void>;
  query(text: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** URL of a PostgreSQL server for tests; `undefined` if none was started. */
export const serverUrl = process.env["TEST_DATABASE_URL"];
/** URL of a MySQL or MariaDB server for tests; `undefined` if none was started. */
export const mysqlUrl = process.env["TEST_MYSQL_URL"];

type Opener = () => Promise<TestDatabase>;
/** The memory, PGlite and SQLite always, PostgreSQL and MySQL only with a server. */
export const testDatabases: readonly [string, Opener][] = [
  ["memory", openMemory as Opener],
  ["PGlite", openPglite as Opener],
  ["SQLite", openSqlite as Opener],
  ...(serverUrl ? [["PostgreSQL", () => openPostgres(serverUrl)] as [string, Opener]] : []),
  ...(mysqlUrl ? [["MySQL", () => openMySql(mysqlUrl)] as [string, Opener]] : []),
];

/** The memory store, with effects that are written when the transaction ends. */
async function openMemory(): Promise<TestDatabase<undefined>> {
  const store = createMemoryStore();
  let effects: Effect[] = [];
  return {
    store,
    otherStore: store,
    failsWhole: false,
    insertEffect: async (_, { reference, type }) => void effects.push({ reference, type }),
    fail: async () => {
      throw new Error("no such table");
    },
    query: async (text) => {
      if (text.startsWith("delete")) effects = [];
      return effects.map((effect) => ({ ...effect }));
    },
    close: async () => undefined,
  };
}

const refused = "select * from no_such_table";
const postgres = {
  failsWhole: true,
  insertEffect: async (tx: SqlConnection, { reference, type }: Effect) => {
    await tx.query("insert into effects (reference, type) values ($1, $2)", [reference, type]);
  },
  fail: async (tx: SqlConnection) => {
    await tx.query(refused);
  },
};

/** Databases that no test uses: creating one takes longer than all of a file's queries. */
const idle: PGlite[] = [];

/** A PGlite with empty tables; `close` keeps it for another file. */
export async function takePglite() {
  const database = idle.pop() ?? (await PGlite.create());
  await database.exec(`${postgresSchema}${effectsTable}`);
  const close = async () => {
    await database.exec("drop schema public cascade; create schema public");
    idle.push(database);
  };
  return { database, close };
}

async function openPglite(): Promise<TestDatabase<SqlConnection>> {
  const { database, close } = await takePglite();
  return {
    ...postgres,
    store: createPostgresStore<SqlConnection>(database),
    otherStore: createPostgresStore<SqlConnection>(database),
    query: async (text) => (await database.query<Record<string, unknown>>(text)).rows,
    close,
  };
}

/** sql.js (SQLite compiled to WebAssembly), behind the interface of better-sqlite3 and of Node. */
async function makeSqlite(): Promise<
  SqliteDatabase & { all(text: string): readonly Record<string, unknown>[] }
> {
  const { Database } = await initSqlJs();
  const database = new Database();
  for (const statement of `${sqliteSchema}${effectsTable}`.split(";")) {
    if (statement.trim() !== "") database.run(statement);
  }
  return {
    prepare: (text) => ({
      all: (...values) => {
        const statement = database.prepare(text, values);
        const rows: unknown[] = [];
        while (statement.step()) rows.push(statement.getAsObject());
        statement.free();
        return rows;
      },
      run: (...values) => database.run(text, values),
    }),
    all: (text) => {
      const [found] = database.exec(text);
      return (found?.values ?? []).map((row) =>
        Object.fromEntries(row.map((value, index) => [found?.columns[index] ?? "", value])),
      );
    },
  };
}

async function openSqlite(): Promise<TestDatabase<SqliteDatabase>> {
  const database = await makeSqlite();
  // A SQLite connection has one transaction at a time, so a second store on it cannot imitate another process.
  const store = createSqliteStore(database);
  return {
    store,
    otherStore: store,
    failsWhole: false,
    insertEffect: async (tx, { reference, type }) => {
      tx.prepare("insert into effects (reference, type) values (?, ?)").run(reference, type);
      // An await in the middle of the transaction.
      await new Promise((resolve) => setImmediate(resolve));
    },
    fail: async (tx) => {
      tx.prepare(refused).all();
    },
    query: async (text) => database.all(text),
    close: async () => undefined,
  };
}

/** SQLite of Node.js 22.13 and newer; the types are of Node.js 20. */
const nodeSqlite = (process.getBuiltinModule as (name: string) => unknown)("node:sqlite") as
  | { DatabaseSync: new (path: string) => SqliteDatabase & { exec(text: string): void } }
  | undefined;

/** Whether this Node.js has SQLite: sql.js has no files that processes could share. */
export const hasSqliteFiles = nodeSqlite !== undefined;

/** Opens a SQLite file. It waits for the lock of another process. */
export function openSqliteFile(path: string) {
  if (!nodeSqlite) throw new Error("This Node.js has no node:sqlite");
  const database = new nodeSqlite.DatabaseSync(path);
  database.exec("pragma busy_timeout = 60000");
  return database;
}

/** A store on a database that other processes use too: a URL of PostgreSQL or MySQL, or the path of a SQLite file. */
export function openSharedStore(url: string): { store: CheckoutStore<undefined>; close(): Promise<void> } {
  if (url.startsWith("postgres")) {
    const pool = new pg.Pool({ connectionString: url });
    return { store: createPostgresStore(pool) as never, close: () => pool.end() };
  }
  if (url.startsWith("mysql")) {
    const pool = mysql.createPool({ uri: url });
    return { store: createMySqlStore(pool) as never, close: () => pool.end() };
  }
  return { store: createSqliteStore(openSqliteFile(url)) as never, close: async () => undefined };
}

/** PostgreSQL's error code while a connection to the database is open. */
const inUse = "55006";

/** Creates an empty database on a server. */
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
  /** Retries while connections are closing: a forced drop would hit such a connection after its error listener is removed. */
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

async function openPostgres(server: string): Promise<TestDatabase<SqlConnection>> {
  const { url, drop } = await makeDatabase(server);
  // The store must not depend on the level that the merchant's database is set to.
  const options = "-c default_transaction_isolation=repeatable\\ read";
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: url, max: 8, options }));
  const [pool, other] = pools as [pg.Pool, pg.Pool];
  await pool.query(`${postgresSchema}${effectsTable}`);
  return {
    ...postgres,
    store: createPostgresStore<SqlConnection>(pool),
    otherStore: createPostgresStore<SqlConnection>(other),
    query: async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
    close: async () => {
      await Promise.all(pools.map((each) => each.end()));
      await drop();
    },
  };
}

/** Creates a database with empty tables on a server. */
export async function makeMySqlDatabase(server: string) {
  const name = `cardpane_node_${randomBytes(6).toString("hex")}`;
  const administrator = await mysql.createConnection({ uri: server, multipleStatements: true });
  await administrator.query(
    `create database ${name} character set utf8mb4; use ${name}; ${mysqlSchema} ${effectsTable}`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await administrator.query(`drop database ${name}`);
    await administrator.end();
  };
  return { url: url.href, administrator, drop };
}

export async function openMySql(server: string): Promise<TestDatabase<mysql.PoolConnection>> {
  const { url, administrator, drop } = await makeMySqlDatabase(server);
  const pools = [1, 2].map(() => mysql.createPool({ uri: url, connectionLimit: 8 }));
  const [pool, other] = pools as [mysql.Pool, mysql.Pool];
  return {
    store: createMySqlStore<mysql.PoolConnection>(pool),
    otherStore: createMySqlStore<mysql.PoolConnection>(other),
    failsWhole: false,
    insertEffect: async (tx, { reference, type }) => {
      await tx.query("insert into effects (reference, type) values (?, ?)", [reference, type]);
    },
    fail: async (tx) => {
      await tx.query(refused);
    },
    query: async (text) => {
      const [rows] = await administrator.query(text);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
    },
    close: async () => {
      await Promise.all(pools.map((each) => each.end()));
      await drop();
    },
  };
}
