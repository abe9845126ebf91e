/** How a SQLite store uses its only connection. stores.test.ts tests the guarantees of every store. */
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  createNotifications,
  createSqliteStore,
  type SqliteDatabase,
} from "../../index.ts";
import { mug, openShop, post, resultOf, secret } from "../shop.test-shop.ts";
import { makeSqlite } from "./databases.test-store.ts";

const count = (database: SqliteDatabase, table: string) =>
  Number(Object(database.prepare(`select count(*) as n from ${table}`).get()).n);

/** A shop that writes its effects to its own table, in the order's transaction. */
async function openSqliteShop(fail: () => boolean = () => false) {
  const database = await makeSqlite();
  const memory = openShop();
  const ipn = createNotifications<SqliteDatabase>({
    secret,
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store: createSqliteStore(database),
    onEvent: async (event, tx) => {
      tx.prepare("insert into effects (reference, type) values (?, ?)").run(event.reference, event.type);
      // An await in the middle of the transaction.
      await new Promise((resolve) => setImmediate(resolve));
      if (fail()) throw new Error("not now");
    },
    onRefused: (refusal) => void memory.refusals.push(refusal),
    onFailure: () => undefined,
  });
  return { ...memory, ipn, database };
}

describe("on SQLite", () => {
  it("a failure leaves nothing: no effect, no state, no claim", async () => {
    let fails = true;
    const shop = await openSqliteShop(() => fails);
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
    const shop = await openSqliteShop(() => true);
    const url = await shop.ipn.createUrl(mug);
    const [status, shown] = await Promise.all([post(shop, url, resultOf()), shop.ipn.find(mug.reference)]);
    expect(status).toBe(500);
    expect(shown).toMatchObject({ state: "created" });
    expect(await shop.ipn.find("order-9")).toBeUndefined();
  });

  it("a read during a transaction, also in onEvent, returns the last committed order", async () => {
    const database = await makeSqlite();
    const shown: unknown[] = [];
    const ipn = createNotifications<SqliteDatabase>({
      secret,
      environment: "test",
      ipnUrl: "https://shop.example.com/ipn",
      store: createSqliteStore(database),
      onEvent: async () => void shown.push(await ipn.find(mug.reference), await ipn.find("order-2")),
    });
    const url = await ipn.createUrl(mug);
    await ipn.createUrl({ ...mug, reference: "order-2" });
    await ipn.record(mug.reference, resultOf());
    expect(shown).toMatchObject([{ state: "created" }, { reference: "order-2" }]);
    expect(await ipn.find(mug.reference)).toMatchObject({ state: "succeeded" });
    expect(await post({ ...openShop(), ipn }, url, resultOf())).toBe(200);
  });

  it("a store needs a connection with prepare()", () => {
    expect(() => createSqliteStore({} as SqliteDatabase)).toThrow(ConfigurationError);
  });
});
