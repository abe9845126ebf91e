/**
 * Orders in MySQL or MariaDB: two tables beside the merchant's own, written in the merchant's own transaction.
 *
 * It brings no driver. Give it a pool of `mysql2/promise`. `onEvent` gets the same connection: what it writes there (in tables of
 * InnoDB) is committed with the order's state, so that a `kill -9` at any point leaves both or neither.
 */
import { ConfigurationError } from "../errors/errors.ts";
import type { NotificationStore, OrderTransaction, StoredRecord } from "./store.ts";

/** The part of a connection that the store needs; a query resolves with its rows first. */
export interface MySqlConnection {
  query(text: string, values?: unknown[]): Promise<readonly [unknown, ...unknown[]]>;
}

/** A pool, as `mysql2/promise` has it. */
export interface MySqlPool<Connection extends MySqlConnection> {
  getConnection(): Promise<Connection & { release(): void; destroy(): void }>;
}

/**
 * The tables. Run each statement in your migrations, once; running it again does nothing.
 *
 * Keys are compared byte by byte; a record is the text of its JSON, the same on MySQL and MariaDB.
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
 * @throws ConfigurationError for what has no `getConnection`
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
    // No lock: showing an order must not wait for a change of it.
    read: (key: string) =>
      withConnection(pool, undefined, (connection) =>
        loadRecord(connection, "select record from cardpane_orders where order_key = ?", key),
      ),
    transaction: <T>(key: string, work: (order: OrderTransaction<Connection>) => Promise<T>) =>
      withConnection(pool, "set autocommit = 1", async (connection) => {
        // Without it, what follows a deadlock, which undoes the whole transaction, would be committed by itself.
        await connection.query("set autocommit = 0");
        // Whoever reads later in the transaction sees what is committed by then, not by its beginning.
        await connection.query("set transaction isolation level read committed");
        await connection.query("savepoint cardpane");
        // Locks the order until the transaction ends; makes its row where there is none.
        await connection.query(
          "insert into cardpane_orders (order_key) values (?) on duplicate key update order_key = order_key",
          [key],
        );
        const result = await work(orderOn(connection, key));
        // Fails where `onEvent` has swallowed a deadlock, or committed by itself: then nothing may be called done.
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
 * Runs work on a connection of the pool. One on which work failed is rolled back. One that cannot be rolled back or reset is
 * closed: the next who gets it must find it as it was.
 *
 * @param reset the statement that makes it as it was. Its failure is none of the work's, which is committed by then.
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
