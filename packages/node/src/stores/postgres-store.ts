/**
 * A store in PostgreSQL: one table in the merchant's database, written in one transaction with the merchant's data.
 *
 * It contains no driver: pass a pool of `pg`, or an object with a `transaction` function (PGlite, or a wrapper around your
 * driver). A `kill -9` at any point leaves the record and the writes of `onEvent`, or neither.
 */
import { ConfigurationError } from "../errors/errors.ts";
import type { CheckoutStore } from "./store.ts";

/** The part of a connection that the store needs. */
export interface SqlConnection {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  /** As an EventEmitter, if the connection is one. */
  on?(event: "error", listener: () => void): unknown;
  /** As an EventEmitter, if the connection is one. */
  off?(event: "error", listener: () => void): unknown;
}

/** The part of a `pg` pool that the store needs. */
export interface SqlPool<Connection extends SqlConnection> {
  connect(): Promise<Connection & { release(error?: Error | boolean): void }>;
}

/** Runs a function in a transaction: commits when it resolves, rolls back when it throws. */
export interface SqlTransactions<Connection extends SqlConnection> {
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** The SQL that creates the table. Run it once in your migrations; a repetition changes nothing. */
export const postgresSchema: string = `create table if not exists cardpane_attempts (
  order_key text not null,
  number integer not null,
  record jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (order_key, number)
);`;

const select = "select record from cardpane_attempts where order_key = $1 order by number";
const upsert = `insert into cardpane_attempts (order_key, number, record) values ($1, $2, $3::jsonb)
on conflict (order_key, number) do update set record = excluded.record, updated_at = now()`;

/**
 * Creates a store on PostgreSQL 11 or newer.
 *
 * @throws ConfigurationError if `database` has neither `connect` nor `transaction`.
 * @example
 * const store = createPostgresStore<pg.PoolClient>(new pg.Pool({ connectionString }));
 */
export function createPostgresStore<Connection extends SqlConnection = SqlConnection>(
  database: SqlPool<Connection> | SqlTransactions<Connection>,
): CheckoutStore<Connection> {
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
  const load = async (connection: Connection, key: string) =>
    (await connection.query(select, [key])).rows.map((row) => Object(row).record as unknown);
  return Object.freeze<CheckoutStore<Connection>>({
    find: (key) => begin((connection) => load(connection, key)),
    once: (key, work) =>
      begin(async (connection) => {
        // A stricter level may be the database's default. Its snapshot would be older than the lock, so that two reports of an
        // order, each on an attempt of its own, would not see each other.
        await connection.query("set transaction isolation level read committed");
        // Held until the transaction ends. Works before the order has a row.
        await connection.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`cardpane ${key}`]);
        await connection.query("savepoint cardpane");
        const records = await load(connection, key);
        const save = async (number: number, record: object) => {
          await connection.query(upsert, [key, number, JSON.stringify(record)]);
        };
        const result = await work({ tx: connection, records, save });
        // Fails if onEvent caught the error of a statement or ended the transaction: PostgreSQL's commit would report a success.
        await connection.query("release savepoint cardpane");
        return result;
      }),
  });
}

/** @throws Error if `transaction()` resolved without running the work: nothing was committed, so the gateway must send again. */
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
  // A pool does not listen to the connections that it has given away: the error of one that breaks would end the process.
  connection.on?.("error", ignore);
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
    if (!broken) connection.off?.("error", ignore);
    connection.release(broken);
  }
}

/** The query that fails, now or next, tells of it. */
function ignore(): void {}
