/** The store on SQLite: the same promises as on PostgreSQL, on the real engine (sql.js is SQLite compiled to WebAssembly). */
import initSqlJs from "sql.js";
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  createNotifications,
  createSqliteStore,
  type SqliteDatabase,
  sqliteSchema,
} from "../index.ts";
import { mug, openShop, post, resultOf, secret } from "./shop.test-shop.ts";

const sql = await initSqlJs();

/** sql.js behind the interface of better-sqlite3 and of Node. */
function openDatabase(): SqliteDatabase {
  const database = new sql.Database();
  for (const statement of `${sqliteSchema} create table effects (reference text, type text);`.split(";")) {
    if (statement.trim() !== "") database.run(statement);
  }
  return {
    prepare: (text) => ({
      get: (...values) => {
        const statement = database.prepare(text, values);
        const row = statement.step() ? statement.getAsObject() : undefined;
        statement.free();
        return row;
      },
      run: (...values) => database.run(text, values),
    }),
  };
}

const count = (database: SqliteDatabase, table: string) =>
  Number(Object(database.prepare(`select count(*) as n from ${table}`).get()).n);

/** A shop whose effects stand in a table of its own, written in the order's transaction. */
function openSqliteShop(fail: () => boolean = () => false) {
  const database = openDatabase();
  const memory = openShop();
  const ipn = createNotifications<SqliteDatabase>({
    secret,
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store: createSqliteStore(database),
    onEvent: async (event, tx) => {
      tx.prepare("insert into effects (reference, type) values (?, ?)").run(event.reference, event.type);
      // Something else that awaits, in the middle of the transaction.
      await new Promise((resolve) => setImmediate(resolve));
      if (fail()) throw new Error("not now");
    },
    onRefused: (refusal) => void memory.refusals.push(refusal),
    onFailure: () => undefined,
  });
  return { ...memory, ipn, database };
}

describe("on SQLite", () => {
  it("a hundred duplicates that race settle an order once, with its effect", async () => {
    const shop = openSqliteShop();
    const url = await shop.ipn.createUrl(mug);
    const statuses = await Promise.all(Array.from({ length: 100 }, () => post(shop, url, resultOf())));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(count(shop.database, "effects")).toBe(1);
    expect(await shop.ipn.find(mug.reference)).toMatchObject({ state: "succeeded" });
  });

  it("references that race for one order of the gateway's do not both get it", async () => {
    const shop = openSqliteShop();
    const urls: string[] = [];
    for (let index = 0; index < 20; index++) {
      urls.push(await shop.ipn.createUrl({ ...mug, reference: `order-${index}` }));
    }
    const statuses = await Promise.all(urls.map((url) => post(shop, url, resultOf())));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(count(shop.database, "effects")).toBe(1);
    expect(count(shop.database, "cardpane_claims")).toBe(1);
  });

  it("what failed leaves nothing: no effect, no state, no claim", async () => {
    let fails = true;
    const shop = openSqliteShop(() => fails);
    const url = await shop.ipn.createUrl(mug);
    const other = await shop.ipn.createUrl({ ...mug, reference: "order-2" });
    expect(await post(shop, url, resultOf())).toBe(500);
    expect([count(shop.database, "effects"), count(shop.database, "cardpane_claims")]).toEqual([0, 0]);
    expect(await shop.ipn.find(mug.reference)).toMatchObject({ state: "created" });
    fails = false;
    expect(await post(shop, other, resultOf())).toBe(200);
    expect(await post(shop, url, resultOf())).toBe(400);
  });

  it("a record is never shown before it is committed", async () => {
    const shop = openSqliteShop(() => true);
    const url = await shop.ipn.createUrl(mug);
    const [status, shown] = await Promise.all([post(shop, url, resultOf()), shop.ipn.find(mug.reference)]);
    expect(status).toBe(500);
    expect(shown).toMatchObject({ state: "created" });
    expect(await shop.ipn.find("order-9")).toBeUndefined();
  });

  it("a store needs a connection with prepare()", () => {
    expect(() => createSqliteStore({} as SqliteDatabase)).toThrow(ConfigurationError);
  });
});
