/**
 * A store in PostgreSQL: two tables in the merchant's database, written in one transaction with the merchant's data.
 *
 * It contains no driver: pass a pool of `pg`, or an object with a `transaction` function (PGlite, or a wrapper around your
 * driver). `onEvent` gets the transaction's connection, and its writes are committed together with the order's state. A
 * `kill -9` at any point leaves both or neither.
 */
import { ConfigurationError } from "../../errors/errors.ts";
import type { NotificationStore, OrderTransaction, StoredRecord } from "./store.ts";

/** The part of a connection that the store needs. */
export interface SqlConnection {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** The part of a `pg` pool that the store needs. */
export interface SqlPool<Connection extends SqlConnection> {
  connect(): Promise<Connection & { release(error?: Error | boolean): void }>;
}

/** Runs a function in a transaction: commits when it resolves, rolls back when it throws. */
export interface SqlTransactions<Connection extends SqlConnection> {
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** The SQL that creates the tables. Run it once in your migrations; a repetition changes nothing. */
export const postgresSchema: string = `create table if not exists cardpane_orders (
  key text primary key,
  record jsonb not null,
  updated_at timestamptz not null default now()
);
create table if not exists cardpane_claims (
  name text primary key,
  key text not null
);`;

/**
 * Creates a store on PostgreSQL 11 or newer.
 *
 * @throws ConfigurationError if `database` has neither `connect` nor `transaction`.
 * @example
 * const store = createPostgresStore<pg.PoolClient>(new pg.Pool({ connectionString }));
 */
export function createPostgresStore<Connection extends SqlConnection = SqlConnection>(
  database: SqlPool<Connection> | SqlTransactions<Connection>,
): NotificationStore<Connection> {
  const { transaction, connect } = Object(database) as Partial<
    SqlPool<Connection> & SqlTransactions<Connection>
  >;
  if (typeof transaction !== "function" && typeof connect !== "function") {
    throw new ConfigurationError(
      "createPostgresStore needs a pool with connect(), or an object with transaction()",
    );
  }
  const begin = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    "transaction" in database ? runIn(database, work) : runOn(database, work);
  return Object.freeze({
    // No lock: a read for display must not wait for a pending change.
    read: (key: string) => begin((connection) => loadRecord(connection, key)),
    transaction: <T>(key: string, work: (order: OrderTransaction<Connection>) => Promise<T>) =>
      begin(async (connection) => {
        // Held until the transaction ends. Works before the order's row exists.
        await connection.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`cardpane ${key}`]);
        return work(orderOn(connection, key));
      }),
  });
}

function orderOn<Connection extends SqlConnection>(
  connection: Connection,
  key: string,
): OrderTransaction<Connection> {
  return {
    tx: connection,
    load: () => loadRecord(connection, key),
    save: async (order: StoredRecord) => {
      await connection.query(
        `insert into cardpane_orders (key, record) values ($1, $2::jsonb)
         on conflict (key) do update set record = excluded.record, updated_at = now()`,
        [key, JSON.stringify(order)],
      );
    },
    claim: async (name) => {
      await connection.query(
        "insert into cardpane_claims (name, key) values ($1, $2) on conflict (name) do nothing",
        [name, key],
      );
      const { rows } = await connection.query("select key from cardpane_claims where name = $1", [name]);
      return Object(rows[0]).key === key;
    },
  };
}

async function loadRecord(connection: SqlConnection, key: string): Promise<unknown> {
  const { rows } = await connection.query("select record from cardpane_orders where key = $1", [key]);
  return Object(rows[0]).record as unknown;
}

/** @throws Error if `transaction()` resolved without running the work: nothing was committed, so the gateway must re-send. */
async function runIn<Connection extends SqlConnection, T>(
  database: SqlTransactions<Connection>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  let done: { readonly result: T } | undefined;
  await database.transaction(async (connection) => {
    const result = await work(connection);
    done = { result };
    return result;
  });
  if (done) return done.result;
  throw new Error(
    "transaction() resolved without running its work, so nothing was stored. Pass createPostgresStore an object whose transaction(work) runs work inside a database transaction; a query builder needs a wrapper",
  );
}

async function runOn<Connection extends SqlConnection, T>(
  pool: SqlPool<Connection>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    await connection.query("begin");
    const result = await work(connection);
    await connection.query("commit");
    return result;
  } catch (error) {
    await connection.query("rollback").catch((cause: unknown) => {
      // A connection that cannot roll back must not return to the pool.
      broken = new Error("rollback failed", { cause });
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}
