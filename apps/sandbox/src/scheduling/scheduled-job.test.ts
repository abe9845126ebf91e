/** Failures of background work are logged and do not affect other work: one bad row is logged and set aside. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabases } from "../testing/databases.ts";
import {
  cardPayment,
  gatewayOn,
  newConsumer,
  openGateway,
  siteSku,
  type TestGateway,
} from "../testing/gateway.ts";
import { newWallet, stampOf } from "../testing/money.ts";
import { callsAs } from "../testing/wallet.ts";
import { maxTries } from "./scheduled-job.ts";

const dayMs = 24 * 60 * 60 * 1000;

describe.each(testDatabases)("scheduled work on $name that fails", (database) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(database);
  });
  beforeEach(() => {
    gateway.failures.length = 0;
    gateway.received.length = 0;
  });
  afterAll(() => gateway.close());
  const run = (statement: ReturnType<typeof sql>) => gateway.database.db.execute(statement);

  async function subscribe(): Promise<{ subscriptionId: string; accountId: string }> {
    const sku = {
      ...siteSku(5),
      price: [
        { amount: 5, currency: "EUR" },
        { amount: 5, currency: "EUR", offset: "1d", repeat: true },
      ],
    };
    const { json } = await gateway.pay(cardPayment({}, { sku }));
    expect(json.payment.status).toBe("success");
    return { subscriptionId: json.subscription.id, accountId: json.payment.source.paymentAccountId };
  }
  async function pendingPayment(): Promise<string> {
    const { json } = await gateway.pay(cardPayment({ number: "4000000000002503", "3ds": true }));
    expect(json.payment.status).toBe("pending");
    return json.payment.transactionId;
  }
  const { externalId: _, email: __, ...payer } = newConsumer();
  async function openRefill(): Promise<string> {
    const wallet = await newWallet(gateway);
    const account = await wallet.account();
    const body = { name: "Refill", amount: 10, consumer: payer, emailOptions: { send: false } };
    const { json } = await wallet.call("POST", `/api/v1/payment-account/${account}/refill`, body);
    return String(new URL(json.url).pathname.split("/").at(-1));
  }
  async function expiringLot(): Promise<{ account: number; lot: number }> {
    const wallet = await newWallet(gateway);
    const account = await wallet.account({ type: "promo" });
    const now = (await gateway.runtime.clock.now()).getTime();
    const { json } = await wallet.topUp(account, 3, { dateExpire: stampOf(now + 60_000) });
    return { account, lot: json.id };
  }

  it("is tried three times, logged each time, set aside, and done after the next start [T-S19]", async () => {
    const bad = await subscribe();
    const good = await subscribe();
    await run(sql`update payment_accounts set sealed = 'v1.broken' || sealed where id = ${bad.accountId}`);
    const events = await gateway.advance(dayMs);
    expect(events.filter(({ kind }) => kind === "charged")).toMatchObject([
      { subscriptionId: good.subscriptionId, status: "success" },
    ]);
    expect(gateway.failures).toEqual(
      Array.from({ length: maxTries }, (_, index) => ({
        work: "renewal",
        row: bad.subscriptionId,
        tries: index + 1,
        isSetAside: index + 1 === maxTries,
        failure: expect.stringMatching(/^\w*Error.* \| at /),
      })),
    );
    expect(JSON.stringify(gateway.failures)).not.toMatch(/4242|broken/);

    await gateway.advance(dayMs);
    expect(gateway.failures).toHaveLength(maxTries);
    await run(sql`update payment_accounts set sealed = substr(sealed, 10) where id = ${bad.accountId}`);
    const { database: known, vault, now } = gateway;
    const restarted = gatewayOn(known, { vault });
    restarted.now = now;
    const later = await restarted.runDue();
    expect(later.filter(({ kind }) => kind === "charged")).toMatchObject([
      { subscriptionId: bad.subscriptionId, status: "success" },
      { subscriptionId: bad.subscriptionId, status: "success" },
    ]);
    await restarted.runtime.stop();
    for (const { subscriptionId } of [bad, good])
      await callsAs(gateway)("PUT", `/subscription/${subscriptionId}/cancel`);
  });

  it("is set aside only after three failures in a row: a success in between forgets them", async () => {
    const { subscriptionId } = await subscribe();
    await run(sql`create sequence renewals`);
    await run(sql`
      create function fail_every_other() returns trigger language plpgsql as $$ begin
        if nextval('renewals') % 2 = 1 then raise exception 'passing'; end if;
        return new;
      end $$`);
    await run(sql`
      create trigger fail_every_other before update on subscriptions
      for each row execute function fail_every_other()`);
    for (let day = 1; day <= maxTries + 1; day += 1) {
      const events = await gateway.advance(dayMs);
      const charged = events.filter(({ kind }) => kind === "charged");
      expect(charged, `day ${day}`).toMatchObject([{ subscriptionId, status: "success" }]);
    }
    expect(gateway.failures.map(({ tries }) => tries)).toEqual(Array(maxTries + 1).fill(1));
    await run(sql`drop trigger fail_every_other on subscriptions`);
    await callsAs(gateway)("PUT", `/subscription/${subscriptionId}/cancel`);
  });

  it("keeps no other row and no other kind of work waiting [T-S18]", async () => {
    const payments = [await pendingPayment(), await pendingPayment()];
    const refills = [await openRefill(), await openRefill()];
    const lots = [await expiringLot(), await expiringLot()];
    await run(sql`update payments set approved_code = null where id = ${payments[0]}`);
    await run(sql`update wallet_refills set request = '{}'::json where page_id = ${refills[0]}`);
    await run(sql`update wallet_accounts set currency = 'no currency' where id = ${lots[0]?.account}`);
    const events = await gateway.advance(2 * dayMs);
    const done = events.filter(({ kind }) => kind === "expired" || kind === "booked");
    expect(done).toEqual([
      expect.objectContaining({ kind: "booked", subtype: "expiry", accountId: String(lots[1]?.account) }),
      expect.objectContaining({ kind: "expired", transactionId: payments[1] }),
      expect.objectContaining({ kind: "booked", subtype: "refill" }),
    ]);
    const setAside = gateway.failures.filter(({ isSetAside }) => isSetAside);
    expect(setAside.map(({ work, row }) => [work, row]).sort()).toEqual([
      ["payment expiry", payments[0]],
      ["promo expiry", String(lots[0]?.lot)],
      ["refill expiry", expect.any(String)],
    ]);
    expect(gateway.failures).toHaveLength(3 * maxTries);
    await gateway.admin("/merchants/1001/reset", {});
  });

  it("ends as exhausted if it is a delivery that cannot be sent, and frees the next one of its queue", async () => {
    const consumer = newConsumer();
    gateway.receiver = () => 500;
    await gateway.pay(cardPayment({}, { consumer }));
    await gateway.runDue();
    const [waiting] = (await gateway.admin("/notifications?limit=1")).json.data;
    await run(sql`update deliveries set body = 'no JSON' where delivery_id = ${waiting.id}`);
    gateway.receiver = () => 204;
    await gateway.advance(dayMs);
    expect(gateway.failures.length).toBeGreaterThan(0);
    for (const failure of gateway.failures) {
      expect(failure).toMatchObject({
        work: "delivery",
        failure: expect.stringContaining("SyntaxError | at "),
      });
    }
    expect(gateway.received.map(({ text }) => text)).not.toContain("no JSON");
    await run(sql`update deliveries set body = '{}' where delivery_id = ${waiting.id}`);
    const [ended] = (await gateway.admin("/notifications?limit=1")).json.data;
    expect(ended.status).toBe("exhausted");
  });

  it("is logged if the database does not answer", async () => {
    const db = new Proxy(gateway.database.db, {
      get: () => () => {
        throw Object.assign(new Error("values of a statement"), { code: "57P01" });
      },
    });
    const broken = gatewayOn({ ...gateway.database, db });
    broken.runtime.scheduler.start();
    await expect.poll(() => broken.failures).not.toEqual([]);
    await broken.runtime.stop();
    expect(broken.failures[0]).toEqual({
      work: "schedule",
      failure: expect.stringMatching(/^Error 57P01 \| at /),
    });
  });
});
