/**
 * A store in SQLite: two tables in the merchant's database, written in one transaction with the merchant's data.
 *
 * It contains no driver: pass a connection of better-sqlite3 or of Node's `DatabaseSync`, and use that connection for nothing
 * else, because a SQLite connection has one transaction at a time. Transactions on one connection run one after the other.
 * Another process waits for SQLite's lock (`busy_timeout`), or fails and the gateway re-sends. Another connection of the same
 * process must never wait for the lock: the driver is synchronous and would block the process. So `onEvent` must await only `tx`.
 */
import { ConfigurationError } from "../../errors/errors.ts";
import { createAsyncScope } from "./async-scope.ts";
import type { NotificationStore, OrderTransaction, StoredRecord } from "./store.ts";

/** The part of a statement that the store needs. */
export interface SqliteStatement {
  get(...values: unknown[]): unknown;
  run(...values: unknown[]): unknown;
}

/** The part of a better-sqlite3 or `node:sqlite` connection that the store needs. */
export interface SqliteDatabase {
  prepare(text: string): SqliteStatement;
}

/** The SQL that creates the tables. Run each statement once in your migrations; a repetition changes nothing. */
export const sqliteSchema: string = `create table if not exists cardpane_orders (
  key text primary key,
  record text not null,
  updated_at text not null default current_timestamp
) without rowid;
create table if not exists cardpane_claims (
  name text primary key,
  key text not null
) without rowid;`;

/**
 * Creates a store on SQLite 3.24 or newer. `onEvent` gets the connection: its writes are committed together with the order.
 *
 * @param database a connection that only this store and its `onEvent` use
 * @throws ConfigurationError if `database` has no `prepare`
 * @example
 * const database = new Database("shop.db"); // better-sqlite3
 * database.exec(sqliteSchema);
 * const store = createSqliteStore(database);
 */
export function createSqliteStore<Database extends SqliteDatabase>(
  database: Database,
): NotificationStore<Database> {
  if (typeof (Object(database) as Partial<SqliteDatabase>).prepare !== "function") {
    throw new ConfigurationError("createSqliteStore needs a connection with prepare()");
  }
  const scope = createAsyncScope<{ isOpen: boolean }>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  // The committed record of the order in the open transaction: the connection itself would read uncommitted data.
  let committed: { readonly key: string; readonly record: unknown } | undefined;
  return Object.freeze({
    // Not queued behind transactions: a read in `onEvent` would wait for its own transaction.
    read: async (key: string) => (committed?.key === key ? committed.record : loadRecord(database, key)),
    transaction: async <T>(key: string, work: (order: OrderTransaction<Database>) => Promise<T>) => {
      if (scope.current()?.isOpen) throw new Error(nested);
      return inTurn(async () => {
        const own = { isOpen: true };
        try {
          return await runIn(database, () => {
            committed = { key, record: loadRecord(database, key) };
            return scope.run(own, () => work(orderOn(database, key)));
          });
        } finally {
          own.isOpen = false;
          committed = undefined;
        }
      });
    },
  });
}

const nested =
  "onEvent made a call that is not part of its event's transaction (for another reference, for a wallet's account, or after onEvent had returned): on SQLite's one connection this would wait for itself. Write the call into a table that tx writes, and make it after the event";

async function runIn<T>(database: SqliteDatabase, work: () => Promise<T>): Promise<T> {
  // Takes the write lock at the start: a lock taken later can fail in the middle of the transaction.
  database.prepare("begin immediate").run();
  try {
    const result = await work();
    database.prepare("commit").run();
    return result;
  } catch (error) {
    try {
      database.prepare("rollback").run();
    } catch {
      // SQLite rolls back some failures itself. Then there is nothing to roll back.
    }
    throw error;
  }
}

function orderOn<Database extends SqliteDatabase>(
  database: Database,
  key: string,
): OrderTransaction<Database> {
  return {
    tx: database,
    load: async () => loadRecord(database, key),
    save: async (order: StoredRecord) => {
      database
        .prepare(
          `insert into cardpane_orders (key, record) values (?, ?)
           on conflict (key) do update set record = excluded.record, updated_at = current_timestamp`,
        )
        .run(key, JSON.stringify(order));
    },
    claim: async (name) => {
      database
        .prepare("insert into cardpane_claims (name, key) values (?, ?) on conflict (name) do nothing")
        .run(name, key);
      const owner = database.prepare("select key from cardpane_claims where name = ?").get(name);
      return Object(owner).key === key;
    },
  };
}

function loadRecord(database: SqliteDatabase, key: string): unknown {
  const row = database.prepare("select record from cardpane_orders where key = ?").get(key);
  const { record } = Object(row) as { readonly record?: unknown };
  return typeof record === "string" ? JSON.parse(record) : undefined;
}
