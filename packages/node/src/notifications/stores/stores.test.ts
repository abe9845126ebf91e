/** Exactly-once delivery on every store: duplicates, reordering, races, failures in the merchant's code. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createMemoryStore,
  createNotifications,
  createPostgresStore,
  type NotificationStore,
  type OrderEvent,
} from "../../index.ts";
import { mug, openShop, post, resultOf, secret, type TestShop } from "../shop.test-shop.ts";
import { type TestDatabase, testDatabases } from "./databases.test-store.ts";

const renewal = (cycle: number, payment: object = {}) =>
  resultOf(
    { transactionId: `20000001${cycle}`, ...payment },
    { subscription: { id: "400000001", status: "active", cycle } },
  );
const first = resultOf({}, { subscription: { id: "400000001", status: "active", cycle: 0 } });
const declined = resultOf({ status: "fail", code: "5227", transactionId: "200000000" });

/** A subscription: one mug now, and one every month. */
const mugs = { ...mug, later: [{ amountMinor: 1250, currency: "EUR" }] };

/** Every notification about one order. */
const bodies = [declined, first, renewal(1), renewal(2, { status: "fail", code: "5051" }), renewal(3)];

/** A seeded generator: the same pseudo-random numbers in every run. */
function* pseudoRandom(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

/** A thousand notifications, each of five about 200 times, in random order. */
function thousand(): readonly (readonly [body: unknown, deliveryId: string])[] {
  const random = pseudoRandom(17);
  return Array.from({ length: 1_000 }, () => {
    const index = Math.floor(random.next().value * bodies.length);
    return [bodies[index], `delivery-${index}`] as const;
  });
}

const settledOnce = [
  "payment.succeeded",
  "subscription.charge_failed",
  "subscription.renewed",
  "subscription.renewed",
];
const withoutFailed = (types: readonly unknown[]) => types.filter((type) => type !== "payment.failed").sort();

describe("in memory", () => {
  it("a thousand duplicated and reordered notifications settle an order once [T-P18]", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mugs);
    const sent = thousand().map(([body, id]) => post(shop, url, body, { "X-Delivery-ID": id }));
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    expect(withoutFailed(shop.events.map(({ type }) => type))).toEqual(settledOnce);
    expect(new Set(shop.events.map((event) => "transactionId" in event && event.transactionId)).size).toBe(
      shop.events.length,
    );
  });

  it("references that race for one order of the gateway's do not both get it", async () => {
    const shop = openShop();
    const urls = await Promise.all(
      Array.from({ length: 20 }, (_, index) => shop.ipn.createUrl({ ...mug, reference: `order-${index}` })),
    );
    const statuses = await Promise.all(urls.map((url) => post(shop, url, first)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(shop.events).toHaveLength(1);
  });

  it("a failure leaves nothing behind: neither the order nor its claim", async () => {
    let works = false;
    const shop = openShop({
      onEvent: () => {
        if (!works) throw new Error("not now");
      },
    });
    const url = await shop.ipn.createUrl(mugs);
    const other = await shop.ipn.createUrl({ ...mug, reference: "order-2" });
    expect(await post(shop, url, first)).toBe(500);
    works = true;
    expect(await post(shop, other, first)).toBe(200);
  });
});

describe.each(testDatabases)("on %s", (_, open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    for (const table of ["cardpane_orders", "cardpane_claims", "effects"]) {
      await database.query(`delete from ${table}`);
    }
  });

  /** A shop that writes its effects to its own table, in the order's transaction. */
  function openSqlShop(
    store: NotificationStore<never> = database.store,
    onEvent: (event: OrderEvent, tx: never) => Promise<void> = (event, tx) =>
      database.insertEffect(tx, event),
  ): TestShop {
    const memory = openShop();
    const ipn = createNotifications<never>({
      secret,
      environment: "test",
      ipnUrl: "https://shop.example.com/ipn",
      store,
      onEvent,
      onRefused: (refusal) => void memory.refusals.push(refusal),
      onFailure: (error) => void memory.failures.push(error),
      clock: memory.clock,
    });
    return { ...memory, ipn };
  }

  const effects = async () => (await database.query("select type from effects")).map(({ type }) => type);

  it("a thousand duplicated and reordered notifications, to two processes, settle an order once", async () => {
    const shops = [openSqlShop(), openSqlShop(database.otherStore)] as const;
    const url = await shops[0].ipn.createUrl(mugs);
    const sent = thousand().map(([body, id], index) =>
      post(shops[index % 2 === 0 ? 0 : 1], url, body, { "X-Delivery-ID": id }),
    );
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    expect(withoutFailed(await effects())).toEqual(settledOnce);
    expect((await shops[1].ipn.find("order-1"))?.state).toBe("succeeded");
  });

  it("answer and notification that arrive together settle it once", async () => {
    const shop = openSqlShop();
    const other = openSqlShop(database.otherStore);
    const references = Array.from({ length: 20 }, (_unused, index) => `order-${index}`);
    await Promise.all(
      references.map(async (reference, index) => {
        const result = resultOf({ orderId: `10000010${index}`, transactionId: `20000010${index}` });
        const url = await shop.ipn.createUrl({ ...mug, reference });
        const [status] = await Promise.all([post(other, url, result), shop.ipn.record(reference, result)]);
        expect(status).toBe(200);
      }),
    );
    expect(await effects()).toEqual(references.map(() => "payment.succeeded"));
  });

  it("URLs that are created at the same time are the same", async () => {
    const shop = openSqlShop();
    const other = openSqlShop(database.otherStore);
    other.clock.time += 5_000;
    const urls = await Promise.all(
      Array.from({ length: 20 }, (_unused, index) => (index % 2 === 0 ? shop : other).ipn.createUrl(mugs)),
    );
    expect(new Set(urls).size).toBe(1);
  });

  it("references that race for one order of the gateway's do not both get it", async () => {
    const shop = openSqlShop();
    const urls = await Promise.all(
      Array.from({ length: 10 }, (_unused, index) =>
        shop.ipn.createUrl({ ...mug, reference: `order-${index}` }),
      ),
    );
    const statuses = await Promise.all(urls.map((url) => post(shop, url, first)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await effects()).toEqual(["payment.succeeded"]);
  });

  it("writes of onEvent are rolled back if it throws, and committed if it succeeds", async () => {
    let works = false;
    const shop = openSqlShop(database.store, async (event, tx) => {
      await database.insertEffect(tx, event);
      if (!works) throw new Error("not now");
    });
    const url = await shop.ipn.createUrl(mugs);
    expect(await post(shop, url, first)).toBe(500);
    expect(await effects()).toEqual([]);
    expect(await shop.ipn.find("order-1")).toMatchObject({ state: "created", transactions: {} });
    works = true;
    expect(await post(shop, url, first)).toBe(200);
    expect(await effects()).toEqual(["payment.succeeded"]);
  });

  it("a database error that onEvent catches is no success if it rolls back the writes", async () => {
    const shop = openSqlShop(database.store, async (event, tx) => {
      await database.insertEffect(tx, event);
      await database.fail(tx).catch(() => undefined);
    });
    const url = await shop.ipn.createUrl(mugs);
    expect(await post(shop, url, first)).toBe(database.failsWhole ? 500 : 200);
    expect(await effects()).toEqual(database.failsWhole ? [] : ["payment.succeeded"]);
    expect((await shop.ipn.find("order-1"))?.state).toBe(database.failsWhole ? "created" : "succeeded");
  });

  it("an unreadable order is not overwritten", async () => {
    const shop = openSqlShop();
    const url = await shop.ipn.createUrl(mugs);
    await database.query("update cardpane_orders set record = '{\"version\":2}'");
    expect(await post(shop, url, first)).toBe(500);
    await expect(shop.ipn.createUrl(mugs)).rejects.toThrow("cannot read");
    const [{ record } = {}] = await database.query("select record from cardpane_orders");
    expect(typeof record === "string" ? JSON.parse(record) : record).toEqual({ version: 2 });
  });

  it("references and order ids are never interpreted as SQL", async () => {
    const shop = openSqlShop();
    const reference = `'; drop table effects; --" $1 \\ 壺`;
    const url = await shop.ipn.createUrl({ ...mug, reference });
    expect(await post(shop, url, first)).toBe(200);
    expect(await database.query("select reference from effects")).toEqual([{ reference }]);
  });
});

describe("a store", () => {
  it("needs a pool or transactions", () => {
    for (const wrong of [undefined, {}, { query: () => undefined }]) {
      expect(() => createPostgresStore(wrong as never)).toThrow("connect()");
    }
    expect(createMemoryStore()).toHaveProperty("transaction");
  });

  it("does not return a connection that cannot roll back to the pool", async () => {
    const released: unknown[] = [];
    const store = createPostgresStore({
      connect: async () => ({
        query: async (text: string) => {
          if (text !== "begin") throw new Error(`lost in ${text.slice(0, 8)}`);
          return { rows: [] };
        },
        release: (error?: Error | boolean) => void released.push(error),
      }),
    });
    await expect(store.transaction("key", async () => 1)).rejects.toThrow("lost in select");
    expect(released).toEqual([expect.any(Error)]);
  });
});
