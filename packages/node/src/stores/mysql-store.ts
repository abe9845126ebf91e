/**
 * A store in MySQL or MariaDB: one table in the merchant's database, written in one transaction with the merchant's data.
 *
 * It contains no driver: pass a pool of `mysql2/promise`. A `kill -9` at any point leaves the record and the writes of `onEvent`
 * (to InnoDB tables), or neither.
 */
import { fieldsOf } from "@cardpane/contract/record";
import { ConfigurationError } from "../errors/errors.ts";
import type { CheckoutStore } from "./store.ts";
import { lockSeconds, readKeys, readRecords } from "./stored-rows.ts";

/** The part of a connection that the store needs. Both functions resolve to an array whose first element is the rows. */
export interface MySqlConnection {
  query(text: string, values?: unknown[]): Promise<readonly [unknown, ...unknown[]]>;
  /** Runs a prepared statement. Without it, values are only as safe as your `query` makes them in the server's `sql_mode`. */
  // biome-ignore lint/suspicious/noExplicitAny: drivers list the types of values that they can send
  execute?(text: string, values?: any): Promise<readonly [unknown, ...unknown[]]>;
}

/** The part of a `mysql2/promise` pool that the store needs. */
export interface MySqlPool<Connection extends MySqlConnection> {
  getConnection(): Promise<Connection & { release(): void; destroy(): void }>;
}

/**
 * The SQL that creates the table. Run it once in your migrations; a repetition changes nothing. Keys are compared byte by byte.
 * A record is stored as JSON text, in the same way on MySQL and MariaDB.
 */
export const mysqlSchema: string = `create table if not exists cardpane_attempts (
  order_key varchar(512) character set utf8mb4 collate utf8mb4_bin not null,
  number integer not null,
  record longtext character set utf8mb4 collate utf8mb4_bin,
  state varchar(16) character set ascii, -- why the order waits
  updated_at timestamp not null default current_timestamp on update current_timestamp,
  primary key (order_key, number),
  key cardpane_attempts_open (state, order_key)
) engine = InnoDB;`;

const select = "select record from cardpane_attempts where order_key = ? and number > 0 order by number";
const upsert = `insert into cardpane_attempts (order_key, number, record, state) values (?, ?, ?, ?)
on duplicate key update record = values(record), state = values(state)`;
const readBack = "select record from cardpane_attempts where order_key = ? and number = ?";
const scanOf = (limit: number) => `select attempt.order_key, attempt.record from (
  select distinct order_key from cardpane_attempts
  where state is not null and order_key > ? and left(order_key, char_length(?)) = ? order by order_key limit ${limit}
) as waiting join cardpane_attempts as attempt on attempt.order_key = waiting.order_key
where attempt.number > 0 order by attempt.order_key, attempt.number`;

/**
 * Creates a store on MySQL 8 or MariaDB 10.6, or newer.
 *
 * @throws ConfigurationError if `pool` has no `getConnection`
 * @example
 * const pool = mysql.createPool({ uri: "mysql://shop@localhost/shop" }); // mysql2/promise
 * const store = createMySqlStore<mysql.PoolConnection>(pool);
 */
export function createMySqlStore<Connection extends MySqlConnection = MySqlConnection>(
  pool: MySqlPool<Connection>,
): CheckoutStore<Connection> {
  if (typeof fieldsOf<MySqlPool<Connection>>(pool).getConnection !== "function") {
    throw new ConfigurationError("createMySqlStore needs a pool with getConnection(), of mysql2/promise");
  }
  return Object.freeze<CheckoutStore<Connection>>({
    find: (key) =>
      withConnection(pool, undefined, async (connection) => readRecords(await run(connection, select, key))),
    scan: ({ prefix, after, limit }) =>
      withConnection(pool, undefined, async (connection) =>
        readKeys(await run(connection, scanOf(limit), after, prefix, prefix)),
      ),
    once: (key, work) =>
      withConnection(pool, unsetSession, async (connection) => {
        await connection.query(setSession);
        await connection.query("set transaction isolation level read committed");
        await connection.query("savepoint cardpane");
        // Row 0 is the order's lock, held until the transaction ends.
        await run(
          connection,
          "insert into cardpane_attempts (order_key, number) values (?, 0) on duplicate key update number = number",
          key,
        );
        const records = readRecords(await run(connection, `${select} for update`, key));
        const save = async (number: number, record: object, state?: string) => {
          await run(connection, upsert, key, number, JSON.stringify(record), state ?? null);
          return readRecords(await run(connection, readBack, key, number))[0];
        };
        const result = await work({ tx: connection, records, save });
        // Fails if onEvent caught a deadlock error or ended the transaction itself, so that no success is reported.
        await connection.query("release savepoint cardpane");
        await connection.query("commit");
        return result;
      }),
  });
}

/** A deadlock rolls back the whole transaction. With autocommit, each later statement would then be committed alone. */
const setSession = `set autocommit = 0, innodb_lock_wait_timeout = ${lockSeconds}`;
const unsetSession = "set autocommit = 1, innodb_lock_wait_timeout = default";

/** Runs a statement with values, prepared if the driver can: written into the text they would depend on the server's `sql_mode`. */
async function run(
  connection: MySqlConnection,
  text: string,
  ...values: readonly unknown[]
): Promise<unknown> {
  const [rows] = await (connection.execute
    ? connection.execute(text, [...values])
    : connection.query(text, [...values]));
  return rows;
}

/**
 * Runs `work` on a connection of the pool. If `work` fails, its changes are rolled back. A connection that cannot be rolled back
 * or reset is closed, so that the pool never hands out a connection in a changed state.
 *
 * @param reset the statement that restores the connection's state. Its failure does not fail the call: `work` is committed.
 */
async function withConnection<Connection extends MySqlConnection, T>(
  pool: MySqlPool<Connection>,
  reset: string | undefined,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await pool.getConnection();
  if (typeof connection?.query !== "function") {
    throw new ConfigurationError(
      "getConnection() must resolve to a connection. Pass a pool of mysql2/promise",
    );
  }
  let isBroken = false;
  const markBroken = () => {
    isBroken = true;
  };
  try {
    return await work(connection);
  } catch (error) {
    await connection.query("rollback").catch(markBroken);
    throw error;
  } finally {
    if (reset !== undefined && !isBroken) await connection.query(reset).catch(markBroken);
    if (isBroken) connection.destroy();
    else connection.release();
  }
}
