/** Concurrent work on one database: none sees half of another's work, and none waits forever. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Refusal } from "../errors.ts";
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
import { callsAs } from "../testing/wallet.ts";
import type { Db } from "./open.ts";
import { maxRuns } from "./transaction.ts";

/** How many times renewals and payments run at the same time. */
const rounds = 12;
const dayMs = 24 * 60 * 60 * 1000;

async function rowsOf(db: Db, statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await db.execute(statement)).rows;
}

describe.each(testDatabases)("a transaction on $name that the database aborts", (database) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(database);
    const { db } = gateway.database;
    // A sequence is not rolled back, so it counts the runs.
    await db.execute(sql`create sequence runs`);
    await db.execute(sql`create table failing (code text, times int)`);
    await db.execute(sql`create function fail_at_first() returns trigger language plpgsql as $$
      declare chosen failing%rowtype;
      begin
        select * into chosen from failing;
        if found and nextval('runs') <= chosen.times then
          raise exception 'given up' using errcode = chosen.code;
        end if;
        return new;
      end $$`);
    await db.execute(sql`create trigger fail_at_first before insert on payments
      for each row execute function fail_at_first()`);
  });
  afterAll(() => gateway.close());

  async function failing(code: string, times: number): Promise<void> {
    const { db } = gateway.database;
    gateway.failures.length = 0;
    await db.execute(sql`delete from failing`);
    await db.execute(sql`alter sequence runs restart`);
    await db.execute(sql`insert into failing values (${code}, ${times})`);
  }
  const runs = async () =>
    Number((await rowsOf(gateway.database.db, sql`select last_value as runs from runs`))[0]?.["runs"]);
  const paymentsOf = async (consumer: Record<string, unknown>) =>
    rowsOf(
      gateway.database.db,
      sql`select p.id from payments p join consumers c on c.id = p.consumer_id
        where c.external_id = ${String(consumer["externalId"])}`,
    );

  it.each(["40001", "40P01"])("with %s is run again, and takes effect once", async (code) => {
    for (const headers of [{}, { "X-Request-ID": `given-up-${code}` }]) {
      await failing(code, maxRuns - 1);
      const consumer = newConsumer();
      const value = await gateway.token();
      gateway.received.length = 0;
      const paid = await gateway.pay(paymentFrom({ type: "token", value }, { consumer }), headers);
      expect([paid.status, paid.json.payment?.status]).toEqual([201, "success"]);
      expect(await paymentsOf(consumer)).toHaveLength(1);
      await gateway.runDue();
      expect(gateway.received).toHaveLength(1);
      expect(gateway.failures).toEqual(
        [1, 2].map((tries) => ({
          work: "transaction",
          tries,
          failure: expect.stringMatching(new RegExp(`^\\w*Error ${code} \\| at `)),
        })),
      );
    }
  });

  it("with an error in every run is answered 500 after the last, and leaves nothing behind", async () => {
    await failing("40001", 1_000);
    const consumer = newConsumer();
    expect((await gateway.pay(cardPayment({}, { consumer }))).status).toBe(500);
    expect(await runs()).toBe(maxRuns);
    expect(await paymentsOf(consumer)).toEqual([]);
  });

  it("for another reason is not run again", async () => {
    await failing("23514", 1);
    expect((await gateway.pay(cardPayment())).status).toBe(500);
    expect(await runs()).toBe(1);
    expect(gateway.failures).toEqual([]);
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
  async function untilWaiting(count: number, timeout = 30_000): Promise<void> {
    await vi.waitUntil(
      async () =>
        (
          await rowsOf(
            gateway.database.db,
            sql`select 1 from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length >= count,
      { timeout },
    );
  }

  /** Reports the errors of transactions, below the layer that retries them, so that retried errors are counted too. */
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

  it.each(["card", "paymentAccountId"])(
    "a renewal and a payment by %s of the same card under one rule do not deadlock",
    async (type) => {
      const consumer = newConsumer();
      const bought = await gateway.pay(
        cardPayment(
          {},
          {
            consumer,
            sku: {
              siteId: demoMerchant.siteId,
              price: [{ amount: 5, currency: "EUR", offset: "1d", repeat: true }],
            },
          },
        ),
      );
      const { paymentAccountId } = bought.json.payment.source;
      const { json: rule } = await gateway.admin("/rules", {
        merchant: demoMerchant.merchantId,
        effect: { type: "outcome", code: "1001" },
        times: 10,
      });
      await gateway.runDue();
      gateway.failures.length = 0;
      gateway.now += dayMs;
      const { db } = gateway.database;
      const source = type === "card" ? cardPayment({}, { consumer }) : undefined;
      const [renewal, payment] = await db
        .transaction(async (tx) => {
          await tx.execute(sql`select 1 from rules where id = ${rule.id} for update`);
          const renewing = gateway.runDue();
          await untilWaiting(1);
          const paying = gateway.pay(
            source ?? paymentFrom({ type: "paymentAccountId", paymentAccountId }, { consumer }),
          );
          await untilWaiting(2);
          return [renewing, paying] as const;
        })
        .then((both) => Promise.all(both));
      expect(renewal.filter(({ kind }) => kind === "charged")).toMatchObject([{ code: "1001" }]);
      expect([payment.status, payment.json.payment?.code]).toEqual([201, "1001"]);
      expect(gateway.failures).toEqual([]);
      await callsAs(gateway)("PUT", `/subscription/${bought.json.subscription.id}/cancel`);
      await gateway.admin(`/rules/${rule.id}`, undefined, "DELETE");
    },
  );

  it("renewals, payments and refunds of the same cards never deadlock", async () => {
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
    // Every charge takes a use of the rule, so that all of them lock its row besides their accounts.
    const { json: rule } = await gateway.admin("/rules", {
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
    watched.mockRestore();
    for (const { json } of bought)
      await callsAs(gateway)("PUT", `/subscription/${json.subscription.id}/cancel`);
    await gateway.admin(`/rules/${rule.id}`, undefined, "DELETE");
  });

  it.each(["a refund", "a renewal"])("a reset and %s of the same merchant do not deadlock", async (which) => {
    const raised = vi.fn<(error: unknown) => void>();
    const { db } = gateway.database;
    const price = [
      { amount: 5, currency: "EUR" },
      { amount: 5, currency: "EUR", offset: "1d", repeat: true },
    ];
    const paid = await gateway.pay(cardPayment({}, { sku: { siteId: demoMerchant.siteId, price } }));
    const { orderId, transactionId } = paid.json.payment;
    await gateway.runDue();
    gateway.now += dayMs;
    const watched = watchTransactions(raised);
    const [resetting, working] = await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${orderId} for update`);
      const reset = gateway.admin(`/merchants/${demoMerchant.merchantId}/reset`, {});
      await untilWaiting(1);
      const refund = () =>
        gateway.post(
          `/payment/${transactionId}/credit`,
          { reason: "A part", amount: 0.01 },
          { Authorization: demoMerchant.apiKey },
        );
      const work = which === "a refund" ? refund() : gateway.runDue();
      // A renewal does not wait for a subscription that the reset has locked: it passes over it.
      await untilWaiting(2, 1_000).catch(() => undefined);
      return [reset, work] as const;
    });
    await working;
    watched.mockRestore();
    expect((await resetting).status).toBe(200);
    const failures = raised.mock.calls.map(([error]) => error);
    expect(failures.filter((error) => !(error instanceof Refusal))).toEqual([]);
    expect(await rowsOf(db, sql`select 1 from orders where id = ${orderId}`)).toEqual([]);
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
