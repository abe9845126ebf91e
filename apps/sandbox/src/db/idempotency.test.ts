import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { badField } from "../errors.ts";
import { sweepExpired } from "../sweep.ts";
import {
  cardPayment,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
  testCard,
  testSandboxes,
} from "../testing/gateway.ts";
import { type IdempotencyKey, type JsonResponse, respondOnce, responseLifetimeMs } from "./idempotency.ts";
import type { Db } from "./open.ts";
import { keptAnswers } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

describe.each(testSandboxes)("X-Request-ID on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  afterAll(() => gateway.close());

  const id = (name: string) => ({ "X-Request-ID": name });

  it("returns the first answer again, byte for byte, and pays once", async () => {
    const payment = cardPayment();
    const first = await gateway.pay(payment, id("pay-once"));
    gateway.now += 5000;
    const again = await gateway.pay(payment, id("pay-once"));
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("X-Request-ID")).toBe("pay-once");
    expect(await paymentsOf(payment)).toBe(1);
  });

  it("works for both tokenize operations", async () => {
    const first = await gateway.post("/tokenize", testCard, id("token-once"));
    expect((await gateway.post("/tokenize", testCard, id("token-once"))).text).toBe(first.text);
    const paid = await gateway.pay(cardPayment());
    const { paymentAccountId } = paid.json.payment.source;
    const saved = { paymentAccountId, consumerId: paid.json.consumer.id, cvv: "123" };
    const one = await gateway.post("/tokenizeWithPaymentAccountId", saved, id("token-once"));
    const two = await gateway.post("/tokenizeWithPaymentAccountId", saved, id("token-once"));
    expect([one.status, two.text]).toEqual([201, one.text]);
    expect(one.text).not.toBe(first.text);
  });

  it("makes a token's payment repeatable although the token is used", async () => {
    const payment = paymentFrom({ type: "token", value: await gateway.token() });
    const first = await gateway.pay(payment, id("token-payment"));
    expect((await gateway.pay(payment, id("token-payment"))).text).toBe(first.text);
    expect((await gateway.pay(payment)).status).toBe(400);
  });

  it("refuses another body under the same id", async () => {
    await gateway.pay(cardPayment(), id("other-body"));
    const { status, json } = await gateway.pay(cardPayment(), id("other-body"));
    expect([status, json.errors]).toEqual([400, { "X-Request-ID": "was used before with a different body" }]);
  });

  it("keeps a refusal too, and the refused request leaves nothing behind", async () => {
    const refused = cardPayment({}, { sku: { name: "later-sku" } });
    const first = await gateway.pay(refused, id("refused"));
    expect(first.status).toBe(400);
    expect((await gateway.pay(refused, id("refused"))).text).toBe(first.text);
    expect((await gateway.pay("{", id("malformed"))).text).toBe(
      (await gateway.pay("{", id("malformed"))).text,
    );
    expect(await paymentsOf(refused)).toBe(0);
  });

  it.each([
    ["another merchant's key or operation", "/tokenize", {}],
    ["another page's origin", "/tokenize", { Origin: "https://other.test" }],
  ])("is not shared with %s", async (_, path, headers) => {
    const payment = cardPayment();
    await gateway.pay(payment, id("scoped"));
    const first = await gateway.post(path, testCard, { ...id("scoped"), Origin: "https://one.test" });
    const second = await gateway.post(path, testCard, { ...id("scoped"), ...headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json.token).not.toBe(first.json.token);
  });

  it("makes concurrent duplicates wait for the first request", async () => {
    const payment = cardPayment();
    const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.pay(payment, id("at-once"))));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await paymentsOf(payment)).toBe(1);
  });

  it("is forgotten after 24 hours, by the sandbox's clock, with and without a sweep between", async () => {
    const payment = cardPayment();
    const first = await gateway.pay(payment, id("a-day"));
    gateway.now += responseLifetimeMs - 1;
    await sweepExpired(gateway.database.db, new Date(gateway.now));
    expect((await gateway.pay(payment, id("a-day"))).text).toBe(first.text);
    gateway.now += 1;
    const second = await gateway.pay(payment, id("a-day"));
    expect(second.text).not.toBe(first.text);
    gateway.now += responseLifetimeMs;
    await sweepExpired(gateway.database.db, new Date(gateway.now));
    const { db } = gateway.database;
    expect(await db.select().from(keptAnswers).where(eq(keptAnswers.requestId, "a-day"))).toEqual([]);
    expect(await paymentsOf(payment)).toBe(2);
  });

  it.each([["a".repeat(256)], ["caf\u00e9"]])("refuses an id that cannot be kept", async (requestId) => {
    const { status, json } = await gateway.pay(cardPayment(), id(requestId));
    expect([status, Object.keys(json.errors)]).toEqual([400, ["X-Request-ID"]]);
  });

  it("keeps no body, only a keyed hash of it", async () => {
    const secret = `shopper-secret-${Date.now()}`;
    await gateway.pay(
      cardPayment({}, { consumer: { ...newConsumer(), deviceId: secret }, sku: { name: "none-such" } }),
      id("no-body"),
    );
    expect(await gateway.dump()).not.toContain(secret);
  });

  it("does not keep a failure: the request that waited for it does the work", async () => {
    const key = { scope: "test", operation: "payment", requestId: "fails-first", bodyHash: "hash" };
    const { database: store, vault } = gateway;
    const now = new Date(gateway.now);
    const once = (given: IdempotencyKey, work: (tx: Db) => Promise<JsonResponse>) =>
      inTransaction(store.db, (tx) => respondOnce({ tx, vault, now }, given, work));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const failing = once(key, async (tx) => {
      begin();
      await tx.execute(sql`select 1`);
      throw new Error("the database is on fire");
    });
    await begun;
    const waiting = once(key, async () => ({ status: 201, body: "{}" }));
    await expect(failing).rejects.toThrow("on fire");
    expect(await waiting).toEqual({ status: 201, body: "{}" });
    const refusing = async () => {
      throw badField("x", "never run");
    };
    expect(await once(key, refusing)).toEqual({ status: 201, body: "{}" });
    await expect(once({ ...key, bodyHash: "other" }, refusing)).rejects.toMatchObject({
      errors: { "X-Request-ID": "was used before with a different body" },
    });
  });

  /** The number of payments of a request's consumer. */
  async function paymentsOf(request: Record<string, unknown>): Promise<number> {
    const { externalId } = request["consumer"] as { externalId: string };
    const answer = await gateway.database.db.execute<{ count: number }>(sql`
      select count(*)::int as count from payments p join consumers c on c.id = p.consumer_id
      where c.external_id = ${externalId}`);
    return answer.rows[0]?.count ?? -1;
  }
});
