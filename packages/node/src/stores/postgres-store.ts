/**
 * A store in PostgreSQL: one table in the merchant's database, written in one transaction with the merchant's data.
 *
 * It contains no driver: pass a pool of `pg`, or an object with a `transaction` function (PGlite, or a wrapper around your
 * driver). A `kill -9` at any point leaves the record and the writes of `onEvent`, or neither.
 */
import { fieldsOf } from "@cardpane/contract/record";
import { ConfigurationError } from "../errors/errors.ts";
import type { CheckoutStore, StoredOrder } from "./store.ts";
import { lockSeconds, readKeys, readRecords } from "./stored-rows.ts";

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
  state text, -- why the order waits
  updated_at timestamptz not null default now(),
  primary key (order_key, number)
);
create index if not exists cardpane_attempts_open on cardpane_attempts (order_key) where state is not null;`;

const isolation = "isolation level read committed";
/**
 * The order's lock, which works before the order has a row. Both settings and the lock end with the transaction: a statement that
 * waits too long for a lock fails, and the name tells later statements that the transaction is still this one.
 */
const lock = `select set_config('lock_timeout', '${lockSeconds}s', true), set_config('cardpane.order', $1, true),
pg_advisory_xact_lock(hashtextextended('cardpane ' || $1, 0))::text`;
const select = "select record from cardpane_attempts where order_key = $1 order by number";
// The value is sent as text: some drivers would encode it a second time for jsonb.
const upsert = `insert into cardpane_attempts (order_key, number, record, state)
select $1::text, $2::integer, $3::text::jsonb, $4::text where current_setting('cardpane.order', true) = $1
on conflict (order_key, number) do update set record = excluded.record, state = excluded.state, updated_at = now()
returning record`;
const scan = `select attempt.order_key, attempt.record from (
  select distinct order_key from cardpane_attempts
  where state is not null and order_key > $1 and starts_with(order_key, $2) order by order_key limit $3
) as waiting join cardpane_attempts as attempt on attempt.order_key = waiting.order_key
order by attempt.order_key, attempt.number`;

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
  const { transaction, connect } = fieldsOf<SqlPool<Connection> & SqlTransactions<Connection>>(database);
  if (typeof transaction !== "function" && typeof connect !== "function") {
    throw new ConfigurationError(
      "createPostgresStore needs a pool with connect(), or an object with transaction()",
    );
  }
  const isOwner = "transaction" in database;
  const read = async (text: string, ...values: readonly unknown[]): Promise<readonly unknown[]> =>
    isOwner
      ? runIn(database, async (connection) => (await connection.query(text, [...values])).rows)
      : onConnection(database, async (connection) => (await connection.query(text, [...values])).rows);
  const change = async <Tx extends Connection, T>(
    connection: Tx,
    key: string,
    work: (order: StoredOrder<Tx>) => Promise<T>,
  ) => {
    await connection.query(lock, [key]);
    const records = readRecords((await connection.query(select, [key])).rows);
    const save = async (number: number, record: object, state?: string) => {
      const values = [key, number, JSON.stringify(record), state ?? null];
      const { rows } = await connection.query(upsert, values);
      if (rows.length > 0) return readRecords(rows)[0];
      throw new Error(
        "The record was not written: onEvent has ended the store's transaction, or query() returns no rows of `insert ... returning`",
      );
    };
    return work({ tx: connection, records, save });
  };
  return Object.freeze<CheckoutStore<Connection>>({
    find: async (key) => readRecords(await read(select, key)),
    scan: async ({ prefix, after, limit }) => readKeys(await read(scan, after, prefix, limit)),
    // A stricter level may be the database's default. Its snapshot would be older than the lock, so that two reports of an order, each
    // on an attempt of its own, would not see each other.
    once: (key, work) =>
      isOwner
        ? runIn(database, async (connection) => {
            await connection.query(`set transaction ${isolation}`);
            return change(connection, key, work);
          })
        : onConnection(database, (connection) =>
            inTransaction(connection, () => change(connection, key, work)),
          ),
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

async function onConnection<Connection extends SqlConnection, T>(
  pool: SqlPool<Connection>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  if (typeof connection?.release !== "function") {
    throw new ConfigurationError(
      "connect() must resolve to a connection with release(). Pass a pool, not a client",
    );
  }
  // A pool does not listen to the connections that it has given away: the error of one that breaks would end the process.
  connection.on?.("error", ignore);
  let broken: Error | undefined;
  try {
    return await work(connection);
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

async function inTransaction<T>(connection: SqlConnection, work: () => Promise<T>): Promise<T> {
  await connection.query(`begin ${isolation}`);
  const result = await work();
  await connection.query("commit");
  return result;
}

/** The query that fails, now or next, tells of it. */
function ignore(): void {}
