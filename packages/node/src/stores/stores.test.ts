/** The contract of a store, on every store: once, whatever is repeated, reordered, raced or broken. */
import { EventEmitter } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bodyOf, mug, noClient, postTo, resultOf, secret } from "../checkout/shop.test-shop.ts";
import {
  type CheckoutEvent,
  type CheckoutStore,
  createCheckout,
  createMemoryStore,
  createMySqlStore,
  createPostgresStore,
  createSqliteStore,
  mysqlSchema,
  type OrderListOptions,
} from "../index.ts";
import { type TestDatabase, testDatabases } from "./databases.test-store.ts";

const isNightly = Boolean(process.env["NIGHTLY"]);
const subscription = (cycle: number, payment: object = {}) =>
  bodyOf({ transactionId: `20000001${cycle}`, ...payment }, { subscription: { id: "400000001", cycle } });
/** Every notification about one order. */
const bodies = [
  subscription(0),
  subscription(1),
  subscription(2, { status: "fail", code: "5051" }),
  subscription(3),
  bodyOf({ mode: "refund", amount: 4, transactionId: "900000001", parentTransactionId: "200000010" }),
];
const once = [
  "payment.refunded",
  "payment.succeeded",
  "subscription.charge_failed",
  "subscription.renewed",
  "subscription.renewed",
];

/** Each notification many times, shuffled in the same way in every run. */
function shuffled(count: number) {
  let state = 17;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return bodies[state % bodies.length];
  });
}

describe.each(testDatabases)("on %s", (name, open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    await database.query("delete from effects");
    if (name !== "memory") await database.query("delete from cardpane_attempts");
    reference = `order-${++orders}`;
  });
  let orders = 0;
  let reference = "";

  function openShop(
    store = database.store,
    onEvent: (event: CheckoutEvent, tx: never) => Promise<void> = (event, tx) =>
      database.insertEffect(tx, event),
  ) {
    const failures: unknown[] = [];
    const checkout = createCheckout<never>({
      client: noClient,
      secret,
      environment: "test",
      ipnUrl: "https://shop.example.com/ipn",
      store,
      onEvent,
      onFailure: (error) => void failures.push(error),
    });
    return { checkout, failures };
  }
  const order = () => ({ ...mug, reference });
  const effects = async () =>
    (await database.query("select type from effects")).map(({ type }) => type).sort();

  it("repeated and shuffled notifications, to two processes, are one event each [T-P18]", async () => {
    const shops = [openShop(), openShop(database.otherStore)] as const;
    const { ipnUrl } = await shops[0].checkout.begin(order());
    const sent = shuffled(isNightly ? 1_000 : 200).map((body, index) =>
      postTo(shops[index % 2 === 0 ? 0 : 1].checkout, ipnUrl, body),
    );
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    expect(await effects()).toEqual(once);
    expect((await shops[1].checkout.find(reference))?.state).toBe("paid");
  });

  it("attempts that begin at the same time, in two processes, are one", async () => {
    const shops = [openShop(), openShop(database.otherStore)] as const;
    const begun = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => shops[index % 2 === 0 ? 0 : 1].checkout.begin(order())),
    );
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await shops[0].checkout.find(reference))?.attempts).toHaveLength(1);
  });

  it("an answer and a notification that arrive together are one event", async () => {
    const [shop, other] = [openShop(), openShop(database.otherStore)];
    const references = Array.from({ length: 10 }, (_, index) => `${reference}-${index}`);
    await Promise.all(
      references.map(async (each, index) => {
        const attempt = await shop.checkout.begin({ ...mug, reference: each });
        const fields = { transactionId: `20000010${index}` };
        await Promise.all([
          postTo(other.checkout, attempt.ipnUrl, bodyOf(fields)),
          shop.checkout.settle(attempt, resultOf(fields)),
        ]);
      }),
    );
    expect(await effects()).toEqual(references.map(() => "payment.succeeded"));
  });

  it("of two attempts that are paid at the same time, one is reported as a duplicate", async () => {
    const shops = [openShop(), openShop(database.otherStore)] as const;
    const references = Array.from({ length: 10 }, (_, index) => `${reference}-${index}`);
    await Promise.all(
      references.map(async (each, index) => {
        const [{ checkout }] = shops;
        const left = await checkout.begin({ ...mug, reference: each });
        await checkout.settle(
          left,
          resultOf({ status: "pending", url: "https://bank.example/3ds", transactionId: `20000020${index}` }),
        );
        await checkout.supersede(each);
        const next = await checkout.begin({ ...mug, reference: each });
        const answers = [left, next].map(({ ipnUrl }, shop) =>
          postTo(
            shops[shop]?.checkout ?? checkout,
            ipnUrl,
            bodyOf({ transactionId: `20000${shop}20${index}` }),
          ),
        );
        expect(await Promise.all(answers)).toEqual([200, 200]);
      }),
    );
    const duplicates = references.map(() => "payment.duplicate");
    expect(await effects()).toEqual([...duplicates, ...references.map(() => "payment.succeeded")]);
  });

  it("what onEvent writes is committed with the record, or not at all", async () => {
    let works = false;
    const shop = openShop(database.store, async (event, tx) => {
      if (name !== "memory" || works) await database.insertEffect(tx, event);
      if (!works) throw new Error("not now");
    });
    const { ipnUrl } = await shop.checkout.begin(order());
    expect(await postTo(shop.checkout, ipnUrl, bodyOf())).toBe(500);
    expect([await effects(), (await shop.checkout.find(reference))?.state]).toEqual([[], "in_progress"]);
    works = true;
    expect(await postTo(shop.checkout, ipnUrl, bodyOf())).toBe(200);
    expect([await effects(), (await shop.checkout.find(reference))?.state]).toEqual([
      ["payment.succeeded"],
      "paid",
    ]);
  });

  it("an error of the database that onEvent catches is no success if it undoes the writes", async () => {
    const shop = openShop(database.store, async (event, tx) => {
      await database.insertEffect(tx, event);
      await database.fail(tx).catch(() => undefined);
    });
    const { ipnUrl } = await shop.checkout.begin(order());
    const { failsWhole } = database;
    expect(await postTo(shop.checkout, ipnUrl, bodyOf())).toBe(failsWhole ? 500 : 200);
    expect(await effects()).toEqual(failsWhole ? [] : ["payment.succeeded"]);
    expect((await shop.checkout.find(reference))?.state).toBe(failsWhole ? "in_progress" : "paid");
  });

  it("a call from onEvent is refused at once, also where the store has one connection", async () => {
    const codes: string[] = [];
    const shop = openShop(database.store, async () => {
      for (const each of [reference, "another"]) {
        await shop.checkout.begin({ ...mug, reference: each }).catch(({ code }) => codes.push(code));
      }
    });
    const { ipnUrl } = await shop.checkout.begin(order());
    expect(await postTo(shop.checkout, ipnUrl, bodyOf())).toBe(200);
    expect(codes).toEqual(["called_in_event", "called_in_event"]);
  });

  it("a call that onEvent started and did not await is made after it", async () => {
    let later: Promise<unknown> = Promise.resolve();
    const shop = openShop(database.store, async () => {
      later = new Promise((resolve) => setTimeout(resolve, 100)).then(() =>
        shop.checkout.begin({ ...mug, reference: `${reference}-2` }),
      );
    });
    const { ipnUrl } = await shop.checkout.begin(order());
    expect(await postTo(shop.checkout, ipnUrl, bodyOf())).toBe(200);
    await later;
    expect(await shop.checkout.find(`${reference}-2`)).toMatchObject({ state: "in_progress" });
  });

  it("names and codes are never interpreted, and none is lost", async () => {
    const shop = openShop();
    reference = `'; drop table effects; --" $1 \\ 壺`;
    const { ipnUrl } = await shop.checkout.begin(order());
    const odd = { status: "fail", code: "\u0000\ud800'", transactionId: "__proto__" };
    expect(await postTo(shop.checkout, ipnUrl, bodyOf(odd))).toBe(200);
    expect(await database.query("select reference from effects")).toMatchObject([{ reference }]);
  });

  it("every order that waits is listed, and no other", async () => {
    const shop = openShop();
    const statuses = ["none", "pending", "success", "fail", "part", "auth", "void"] as const;
    const references = Array.from({ length: 49 }, (_, index) => `${reference}-${index}`);
    for (const [index, each] of references.entries()) {
      const attempt = await shop.checkout.begin({ ...mug, reference: each });
      for (const status of [statuses[index % 7], statuses[Math.floor(index / 7)]]) {
        const transactionId = `2${String(index).padStart(8, "0")}`;
        const payment = {
          none: undefined,
          pending: { status: "pending" },
          success: {},
          fail: { status: "fail", code: "5051" },
          part: { amount: 6, code: "1001" },
          auth: { mode: "auth", transactionId: `3${transactionId}` },
          void: { mode: "void", parentTransactionId: transactionId, transactionId: `9${transactionId}` },
        }[status ?? "none"];
        if (payment) await postTo(shop.checkout, attempt.ipnUrl, bodyOf({ transactionId, ...payment }));
      }
    }
    const waiting: string[] = [];
    for (const each of references) {
      const order = await shop.checkout.find(each);
      expect(order?.waiting === undefined).toBe(["paid", "payable"].includes(order?.state ?? ""));
      if (order?.waiting) waiting.push(each);
    }
    const listed = async (options: OrderListOptions = {}) => {
      const found: string[] = [];
      for await (const order of openShop(database.otherStore).checkout.list(options))
        found.push(order.reference);
      return found.filter((each) => each.startsWith(`${reference}-`)); // the memory has the orders of other tests too
    };
    const all = await listed();
    expect(waiting.length).toBeGreaterThan(15);
    expect(waiting.length).toBeLessThan(49);
    expect([...all].sort()).toEqual([...waiting].sort());
    const first = await listed({ after: `${reference}-`, limit: 5 });
    expect([...first, ...(await listed({ after: first[4] }))]).toEqual(all);
    expect(first).toHaveLength(5);
    expect(await listed({ olderThanMs: 60_000 })).toEqual([]);
    const states = ["in_progress", "authorized", "mismatched"] as const;
    const byState = await Promise.all(states.map((state) => listed({ state })));
    expect(byState.flat().sort()).toEqual([...waiting].sort());
    expect((await listed({ needsPerson: true })).sort()).toEqual(byState[2]?.sort());
  });

  it.skipIf(name === "memory")("a record of another version is not overwritten", async () => {
    const shop = openShop();
    const { ipnUrl } = await shop.checkout.begin(order());
    await database.query("update cardpane_attempts set record = '{\"version\":2}' where number = 1");
    expect(await postTo(shop.checkout, ipnUrl, bodyOf())).toBe(500);
    await expect(shop.checkout.begin(order())).rejects.toThrow("cannot read");
    expect(await effects()).toEqual([]);
  });
});

describe("a store", () => {
  it("in memory changes an order by one work at a time", async () => {
    const store = createMemoryStore();
    const add = (number: number, delayMs: number) =>
      store.once("key", async ({ records, save }) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        await save(number, { number, before: records.length });
      });
    await Promise.all([add(1, 20), add(2, 0)]);
    expect(await store.find("key")).toEqual([
      { number: 1, before: 0 },
      { number: 2, before: 1 },
    ]);
  });

  it.each<[string, () => CheckoutStore<never>, string]>([
    ["a pg.Client", () => createPostgresStore({ connect: async () => undefined } as never), "not a client"],
    [
      "a query that returns rows alone",
      () =>
        createPostgresStore({
          transaction: (work: (tx: object) => unknown) => work({ query: async () => [] }),
        } as never),
      "{ rows }",
    ],
    [
      "the callback pool of mysql2",
      () => createMySqlStore({ getConnection: () => undefined } as never),
      "mysql2/promise",
    ],
    [
      "a prepare() whose all() returns nothing",
      () => createSqliteStore({ prepare: () => ({ all: () => undefined, run: () => 0 }) } as never),
      "all()",
    ],
  ])("on %s throws before anything is sent, and says what to pass", async (_, open, advice) => {
    const store = open();
    await expect(store.once("key", async () => 1)).rejects.toThrow(advice);
    await expect(store.find("key")).rejects.toThrow(advice);
  });

  it("locks the order before it reads it, and compares keys byte by byte", async () => {
    const log: string[] = [];
    const query = async (text: string) => {
      log.push(text.replaceAll(/\s+/g, " "));
      return Object.assign([[], []], { rows: [{ record: {} }] });
    };
    const release = () => undefined;
    const work = async () => undefined;
    await createPostgresStore({ connect: async () => ({ query, release }) } as never).once("key", work);
    const lock = log.findIndex((text) => text.includes("pg_advisory_xact_lock("));
    expect(lock).toBeGreaterThan(0);
    expect(lock).toBeLessThan(log.findIndex((text) => text.startsWith("select record")));
    expect(log[lock]).toContain("'lock_timeout', '10s', true");
    log.splice(0);
    await createMySqlStore({ getConnection: async () => ({ query, release }) } as never).once("key", work);
    const rows = log.filter((text) => /^(insert|select)/.test(text));
    expect(rows[0]).toContain("on duplicate key update number = number");
    expect(rows[1]).toMatch(/order by number for update$/);
    expect(log[0]).toContain("innodb_lock_wait_timeout = 10");
    expect(mysqlSchema).toMatch(
      /order_key varchar\(512\) character set utf8mb4 collate utf8mb4_bin not null/,
    );
  });

  it("needs a connection", () => {
    for (const wrong of [undefined, {}, { query: () => undefined }]) {
      expect(() => createPostgresStore(wrong as never)).toThrow("connect()");
      expect(() => createSqliteStore(wrong as never)).toThrow("prepare()");
    }
  });

  it("uses one connection of a pool, and commits after the work or rolls back", async () => {
    const log: string[] = [];
    const store = createPostgresStore({
      connect: async () => ({
        query: async (text: string) => {
          log.push(text);
          return { rows: [] };
        },
        release: () => void log.push("release"),
      }),
    });
    const work = (fails: boolean) => async () => {
      log.push("work");
      if (fails) throw new Error("not now");
    };
    const steps = () =>
      log
        .splice(0)
        .map((text) => text.split(" ")[0])
        .filter((word) => word !== "select");
    await store.once("key", work(false));
    expect(steps()).toEqual(["begin", "work", "commit", "release"]);
    await expect(store.once("key", work(true))).rejects.toThrow("not now");
    expect(steps()).toEqual(["begin", "work", "rollback", "release"]);
  });

  it("does not return a connection that cannot roll back to the pool", async () => {
    const released: unknown[] = [];
    const store = createPostgresStore({
      connect: async () => ({
        query: async (text: string) => {
          if (!text.startsWith("begin")) throw new Error(`lost in ${text.slice(0, 8)}`);
          return { rows: [] };
        },
        release: (error?: Error | boolean) => void released.push(error),
      }),
    });
    await expect(store.once("key", async () => 1)).rejects.toThrow("lost in select s");
    expect(released).toEqual([expect.any(Error)]);
  });

  it("survives a connection that breaks while it is used", async () => {
    const connection = Object.assign(new EventEmitter(), {
      query: async (text: string) => {
        if (text.startsWith("select record")) connection.emit("error", new Error("terminated"));
        return { rows: [] };
      },
      release: () => undefined,
    });
    const store = createPostgresStore({ connect: async () => connection });
    await store.find("order");
    expect(connection.listenerCount("error")).toBe(0);
  });

  it("reports a transaction() that never ran its work", async () => {
    const store = createPostgresStore({ transaction: async () => undefined as never });
    await expect(store.once("key", async () => 1)).rejects.toThrow("without running its work");
  });
});
