/** `onEvent` calls the receiver for the reference of its event, on every store: no deadlock, and no lost call. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createMemoryStore,
  createNotifications,
  createSqliteStore,
  createWalletNotifications,
  type NotificationStore,
  type Notifications,
  type OrderEvent,
} from "../../index.ts";
import { mug, openShop, postTo, resultOf, secret } from "../shop.test-shop.ts";
import { createAsyncScope } from "./async-scope.ts";
import { makeSqlite, type TestDatabase, testDatabases } from "./databases.test-store.ts";

const declined = resultOf({ status: "fail", code: "5051" });
const bought = resultOf({}, { subscription: { id: "400000001", status: "active", cycle: 0 } });
const dearer = { amountMinor: 1999, currency: "EUR" };
const renewal = resultOf(
  { transactionId: "200000011", amount: 19.99 },
  { subscription: { id: "400000001", status: "active", cycle: 1 } },
);

/** A store without `read`, as a merchant may implement it. */
function createOwnStore(): NotificationStore<never> {
  const store = createMemoryStore();
  return { transaction: store.transaction as NotificationStore<never>["transaction"] };
}

const memories: readonly (readonly [
  string,
  () => Promise<Pick<TestDatabase, "store"> & Partial<TestDatabase>>,
])[] = [
  ["memory", async () => ({ store: createMemoryStore() as NotificationStore<never> })],
  ["a store of the merchant's own", async () => ({ store: createOwnStore() })],
];

describe.each([...memories, ...testDatabases])("onEvent on %s", (_, open) => {
  let database: Awaited<ReturnType<typeof open>>;
  let count = 0;
  let reference: string;
  let ids: { readonly orderId: string };
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database?.close?.());
  beforeEach(() => {
    count += 1;
    reference = `order-${count}`;
    ids = { orderId: `10000000${count}` };
  });

  /** A shop whose `onEvent` calls it. */
  function openCaller(call: (ipn: Notifications, event: OrderEvent) => Promise<void>) {
    const events: string[] = [];
    const failures: unknown[] = [];
    const ipn: Notifications = createNotifications<never>({
      secret,
      environment: "test",
      ipnUrl: "https://shop.example.com/ipn",
      store: database.store,
      onEvent: async (event) => {
        events.push(event.type);
        await call(ipn, event);
      },
      onFailure: (error) => void failures.push(error),
    });
    const send = (url: string, { payment, ...rest }: { payment: object }) =>
      postTo(ipn, url, { ...rest, payment: { ...payment, ...ids } });
    return { ipn, events, failures, send };
  }

  it("records the next attempt of a declined order, for another amount", async () => {
    const { ipn, events, send } = openCaller(async (self, event) => {
      if (event.type === "payment.failed") await self.createUrl({ ...mug, reference, amountMinor: 1000 });
    });
    const url = await ipn.createUrl({ ...mug, reference });
    expect(await send(url, declined)).toBe(200);
    expect(await ipn.find(reference)).toMatchObject({ state: "created", expected: { amountMinor: 1000 } });
    expect(await send(url, resultOf({ amount: 10, transactionId: `20000100${count}` }))).toBe(200);
    expect(events).toEqual(["payment.failed", "payment.succeeded"]);
  });

  it("records the price of later charges in the order that its event has changed", async () => {
    const { ipn, events, send } = openCaller(async (self, event) => {
      if (event.type === "payment.succeeded") await self.expectLater(reference, [dearer]);
    });
    const url = await ipn.createUrl({ ...mug, reference });
    expect(await send(url, bought)).toBe(200);
    expect(await ipn.find(reference)).toMatchObject({ state: "succeeded", later: [dearer] });
    expect(await send(url, renewal)).toBe(200);
    expect(events).toEqual(["payment.succeeded", "subscription.renewed"]);
  });

  it("cannot release or reopen the order that its event has paid, and reads the committed record", async () => {
    const seen: unknown[] = [];
    const { ipn, send } = openCaller(async (self) => {
      seen.push(await self.release(reference).catch(({ code }) => code));
      seen.push(await self.createUrl({ ...mug, reference }).catch(({ code }) => code));
      seen.push((await self.find(reference))?.state);
    });
    const url = await ipn.createUrl({ ...mug, reference });
    expect(await send(url, resultOf())).toBe(200);
    expect(seen).toEqual(["order_not_payable", "order_not_payable", "created"]);
    expect(await ipn.find(reference)).toMatchObject({ state: "succeeded" });
  });

  it("records the response of another attempt, whose event can call again", async () => {
    const { ipn, events, send } = openCaller(async (self, event) => {
      if (event.type === "payment.failed") {
        await self.createUrl({ ...mug, reference });
        await self.record(reference, resultOf({ ...ids, transactionId: `20000200${count}` }));
      }
      if (event.type === "payment.succeeded") await self.expectLater(reference, [dearer]);
    });
    const url = await ipn.createUrl({ ...mug, reference });
    expect(await send(url, declined)).toBe(200);
    expect(events).toEqual(["payment.failed", "payment.succeeded"]);
    expect(await ipn.find(reference)).toMatchObject({ state: "succeeded", later: [dearer] });
  });

  it("rolls back its calls if it throws", async () => {
    let works = false;
    const { ipn, failures, send } = openCaller(async (self) => {
      await self.expectLater(reference, [dearer]);
      if (!works) throw new Error("not now");
    });
    const url = await ipn.createUrl({ ...mug, reference });
    expect(await send(url, bought)).toBe(500);
    expect(failures).toEqual([new Error("not now")]);
    expect(await ipn.find(reference)).toMatchObject({ state: "created", later: [] });
    works = true;
    expect(await send(url, bought)).toBe(200);
    expect(await ipn.find(reference)).toMatchObject({ state: "succeeded", later: [dearer] });
  });

  it("rolls back everything if the event of one of its calls throws: it may have written through tx", async () => {
    let works = false;
    const { ipn, failures, send } = openCaller(async (self, event) => {
      if (event.type === "payment.succeeded" && !works) throw new Error("not now");
      if (event.type !== "payment.failed") return;
      await self.createUrl({ ...mug, reference });
      // The caller catches the error and continues, but must not be committed.
      await self
        .record(reference, resultOf({ ...ids, transactionId: `20000300${count}` }))
        .catch(() => undefined);
    });
    const url = await ipn.createUrl({ ...mug, reference });
    expect(await send(url, declined)).toBe(500);
    expect(failures).toEqual([new Error("not now")]);
    expect(await ipn.find(reference)).toMatchObject({ state: "created", transactions: {} });
    works = true;
    expect(await send(url, declined)).toBe(200);
    expect(await ipn.find(reference)).toMatchObject({ state: "succeeded" });
  });

  it("is committed although one of its calls was refused, which wrote nothing", async () => {
    const { ipn, send } = openCaller(async (self) => {
      const dear = resultOf({ ...ids, amount: 99, transactionId: `20000400${count}` });
      await expect(self.record(reference, dear)).rejects.toMatchObject({ code: "amount_wrong" });
    });
    const url = await ipn.createUrl({ ...mug, reference });
    expect(await send(url, declined)).toBe(200);
    const order = await ipn.find(reference);
    expect([order?.state, Object.keys(order?.transactions ?? {})]).toEqual(["failed", ["200000001"]]);
  });

  it("has its calls recorded that it does not await, and simultaneous calls one after the other", async () => {
    const urls: Promise<unknown>[] = [];
    const prices = [1, 2, 3].map((amountMinor) => ({ amountMinor, currency: "EUR" }));
    const { ipn, send } = openCaller(async (self) => {
      urls.push(...prices.map((price) => self.expectLater(reference, [price])));
    });
    const url = await ipn.createUrl({ ...mug, reference });
    expect(await send(url, bought)).toBe(200);
    expect(await ipn.find(reference)).toMatchObject({ state: "succeeded", later: prices });
    expect(await Promise.all(urls)).toHaveLength(3);
  });

  it("loses no call that is made at its end, however many microtasks later", async () => {
    const lost: number[] = [];
    for (let late = 0; late < 30; late++) {
      const own = { reference: `${reference}-${late}`, orderId: `${ids.orderId}${late}` };
      let call: Promise<boolean> | undefined;
      const { ipn } = openCaller(async (self) => {
        call = (async () => {
          for (let turn = 0; turn < late; turn++) await undefined;
          await self.expectLater(own.reference, [dearer]);
          return true;
          // SQLite refuses a call between the end and the commit: the caller gets the error, so the call is not lost.
        })().catch(() => false);
      });
      await ipn.createUrl({ ...mug, reference: own.reference });
      await ipn.record(own.reference, resultOf({ orderId: own.orderId, transactionId: `t${own.orderId}` }));
      const isStored = (await ipn.find(own.reference))?.later.length === 1;
      if ((await call) && !isStored && (await ipn.find(own.reference))?.later.length !== 1) lost.push(late);
    }
    expect(lost).toEqual([]);
  });

  it("makes other callers for the same order wait", async () => {
    let start: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { ipn, send } = openCaller(async () => {
      start();
      await ended;
    });
    const url = await ipn.createUrl({ ...mug, reference });
    const sent = send(url, resultOf());
    await started;
    const other = ipn.release(reference).catch(({ code }) => code);
    end();
    expect([await sent, await other]).toEqual([200, "order_not_payable"]);
  });
});

describe("onEvent of a wallet", () => {
  const refill = {
    reference: "refill-1",
    kind: "refill",
    userId: 17,
    paymentAccountId: 5,
    amountMinor: 1250,
    currency: "EUR",
  } as const;

  it("opens the reference of a refill that failed for another attempt", async () => {
    const store = createMemoryStore();
    const types: string[] = [];
    const webhooks = createWalletNotifications<undefined>({
      secret,
      environment: "test",
      webhookUrl: "https://shop.example.com/wallet",
      store,
      onEvent: async (event) => {
        types.push(event.type);
        if (types.length === 1) await webhooks.createUrl({ ...refill, amountMinor: 1000 });
      },
    });
    await webhooks.createUrl(refill);
    const failed = await webhooks.createTestNotification({ reference: "refill-1", status: "fail" });
    expect((await webhooks.handle(failed.toRequest())).status).toBe(200);
    expect(await webhooks.find("refill-1")).toMatchObject({ state: "created", amountMinor: 1000 });
  });
});

describe("onEvent on SQLite", () => {
  it("may not call for another reference: the error comes immediately, with advice; a later call works", async () => {
    const later: Promise<unknown>[] = [];
    const refused: unknown[] = [];
    let isOver: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    const ipn: Notifications = createNotifications({
      secret,
      environment: "test",
      ipnUrl: "https://shop.example.com/ipn",
      store: createSqliteStore(await makeSqlite()),
      onEvent: async () => {
        later.push(over.then(() => ipn.createUrl({ ...mug, reference: "order-3" })));
        refused.push(await ipn.createUrl({ ...mug, reference: "order-2" }).catch((error) => error));
      },
    });
    await ipn.createUrl(mug);
    await ipn.record("order-1", resultOf());
    isOver();
    expect(String(refused[0])).toContain("make it after the event");
    await Promise.all(later);
    expect(await ipn.find("order-2")).toBeUndefined();
    expect(await ipn.find("order-3")).toMatchObject({ state: "created" });
  });
});

describe("where the runtime has no AsyncLocalStorage", () => {
  it("a scope has no value, and its work runs", async () => {
    const scope = createAsyncScope<number>(null as never);
    expect(scope.run(1, () => [scope.current()])).toEqual([undefined]);
    expect(await openShop().ipn.createUrl(mug)).toContain("cp_ref=order-1");
  });
});
