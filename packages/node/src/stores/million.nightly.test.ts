/** A million orders are found, listed and begun as fast as a thousand: 50 of them wait. */
import mysql from "mysql2/promise";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { openShop } from "../checkout/shop.test-shop.ts";
import {
  createMySqlStore,
  createPostgresStore,
  createSqliteStore,
  postgresSchema,
  sqliteSchema,
} from "../index.ts";
import {
  hasSqliteFiles,
  makeDatabase,
  makeMySqlDatabase,
  mysqlUrl,
  openSqliteFile,
  serverUrl,
} from "./databases.test-store.ts";

const record =
  '{"version":1,"number":1,"id":"a","createdAt":0,"later":[],"charges":[],"otherTransactions":[],"seen":[]}';

/** The statement that inserts 10 to the power of `digits` orders. */
function insertOrders(digits: number, concatenate: (text: string, number: string) => string): string {
  const ten = Array.from({ length: 10 }, (_, digit) => `select ${digit} as d`).join(" union all ");
  const places = Array.from({ length: digits }, (_, place) => place);
  const number = places.map((place) => `t${place}.d * ${10 ** place}`).join(" + ");
  const from = places.map((place) => `(${ten}) as t${place}`).join(" cross join ");
  return `insert into cardpane_attempts (order_key, number, record, state)
    select ${concatenate("'test/order-'", "n")}, 1, '${record}', case when n % ${10 ** digits / 50} = 0 then 'in_progress' end
    from (select ${number} as n from ${from}) as numbers`;
}

const piped = (text: string, number: string) => `${text} || ${number}`;

async function onPostgres(digits: number) {
  const { url, drop } = await makeDatabase(serverUrl ?? "");
  onTestFinished(drop);
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  await pool.query(`${postgresSchema} ${insertOrders(digits, piped)}; analyze cardpane_attempts`);
  return createPostgresStore<pg.PoolClient>(pool);
}

async function onMySql(digits: number) {
  const { url, drop, administrator } = await makeMySqlDatabase(mysqlUrl ?? "");
  onTestFinished(drop);
  await administrator.query(insertOrders(digits, (text, number) => `concat(${text}, ${number})`));
  await administrator.query("analyze table cardpane_attempts");
  const pool = mysql.createPool({ uri: url });
  onTestFinished(() => pool.end());
  return createMySqlStore<mysql.PoolConnection>(pool);
}

async function onSqlite(digits: number) {
  const database = openSqliteFile("");
  database.exec(`${sqliteSchema} ${insertOrders(digits, piped)}`);
  return createSqliteStore(database);
}

/** The shortest of 20 runs, in milliseconds. */
async function fastest(work: (run: number) => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 20; run++) {
    const started = performance.now();
    await work(run);
    shortest = Math.min(shortest, performance.now() - started);
  }
  return shortest;
}

const databases = [
  ["PostgreSQL", Boolean(serverUrl), onPostgres],
  ["MySQL", Boolean(mysqlUrl), onMySql],
  ["SQLite", hasSqliteFiles, onSqlite],
] as const;

describe.each(databases)("1,000,000 orders on %s", (name, isThere, fill) => {
  it.runIf(isThere)("are found, listed and begun as fast as 1,000", { timeout: 600_000 }, async () => {
    const measured = async (digits: number) => {
      const { checkout } = openShop({ store: (await fill(digits)) as never });
      let listed = 0;
      const list = async () => {
        listed = 0;
        for await (const _ of checkout.list()) listed += 1;
      };
      const find = await fastest((run) => checkout.find(`order-${run}`));
      const begin = await fastest((run) =>
        checkout.begin({ reference: `new-${run}`, amountMinor: 1250, currency: "EUR" }),
      );
      // Those that were begun wait, too.
      const times = { find, begin, list: await fastest(list) };
      expect(listed).toBe(70);
      return times;
    };
    const few = await measured(3);
    const many = await measured(6);
    const text = (times: typeof few) =>
      Object.entries(times).map(([what, ms]) => `${what} ${ms.toFixed(1)} ms`);
    console.log(`${name}: 1,000 orders ${text(few).join(", ")}; 1,000,000 orders ${text(many).join(", ")}`);
    for (const what of ["find", "begin", "list"] as const)
      expect(many[what], what).toBeLessThan(2 * few[what] + 2);
  });
});
