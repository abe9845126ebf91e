/** Concurrent work on one database: none sees half of another's work, and none waits forever. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testDatabases } from "../testing/databases.ts";
import {
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
} from "../testing/gateway.ts";
import { newWallet, stampOf } from "../testing/money.ts";
import type { Db } from "./open.ts";
import { inTransaction } from "./transaction.ts";

/** How many times renewals and payments run at the same time. */
const rounds = 12;
const dayMs = 24 * 60 * 60 * 1000;

async function rowsOf(db: Db, statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await db.execute(statement)).rows;
}

describe.each(testDatabases)("a write on $name that fails", (database) => {
  it("is answered 500, and leaves nothing behind", async () => {
    const gateway = await openGateway(database);
    const { db } = gateway.database;
    await db.execute(sql`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'given up'; end $$`);
    await db.execute(
      sql`create trigger fail before insert on deliveries for each row execute function fail()`,
    );
    const payment = paymentFrom({ type: "token", value: await gateway.token() });
    expect((await gateway.pay(payment)).status).toBe(500);
    await db.execute(sql`drop trigger fail on deliveries`);
    expect((await gateway.pay(payment)).status).toBe(201);
    expect(await rowsOf(db, sql`select 1 from payments`)).toHaveLength(1);
    await gateway.close();
  });
});

// PGlite has one connection: nothing runs concurrently there.
const servers = testDatabases.filter(({ name }) => name === "PostgreSQL");
describe.runIf(servers.length > 0).each(servers)("concurrent work on $name", (database) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(database);
  });
  afterAll(() => gateway.close());

  /** Waits until the given number of transactions of this database wait for a lock. */
  async function untilWaiting(count: number): Promise<void> {
    await expect
      .poll(
        async () =>
          (
            await rowsOf(
              gateway.database.db,
              sql`select 1 from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length,
      )
      .toBeGreaterThanOrEqual(count);
  }

  /** Reports the errors of transactions. */
  function watchTransactions(onError: (error: unknown) => void) {
    const { db } = gateway.database;
    const transaction = db.transaction.bind(db);
    return vi.spyOn(db, "transaction").mockImplementation((...args) =>
      transaction(...args).catch((error: unknown) => {
        onError(error);
        throw error;
      }),
    );
  }

  it("is done by one write at a time", async () => {
    const { db } = gateway.database;
    const steps: string[] = [];
    const write = (name: string) =>
      inTransaction(db, async (tx) => {
        steps.push(name);
        await tx.execute(sql`select pg_sleep(0.05)`);
        steps.push(name);
      });
    await Promise.all(["a", "b", "c"].map(write));
    const [first, , second, , third] = steps;
    expect(steps).toEqual([first, first, second, second, third, third]);
  });

  it("renewals, payments, refunds and a reset of the same cards never deadlock", async () => {
    const raised = vi.fn<(error: unknown) => void>();
    const watched = watchTransactions(raised);
    const consumer = newConsumer();
    const cards = [{}, { number: "5555555555554444" }];
    const daily = [{ amount: 5, currency: "EUR", offset: "1d", repeat: true }];
    const bought = await Promise.all(
      [...cards, ...cards].map((card) =>
        gateway.pay(cardPayment(card, { consumer, sku: { siteId: demoMerchant.siteId, price: daily } })),
      ),
    );
    const accounts = [...new Set(bought.map(({ json }) => String(json.payment.source.paymentAccountId)))];
    expect(accounts).toHaveLength(cards.length);
    // Every charge takes a use of the rule, so that all of them write its row besides their accounts.
    await gateway.admin("/rules", {
      merchant: demoMerchant.merchantId,
      effect: { type: "outcome", code: "0" },
      times: 1_000,
    });
    let paid: typeof bought = [];
    for (let round = 0; round < rounds; round++) {
      gateway.now += dayMs;
      const refunds = paid.map(({ json }) =>
        gateway.post(
          `/payment/${json.payment.transactionId}/credit`,
          { reason: "A part", amount: 0.01 },
          { Authorization: demoMerchant.apiKey },
        ),
      );
      const renewals = gateway.runDue();
      const payments = [
        ...cards.map((card) => gateway.pay(cardPayment(card, { consumer }))),
        ...accounts.map((paymentAccountId) =>
          gateway.pay(paymentFrom({ type: "paymentAccountId", paymentAccountId }, { consumer })),
        ),
      ];
      paid = await Promise.all(payments);
      expect(paid.map(({ status }) => status)).toEqual(paid.map(() => 201));
      for (const { status } of await Promise.all(refunds)) expect(status).toBe(201);
      const events = await renewals;
      expect(events.filter(({ kind }) => kind === "charged")).toHaveLength(bought.length);
    }
    expect(raised.mock.calls.map(([error]) => error)).toEqual([]);
    gateway.now += dayMs;
    const [reset] = await Promise.all([
      gateway.admin(`/merchants/${demoMerchant.merchantId}/reset`, {}),
      gateway.runDue(),
      ...cards.map((card) => gateway.pay(cardPayment(card, { consumer }))),
    ]);
    expect(reset.status).toBe(200);
    expect(raised.mock.calls.map(([error]) => error)).toEqual([]);
    watched.mockRestore();
  });

  it("a balance and its expired part are read in one snapshot", async () => {
    const wallet = await newWallet(gateway);
    const promo = await wallet.account({ type: "promo" });
    await wallet.topUp(promo, 3, { dateExpire: stampOf(gateway.now + 60_000) });
    await wallet.topUp(promo, 1);
    gateway.now += 60_000;
    const { db } = gateway.database;
    const reads = await db.transaction(async (tx) => {
      await tx.execute(sql`lock table wallet_transactions in access exclusive mode`);
      const waiting = [
        wallet.call("GET", `/api/v1/payment-account/${promo}`),
        wallet.call("GET", "/api/v1/payment-account", { type: "promo" }),
      ];
      await untilWaiting(waiting.length);
      // Meanwhile another transaction books the expiry.
      await tx.execute(sql`update wallet_transactions set remaining_minor = 0
        where account_id = ${promo} and expires_at is not null`);
      await tx.execute(sql`update wallet_accounts set balance_minor = 100 where id = ${promo}`);
      return waiting;
    });
    const [one, list] = await Promise.all(reads);
    expect([one?.json.balance, list?.json[0].balance]).toEqual([1, 1]);
  });

  it("a GET writes nothing, whatever it runs", async () => {
    await expect(gateway.runtime.read(({ tx }) => tx.execute(sql`delete from rules`))).rejects.toMatchObject({
      cause: { code: "25006" },
    });
  });
});
