/**
 * A store in MySQL or MariaDB: two tables in the merchant's database, written in one transaction with the merchant's data.
 *
 * It contains no driver: pass a pool of `mysql2/promise`. `onEvent` gets the transaction's connection, and its writes (to InnoDB
 * tables) are committed together with the order's state. A `kill -9` at any point leaves both or neither.
 */
import { ConfigurationError } from "../../errors/errors.ts";
import type { NotificationStore, OrderTransaction, StoredRecord } from "./store.ts";

/** The part of a connection that the store needs. A query resolves to an array whose first element is the rows. */
export interface MySqlConnection {
  query(text: string, values?: unknown[]): Promise<readonly [unknown, ...unknown[]]>;
}

/** The part of a `mysql2/promise` pool that the store needs. */
export interface MySqlPool<Connection extends MySqlConnection> {
  getConnection(): Promise<Connection & { release(): void; destroy(): void }>;
}

/**
 * The SQL that creates the tables. Run each statement once in your migrations; a repetition changes nothing.
 *
 * Keys are compared byte by byte. A record is stored as JSON text, in the same way on MySQL and MariaDB.
 */
export const mysqlSchema: string = `create table if not exists cardpane_orders (
  order_key varchar(512) character set utf8mb4 collate utf8mb4_bin not null primary key,
  record longtext character set utf8mb4 collate utf8mb4_bin,
  updated_at timestamp not null default current_timestamp on update current_timestamp
) engine = InnoDB;
create table if not exists cardpane_claims (
  name varchar(512) character set utf8mb4 collate utf8mb4_bin not null primary key,
  order_key varchar(512) character set utf8mb4 collate utf8mb4_bin not null
) engine = InnoDB;`;

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
): NotificationStore<Connection> {
  if (typeof (Object(pool) as Partial<MySqlPool<Connection>>).getConnection !== "function") {
    throw new ConfigurationError("createMySqlStore needs a pool with getConnection(), of mysql2/promise");
  }
  return Object.freeze({
    // No lock: a read for display must not wait for a pending change.
    read: (key: string) =>
      withConnection(pool, undefined, (connection) =>
        loadRecord(connection, "select record from cardpane_orders where order_key = ?", key),
      ),
    transaction: <T>(key: string, work: (order: OrderTransaction<Connection>) => Promise<T>) =>
      withConnection(pool, "set autocommit = 1", async (connection) => {
        // A deadlock rolls back the whole transaction. With autocommit, each later statement would then be committed alone.
        await connection.query("set autocommit = 0");
        // Each read in the transaction sees the data committed before that read, not before the transaction began.
        await connection.query("set transaction isolation level read committed");
        await connection.query("savepoint cardpane");
        // Locks the order until the transaction ends. Inserts its row if there is none.
        await connection.query(
          "insert into cardpane_orders (order_key) values (?) on duplicate key update order_key = order_key",
          [key],
        );
        const result = await work(orderOn(connection, key));
        // Fails if `onEvent` caught a deadlock error or ended the transaction itself, so that no success is reported.
        await connection.query("release savepoint cardpane");
        await connection.query("commit");
        return result;
      }),
  });
}

function orderOn<Connection extends MySqlConnection>(
  connection: Connection,
  key: string,
): OrderTransaction<Connection> {
  return {
    tx: connection,
    load: () =>
      loadRecord(connection, "select record from cardpane_orders where order_key = ? for update", key),
    save: async (order: StoredRecord) => {
      await connection.query("update cardpane_orders set record = ? where order_key = ?", [
        JSON.stringify(order),
        key,
      ]);
    },
    claim: async (name) => {
      await connection.query(
        "insert into cardpane_claims (name, order_key) values (?, ?) on duplicate key update name = name",
        [name, key],
      );
      const [rows] = await connection.query(
        "select order_key as owner from cardpane_claims where name = ? for update",
        [name],
      );
      return firstOf(rows)["owner"] === key;
    },
  };
}

async function loadRecord(connection: MySqlConnection, text: string, key: string): Promise<unknown> {
  const [rows] = await connection.query(text, [key]);
  const { record } = firstOf(rows);
  return typeof record === "string" ? JSON.parse(record) : undefined;
}

function firstOf(rows: unknown): Readonly<Record<string, unknown>> {
  return Object(Array.isArray(rows) ? rows[0] : undefined);
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
  try {
    return await work(connection);
  } catch (error) {
    await connection.query("rollback").catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    if (reset !== undefined && !isBroken) {
      await connection.query(reset).catch(() => {
        isBroken = true;
      });
    }
    if (isBroken) connection.destroy();
    else connection.release();
  }
}
