/**
 * A store in MySQL or MariaDB: one table in the merchant's database, written in one transaction with the merchant's data.
 *
 * It contains no driver: pass a pool of `mysql2/promise`. A `kill -9` at any point leaves the record and the writes of `onEvent`
 * (to InnoDB tables), or neither.
 */
import { ConfigurationError } from "../errors/errors.ts";
import type { CheckoutStore } from "./store.ts";

/** The part of a connection that the store needs. A query resolves to an array whose first element is the rows. */
export interface MySqlConnection {
  query(text: string, values?: unknown[]): Promise<readonly [unknown, ...unknown[]]>;
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
  updated_at timestamp not null default current_timestamp on update current_timestamp,
  primary key (order_key, number)
) engine = InnoDB;`;

const select = "select record from cardpane_attempts where order_key = ? and number > 0 order by number";
const upsert =
  "insert into cardpane_attempts (order_key, number, record) values (?, ?, ?) on duplicate key update record = values(record)";

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
  if (typeof (Object(pool) as Partial<MySqlPool<Connection>>).getConnection !== "function") {
    throw new ConfigurationError("createMySqlStore needs a pool with getConnection(), of mysql2/promise");
  }
  return Object.freeze<CheckoutStore<Connection>>({
    find: (key) => withConnection(pool, undefined, (connection) => load(connection, select, key)),
    once: (key, work) =>
      withConnection(pool, "set autocommit = 1", async (connection) => {
        // A deadlock rolls back the whole transaction. With autocommit, each later statement would then be committed alone.
        await connection.query("set autocommit = 0");
        await connection.query("set transaction isolation level read committed");
        await connection.query("savepoint cardpane");
        // Row 0 is the order's lock, held until the transaction ends.
        await connection.query(
          "insert into cardpane_attempts (order_key, number) values (?, 0) on duplicate key update number = number",
          [key],
        );
        const records = await load(connection, `${select} for update`, key);
        const save = async (number: number, record: object) => {
          await connection.query(upsert, [key, number, JSON.stringify(record)]);
        };
        const result = await work({ tx: connection, records, save });
        // Fails if onEvent caught a deadlock error or ended the transaction itself, so that no success is reported.
        await connection.query("release savepoint cardpane");
        await connection.query("commit");
        return result;
      }),
  });
}

async function load(connection: MySqlConnection, text: string, key: string): Promise<readonly unknown[]> {
  const [rows] = await connection.query(text, [key]);
  return (rows as readonly { readonly record: string }[]).map(({ record }) => JSON.parse(record));
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
