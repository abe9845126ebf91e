/** The stores on the drivers of reports: each works, or throws before anything is sent. And what a payment costs in statements. */
import mysql from "mysql2/promise";
import pg from "pg";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { bodyOf, mug, openShop, postTo, resultOf } from "../checkout/shop.test-shop.ts";
import {
  type CheckoutPayment,
  type CheckoutStore,
  createMySqlStore,
  createPostgresStore,
  postgresSchema,
  type SqlConnection,
} from "../index.ts";
import { makeDatabase, makeMySqlDatabase, mysqlUrl, serverUrl, takePglite } from "./databases.test-store.ts";

/** A reference that text of SQL or of JSON could break. */
const reference = `O'Brien "1" \\ 壺`;

/** Pays an order by a response and its notification. */
async function pays<Tx>(store: CheckoutStore<Tx>): Promise<void> {
  const sent: unknown[] = [];
  const { checkout, events } = openShop({
    store: store as never,
    client: {
      payments: {
        createFromToken: async () => {
          sent.push(1);
          return resultOf({ descriptor: `a'b"c\\d` });
        },
      } as never,
    },
  });
  const payment = {
    ...mug,
    reference,
    sku: { siteId: "site-1" },
    redirectUrl: "https://shop.example.com/back",
  };
  const outcome = await checkout.pay(payment as CheckoutPayment);
  expect([outcome.type, sent.length]).toEqual(["paid", 1]);
  const { url, ...init } = await checkout.createTestNotification({ reference, transactionId: "200000001" });
  expect(await postTo(checkout, url, init.body)).toBe(200);
  expect((await checkout.pay(payment as CheckoutPayment)).type).toBe("already_paid");
  expect((await checkout.find(reference))?.paid).toMatchObject({ transactionId: "200000001" });
  expect(await checkout.find("x' or number > 0 -- y")).toBeUndefined();
  await checkout.begin({ ...mug, reference: `${reference}2` });
  const waiting: string[] = [];
  for await (const order of checkout.list()) waiting.push(order.reference);
  expect(waiting).toEqual([`${reference}2`]);
  expect(events.map(({ type }) => type)).toEqual(["payment.succeeded"]);
}

type Open = () => Promise<CheckoutStore<never>>;

async function onPostgres(): Promise<string> {
  const { url, drop } = await makeDatabase(serverUrl ?? "");
  onTestFinished(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(postgresSchema);
  await client.end();
  return url;
}

function ended<Closing extends { end(): Promise<unknown> }>(pool: Closing): Closing {
  onTestFinished(async () => void (await pool.end()));
  return pool;
}

const postgresDrivers: readonly [string, Open][] = [
  [
    "pg",
    async () =>
      createPostgresStore<pg.PoolClient>(
        ended(new pg.Pool({ connectionString: await onPostgres() })),
      ) as never,
  ],
  [
    "pg, with a type parser that leaves JSON as text",
    async () => {
      const getTypeParser = (id: number, format?: string) =>
        id === 3802 || id === 114 ? (text: string) => text : pg.types.getTypeParser(id, format as "text");
      const types = { getTypeParser } as never;
      return createPostgresStore<pg.PoolClient>(
        ended(new pg.Pool({ connectionString: await onPostgres(), types })),
      ) as never;
    },
  ],
  [
    "pg, with rows as arrays",
    async () => {
      const pool = ended(new pg.Pool({ connectionString: await onPostgres() }));
      return createPostgresStore({
        connect: async () => {
          const client = await pool.connect();
          const query = (text: string, values?: unknown[]) =>
            client.query({ text, values: values ?? [], rowMode: "array" });
          return { query, release: () => client.release() };
        },
      }) as never;
    },
  ],
  [
    "postgres.js, which encodes the text of JSON once more",
    async () => {
      const sql = postgres(await onPostgres(), { onnotice: () => undefined });
      onTestFinished(() => sql.end());
      return createPostgresStore<SqlConnection>({
        transaction: (work) =>
          sql.begin((tx) =>
            work({ query: async (text, values) => ({ rows: await tx.unsafe(text, values as never) }) }),
          ) as never,
      }) as never;
    },
  ],
];

const mysqlDrivers: readonly [string, (url: string) => CheckoutStore<never>][] = [
  ["mysql2", (uri) => createMySqlStore<mysql.PoolConnection>(ended(mysql.createPool({ uri }))) as never],
  [
    "mysql2, with rows as arrays",
    (uri) =>
      createMySqlStore<mysql.PoolConnection>(ended(mysql.createPool({ uri, rowsAsArray: true }))) as never,
  ],
  [
    "mysql2 by query alone",
    (uri) => {
      const pool = ended(mysql.createPool({ uri }));
      return createMySqlStore({
        getConnection: async () => {
          const connection = await pool.getConnection();
          return {
            query: (text, values) => connection.query(text, values),
            release: () => connection.release(),
            destroy: () => connection.destroy(),
          };
        },
      }) as never;
    },
  ],
];

describe("an order is paid on", () => {
  it("PGlite, by rows as arrays", async () => {
    const { database, close } = await takePglite();
    onTestFinished(close);
    const store = createPostgresStore<SqlConnection>({
      transaction: (work) =>
        database.transaction((tx) =>
          work({ query: (text, values) => tx.query(text, values, { rowMode: "array" }) }),
        ) as never,
    });
    await pays(store);
  });

  it.runIf(serverUrl).each(postgresDrivers)("%s", async (_, open) => pays(await open()));

  it.runIf(mysqlUrl).each(mysqlDrivers)("%s", async (_, open) => {
    const { url, drop } = await makeMySqlDatabase(mysqlUrl ?? "");
    onTestFinished(drop);
    await pays(open(url));
  });

  it.runIf(mysqlUrl)(
    "a server with NO_BACKSLASH_ESCAPES, prepared; by query alone it throws before anything is sent",
    async () => {
      const { url, drop, administrator } = await makeMySqlDatabase(mysqlUrl ?? "");
      onTestFinished(drop);
      const [[before]] = (await administrator.query("select @@global.sql_mode as mode")) as never as [
        [{ mode: string }],
      ];
      await administrator.query("set global sql_mode = 'NO_BACKSLASH_ESCAPES'");
      onTestFinished(async () => void (await administrator.query("set global sql_mode = ?", [before.mode])));
      (await pays(createMySqlStore<mysql.PoolConnection>(ended(mysql.createPool({ uri: url }))))) as never;
      const [, , [, open]] = mysqlDrivers as never as [
        unknown,
        unknown,
        [string, (url: string) => CheckoutStore<undefined>],
      ];
      const { checkout } = openShop({ store: open(url) });
      await expect(checkout.begin({ ...mug, reference: 'quoted "1"' })).rejects.toThrow();
    },
  );
});

it("a store that cannot read what it writes throws before anything is sent, with the likely cause", async () => {
  const { database, close } = await takePglite();
  onTestFinished(close);
  /** A driver whose parser of JSON changes its numbers. */
  const store = createPostgresStore<SqlConnection>({
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          query: (text, values) =>
            tx.query(text, values, { parsers: { 3802: (json) => json.replace(/:\s*1250/, ":12.5") } }),
        }),
      ) as never,
  });
  const { checkout } = openShop({ store: store as never });
  await expect(checkout.begin(mug)).rejects.toThrow("encode JSON twice");
  expect(await checkout.find(mug.reference)).toBeUndefined();
});

it.runIf(serverUrl)("a payment costs at most ten statements on PostgreSQL, a notification five", async () => {
  const pool = ended(new pg.Pool({ connectionString: await onPostgres() }));
  const statements: string[] = [];
  const store = createPostgresStore({
    connect: async () => {
      const client = await pool.connect();
      const query = (text: string, values?: unknown[]) => {
        statements.push(text.split(" ")[0] ?? "");
        return client.query(text, values);
      };
      return { query, release: () => client.release() };
    },
  });
  const createFromToken = async () => resultOf();
  const { checkout } = openShop({
    store: store as never,
    client: { payments: { createFromToken } as never },
  });
  const payment = { ...mug, sku: { siteId: "site-1" }, redirectUrl: "https://shop.example.com/back" };
  expect((await checkout.pay(payment as CheckoutPayment)).type).toBe("paid");
  const once = ["begin", "select", "select", "insert", "commit"];
  expect(statements.splice(0)).toEqual([...once, ...once]);
  const { ipnUrl } = await checkout.begin({ ...mug, reference: "order-2" });
  statements.splice(0);
  expect(await postTo(checkout, ipnUrl, bodyOf())).toBe(200);
  expect(statements.splice(0)).toEqual(once);
  await checkout.find("order-2");
  expect(statements).toEqual(["select"]);
});

describe("a lock", () => {
  const lockers: readonly [
    string,
    string | undefined,
    () => Promise<{ store: CheckoutStore<never>; hold: () => Promise<() => Promise<unknown>> }>,
  ][] = [
    [
      "PostgreSQL",
      serverUrl,
      async () => {
        const pool = ended(new pg.Pool({ connectionString: await onPostgres() }));
        await pool.query(
          "create table shop_orders (id text primary key); insert into shop_orders values ('order-1')",
        );
        const hold = async () => {
          const client = await pool.connect();
          await client.query("begin; select * from shop_orders for update");
          return async () => {
            await client.query("rollback");
            client.release();
          };
        };
        return { store: createPostgresStore<pg.PoolClient>(pool) as never, hold };
      },
    ],
    [
      "MySQL",
      mysqlUrl,
      async () => {
        const { url, drop, administrator } = await makeMySqlDatabase(mysqlUrl ?? "");
        onTestFinished(drop);
        await administrator.query(
          "create table shop_orders (id varchar(99) primary key); insert into shop_orders values ('order-1')",
        );
        const pool = ended(mysql.createPool({ uri: url }));
        const hold = async () => {
          const connection = await pool.getConnection();
          await connection.query("start transaction");
          await connection.query("select * from shop_orders for update");
          return async () => {
            await connection.query("rollback");
            connection.release();
          };
        };
        return { store: createMySqlStore<mysql.PoolConnection>(pool) as never, hold };
      },
    ],
  ];
  it.for(lockers)(
    "of the shop's row, held while it pays on %s, ends within its limit: unknown, 500, and paid when it comes again",
    { timeout: 120_000 },
    async ([, url, make], { skip }) => {
      skip(!url);
      const { store, hold } = await make();
      const { checkout, failures, types } = openShop({
        store,
        onEvent: (async (event: { type: string }, tx: { query(text: string): Promise<unknown> }) => {
          await tx.query("update shop_orders set id = id");
          void event;
        }) as never,
      });
      const attempt = await checkout.begin(mug);
      const release = await hold();
      const started = Date.now();
      const [status, outcome] = await Promise.all([
        postTo(checkout, attempt.ipnUrl, bodyOf()),
        checkout.settle(attempt, resultOf()),
      ]);
      expect([status, outcome.type]).toEqual([500, "unknown"]);
      expect(Date.now() - started).toBeLessThan(60_000);
      expect(failures.length).toBe(2);
      await release();
      expect(await postTo(checkout, attempt.ipnUrl, bodyOf())).toBe(200);
      expect((await checkout.find("order-1"))?.state).toBe("paid");
      void types;
    },
  );
});

describe("the list of 100,000 orders, of which 50 wait", () => {
  it.runIf(serverUrl)("uses its index on PostgreSQL", async () => {
    const pool = ended(new pg.Pool({ connectionString: await onPostgres() }));
    await pool.query(`insert into cardpane_attempts (order_key, number, record, state)
      select 'test/order-' || n, 1, '{"version":1,"number":1,"id":"a","createdAt":0,"later":[],"charges":[],"otherTransactions":[],"seen":[]}',
      case when n % 2000 = 0 then 'in_progress' end from generate_series(1, 100000) as n; analyze cardpane_attempts`);
    const { checkout } = openShop({ store: createPostgresStore<pg.PoolClient>(pool) as never });
    const listed = async () => {
      const started = performance.now();
      let count = 0;
      for await (const _ of checkout.list()) count += 1;
      return [count, performance.now() - started] as const;
    };
    await listed();
    const runs = [await listed(), await listed(), await listed()];
    expect(runs.map(([count]) => count)).toEqual([50, 50, 50]);
    expect(Math.min(...runs.map(([, ms]) => ms))).toBeLessThan(20);
    const plan = await pool.query(`explain select distinct order_key from cardpane_attempts
      where state is not null and order_key > 'test/' and starts_with(order_key, 'test/') order by order_key limit 100`);
    expect(JSON.stringify(plan.rows)).toContain("cardpane_attempts_open");
  });
});
