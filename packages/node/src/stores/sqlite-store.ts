/**
 * A store in SQLite: one table in the merchant's database, written in one transaction with the merchant's data.
 *
 * It contains no driver: pass a connection of better-sqlite3 or of Node's `DatabaseSync`, and use that connection for nothing
 * else, because a SQLite connection has one transaction at a time. Transactions on one connection run one after the other.
 * Another process waits for SQLite's lock (`busy_timeout`), or fails and the gateway sends again.
 */
import { fieldsOf } from "@cardpane/contract/record";
import { ConfigurationError } from "../errors/errors.ts";
import type { CheckoutStore } from "./store.ts";
import { readKeys, readRecords } from "./stored-rows.ts";

/** The part of a statement that the store needs. */
export interface SqliteStatement {
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

/** The part of a better-sqlite3 or `node:sqlite` connection that the store needs. */
export interface SqliteDatabase {
  prepare(text: string): SqliteStatement;
}

/** The SQL that creates the table. Run it once in your migrations; a repetition changes nothing. */
export const sqliteSchema: string = `create table if not exists cardpane_attempts (
  order_key text not null,
  number integer not null,
  record text not null,
  state text, -- why the order waits
  updated_at text not null default current_timestamp,
  primary key (order_key, number)
) without rowid;
create index if not exists cardpane_attempts_open on cardpane_attempts (order_key) where state is not null;`;

const select = "select record from cardpane_attempts where order_key = ? order by number";
const upsert = `insert into cardpane_attempts (order_key, number, record, state) values (?, ?, ?, ?)
on conflict (order_key, number) do update set record = excluded.record, state = excluded.state, updated_at = current_timestamp`;
const readBack = "select record from cardpane_attempts where order_key = ? and number = ?";
const scan = `select each.order_key, each.record from (
  select distinct order_key from cardpane_attempts
  where state is not null and order_key > ? and substr(order_key, 1, length(?)) = ? order by order_key limit ?
) as waiting join cardpane_attempts as each on each.order_key = waiting.order_key order by each.order_key, each.number`;

/**
 * Creates a store on SQLite 3.24 or newer.
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
): CheckoutStore<Database> {
  if (typeof fieldsOf<SqliteDatabase>(database).prepare !== "function") {
    throw new ConfigurationError("createSqliteStore needs a connection with prepare()");
  }
  const load = (key: string) => readRecords(database.prepare(select).all(key));
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return Object.freeze<CheckoutStore<Database>>({
    // In turn, because this connection would also read what an open transaction has not committed.
    find: (key) => inTurn(async () => load(key)),
    scan: ({ prefix, after, limit }) =>
      inTurn(async () => readKeys(database.prepare(scan).all(after, prefix, prefix, limit))),
    once: (key, work) =>
      inTurn(() =>
        runIn(database, () => {
          const save = async (number: number, record: object, state?: string) => {
            database.prepare(upsert).run(key, number, JSON.stringify(record), state ?? null);
            return readRecords(database.prepare(readBack).all(key, number))[0];
          };
          return work({ tx: database, records: load(key), save });
        }),
      ),
  });
}

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
