/** A merchant's operations on subscriptions, saved cards and senders, which are not in the document. */
import { listSavedCardsResult, listSendersResult, subscriptionResult } from "@cardpane/gateway";
import { cardForCode } from "@cardpane/gateway/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Answered,
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
  testSandboxes,
} from "../testing/gateway.ts";
import { callsAs, otherMerchant } from "../testing/wallet.ts";

const dayMs = 24 * 60 * 60 * 1000;
const card = { expirationYear: "60" };

describe.each(testSandboxes)("operations beyond the document on $name ($compatibility)", (sandbox) => {
  let gateway: TestGateway;
  let start: number;
  let consumer: Record<string, unknown>;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  beforeEach(async () => {
    start = (await gateway.runtime.clock.now()).getTime();
    consumer = newConsumer();
    gateway.received.length = 0;
  });
  afterAll(() => gateway.close());

  const call = (method: "GET" | "POST" | "PUT", path: string, body?: Record<string, unknown>, headers = {}) =>
    callsAs(gateway)(method, path, body, headers);
  const stamp = (days: number) => new Date(start + days * dayMs).toISOString().slice(0, 19).replace("T", " ");
  const priceOf = (...items: Record<string, unknown>[]) =>
    items.map((item) => ({ currency: "EUR", ...item }));
  async function subscribe(...items: Record<string, unknown>[]): Promise<Answered["json"]> {
    const sku = { siteId: demoMerchant.siteId, price: priceOf(...items) };
    const { json } = await gateway.pay(cardPayment(card, { sku, consumer }));
    return json;
  }
  const monthly = () => subscribe({ amount: 9, repeat: true });
  /** Days and amounts of the charges in the given number of days. */
  async function chargesIn(
    days: number,
  ): Promise<readonly (readonly [number, number, string | undefined])[]> {
    gateway.received.length = 0;
    const events = (await gateway.advance(days * dayMs)).filter((event) => event.kind === "charged");
    const payments = gateway.received.flatMap(({ json }) => json.payment ?? []);
    const amounts = new Map(payments.map((payment) => [payment.transactionId, payment]));
    return events.map((event) => [
      (event.at.getTime() - start) / dayMs,
      amounts.get(event.transactionId)?.amount,
      event.code,
    ]);
  }
  const end = (id: string) => call("PUT", `/subscription/${id}/cancel`);

  it("get: returns a subscription as in the schema", async () => {
    const { subscription, consumer: payer } = await monthly();
    const { status, json } = await call("GET", `/subscription/${subscription.id}`);
    expect(status).toBe(200);
    expect(subscriptionResult.safeParse(json).error).toBeUndefined();
    expect(json).toEqual({
      id: subscription.id,
      status: "active",
      cycle: 0,
      skuName: null,
      siteId: demoMerchant.siteId,
      renewalDate: stamp(30),
      cancelDate: null,
      consumerId: payer.id,
    });
    await end(subscription.id);
  });

  it.each([
    ["GET", "/subscription/{id}", undefined],
    ["PUT", "/subscription/{id}", { price: priceOf({ amount: 1 }) }],
    ["PUT", "/subscription/{id}/cancel", undefined],
    ["PUT", "/subscription/{id}/recover", undefined],
    ["GET", "/consumer/{id}/paymentAccounts", undefined],
    ["POST", "/paymentAccount/{id}/enable", undefined],
    ["POST", "/paymentAccount/{id}/disable", undefined],
  ] as const)(
    "%s %s is 404 for what is nobody's or another merchant's, and 401 without a key",
    async (method, path, body) => {
      const bought = await monthly();
      const id = path.startsWith("/subscription")
        ? bought.subscription.id
        : path.startsWith("/consumer")
          ? bought.consumer.id
          : bought.payment.source.paymentAccountId;
      const { calls } = await otherMerchant(gateway);
      expect((await calls(method, path.replace("{id}", id), body)).status).toBe(404);
      expect((await callsAs(gateway, "")(method, path.replace("{id}", id), body)).status).toBe(401);
      for (const unknown of ["1", "999999999", "11111111-1111-4111-8111-111111111111", "a.b"]) {
        expect((await call(method, path.replace("{id}", unknown), body)).status).toBe(404);
      }
      expect((await call(method, path.replace("{id}", id), body)).status).toBe(200);
      await end(bought.subscription.id);
    },
  );

  it("another merchant's request does not lock a subscription", async () => {
    const { subscription } = await monthly();
    // PostgreSQL writes the transaction that last locked a row into it, even if that one was rolled back.
    const { db } = gateway.database;
    const lastLocked = async () => (await db.execute(sql`select id, xmax::text from subscriptions`)).rows;
    const before = await lastLocked();
    const { calls } = await otherMerchant(gateway);
    expect((await calls("PUT", `/subscription/${subscription.id}/cancel`)).status).toBe(404);
    expect(await lastLocked()).toEqual(before);
    await end(subscription.id);
  });

  describe("cancel", () => {
    it("at once: nothing more is charged, and the same response again", async () => {
      const { subscription } = await monthly();
      const { json } = await call("PUT", `/subscription/${subscription.id}/cancel`, {
        reason: "Moved",
        sendEmail: true,
      });
      expect(json).toMatchObject({ status: "canceled", renewalDate: null, cancelDate: stamp(0) });
      expect((await end(subscription.id)).json).toEqual(json);
      const [mail] = (await gateway.admin("/mails?merchant=1001&limit=1")).json.data;
      expect(mail).toMatchObject({ to: consumer["email"], subject: "Your subscription is canceled" });
      expect(await chargesIn(40)).toEqual([]);
    });

    it("at the next renewal: stays active until then, and is not charged then", async () => {
      const { subscription } = await monthly();
      const { json } = await call("PUT", `/subscription/${subscription.id}/cancel`, {
        keepActiveUntilNextRebill: true,
      });
      expect(json).toMatchObject({ status: "active", renewalDate: stamp(30), cancelDate: stamp(30) });
      const events = await gateway.advance(30 * dayMs);
      expect(events.filter(({ kind }) => kind === "charged")).toEqual([]);
      expect(events.filter(({ kind }) => kind === "canceled")).toMatchObject([
        { at: new Date(start + 30 * dayMs), subscriptionId: subscription.id },
      ]);
      expect((await call("GET", `/subscription/${subscription.id}`)).json).toMatchObject({
        status: "canceled",
        renewalDate: null,
        cancelDate: stamp(30),
      });
    });

    it("at a date: is charged until then; the earliest of several dates applies", async () => {
      const { subscription } = await monthly();
      const later = { cancelDate: stamp(45), sendEmail: false };
      expect((await call("PUT", `/subscription/${subscription.id}/cancel`, later)).json.cancelDate).toBe(
        stamp(45),
      );
      expect(await chargesIn(100)).toEqual([[30, 9, "0"]]);
      const two = (await monthly()).subscription;
      start = (await gateway.runtime.clock.now()).getTime();
      const both = { cancelDate: stamp(10), keepActiveUntilNextRebill: true };
      expect((await call("PUT", `/subscription/${two.id}/cancel`, both)).json.cancelDate).toBe(stamp(10));
      expect(await chargesIn(40)).toEqual([]);
    });

    it("is refused for a date that has passed", async () => {
      const { subscription } = await monthly();
      const { status, json } = await call("PUT", `/subscription/${subscription.id}/cancel`, {
        cancelDate: stamp(0),
      });
      expect([status, json.errors]).toEqual([400, { cancelDate: "must be in the future" }]);
      await end(subscription.id);
    });

    it("during a renewal leaves either a charge before it, or none", async () => {
      const { subscription } = await monthly();
      gateway.now += 30 * dayMs;
      const [events] = await Promise.all([gateway.runDue(), end(subscription.id)]);
      gateway.now -= 30 * dayMs;
      expect(events.filter(({ kind }) => kind === "charged").length).toBeLessThanOrEqual(1);
      expect((await call("GET", `/subscription/${subscription.id}`)).json.status).toBe("canceled");
    });
  });

  describe("recover", () => {
    it("before the planned date continues as if it had not been canceled", async () => {
      const { subscription } = await monthly();
      await end(subscription.id);
      await gateway.advance(10 * dayMs);
      const { json } = await call("PUT", `/subscription/${subscription.id}/recover`);
      expect(json).toMatchObject({ status: "active", renewalDate: stamp(30), cancelDate: null });
      expect(await chargesIn(55)).toEqual([
        [30, 9, "0"],
        [60, 9, "0"],
      ]);
      await end(subscription.id);
    });

    it("after the planned date charges at once, once, and the later charges move with it", async () => {
      const { subscription } = await monthly();
      await end(subscription.id);
      await gateway.advance(100 * dayMs);
      await call("PUT", `/subscription/${subscription.id}/recover`);
      expect(await chargesIn(31)).toEqual([
        [100, 9, "0"],
        [130, 9, "0"],
      ]);
      await end(subscription.id);
    });

    it("revokes a planned cancellation, and does not change an active subscription", async () => {
      const { subscription } = await monthly();
      await call("PUT", `/subscription/${subscription.id}/cancel`, { keepActiveUntilNextRebill: true });
      const { json } = await call("PUT", `/subscription/${subscription.id}/recover`);
      expect(json).toMatchObject({ status: "active", renewalDate: stamp(30), cancelDate: null });
      expect((await call("PUT", `/subscription/${subscription.id}/recover`)).json).toEqual(json);
      expect(await chargesIn(30)).toEqual([[30, 9, "0"]]);
      await end(subscription.id);
    });

    it("is refused after the last charge", async () => {
      const { subscription } = await subscribe({ amount: 9 }, { amount: 1, offset: "1d" });
      expect(await chargesIn(1)).toEqual([[1, 1, "0"]]);
      const { status, json } = await call("PUT", `/subscription/${subscription.id}/recover`);
      expect([status, json.errors]).toEqual([
        400,
        { id: "is a subscription that has ended: nothing is left to charge" },
      ]);
    });
  });

  describe("change of prices", () => {
    it("applies from the next renewal on, which keeps its date", async () => {
      const { subscription } = await monthly();
      await gateway.advance(10 * dayMs);
      const { json } = await call("PUT", `/subscription/${subscription.id}`, {
        price: priceOf({ amount: 12, offset: "7d", repeat: 1 }, { amount: 3, offset: "5d", repeat: true }),
      });
      expect(json).toMatchObject({ status: "active", renewalDate: stamp(30), cancelDate: null, cycle: 0 });
      expect(await chargesIn(45)).toEqual([
        [30, 12, "0"],
        [37, 12, "0"],
        [42, 3, "0"],
        [47, 3, "0"],
        [52, 3, "0"],
      ]);
      await end(subscription.id);
    });

    it("to a schedule with an end shows the date of the end", async () => {
      const { subscription } = await monthly();
      await gateway.advance(31 * dayMs);
      const { json } = await call("PUT", `/subscription/${subscription.id}`, {
        price: priceOf({ amount: 5, repeat: 1 }),
      });
      expect(json).toMatchObject({ renewalDate: stamp(60), cancelDate: stamp(90), cycle: 1 });
      expect(await chargesIn(120)).toEqual([
        [60, 5, "0"],
        [90, 5, "0"],
      ]);
      expect((await call("GET", `/subscription/${subscription.id}`)).json.status).toBe("canceled");
      const refused = await call("PUT", `/subscription/${subscription.id}`, {
        price: priceOf({ amount: 5 }),
      });
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ["id"]]);
    });
  });

  describe("change of the card", () => {
    const change = (id: string, paymentSource: object, who: object = consumer) =>
      call("PUT", `/subscription/${id}/paymentAccount`, { paymentSource, consumer: who });

    it("charges nothing now, and later the new card; it uses up a token", async () => {
      const { subscription } = await monthly();
      const value = await gateway.token({ number: cardForCode("5051"), ...card });
      const answer = await change(subscription.id, { type: "token", value });
      expect([answer.status, answer.json.renewalDate]).toEqual([200, stamp(30)]);
      expect((await change(subscription.id, { type: "token", value })).json.errors).toEqual({
        "paymentSource.value": "was used before: a token pays once",
      });
      expect(await chargesIn(30)).toEqual([[30, 9, "5051"]]);
      const good = await gateway.token({ number: "5555555555554444", ...card });
      await change(subscription.id, { type: "token", value: good });
      expect(await chargesIn(1)).toEqual([[31, 9, "0"]]);
      expect(gateway.received.at(-1)?.json.payment.source.brand).toBe("mastercard");
      await end(subscription.id);
    });

    it("is refused for another consumer, and for a source that cannot be charged again", async () => {
      const { subscription } = await monthly();
      const value = await gateway.token(card);
      const other = await change(subscription.id, { type: "token", value }, newConsumer());
      expect(other.json.errors).toEqual({
        "consumer.externalId": "is not the consumer of this subscription",
      });
      const ideal = await change(subscription.id, { type: "ideal" });
      expect(Object.keys(ideal.json.errors)).toEqual(["paymentSource.type"]);
      // The refusal did not use up the token.
      expect((await change(subscription.id, { type: "token", value })).status).toBe(200);
      await end(subscription.id);
    });
  });

  describe("saved cards", () => {
    const pay = (paymentAccountId: string) =>
      gateway.pay(paymentFrom({ type: "paymentAccountId", paymentAccountId }, { consumer }));

    it("are listed with the same details as in a payment, disabled ones too", async () => {
      const first = await gateway.pay(cardPayment({}, { consumer }));
      const second = await gateway.pay(cardPayment({ number: "5555555555554444" }, { consumer }));
      const { id } = first.json.consumer;
      const { paymentAccountId } = first.json.payment.source;
      expect((await call("POST", `/paymentAccount/${paymentAccountId}/disable`)).json.disabled).toBe(true);
      const { json } = await call("GET", `/consumer/${id}/paymentAccounts`);
      expect(listedIds(json)).toEqual(
        [first, second].map((answer) => answer.json.payment.source.paymentAccountId).sort(),
      );
      expect(listSavedCardsResult.safeParse(json).error).toBeUndefined();
      expect(json).toContainEqual({ ...first.json.payment.source, disabled: true });
      expect(json).toContainEqual(second.json.payment.source);
    });
    const listedIds = (cards: readonly { paymentAccountId: string }[]) =>
      cards.map(({ paymentAccountId }) => paymentAccountId).sort();

    it("cannot pay while they are disabled", async () => {
      const { json } = await gateway.pay(cardPayment({}, { consumer }));
      const { paymentAccountId } = json.payment.source;
      await call("POST", `/paymentAccount/${paymentAccountId}/disable`);
      expect((await pay(paymentAccountId)).status).toBe(400);
      await call("POST", `/paymentAccount/${paymentAccountId}/enable`);
      expect((await pay(paymentAccountId)).status).toBe(201);
    });
  });

  it("senders: lists the addresses that notifications come from", async () => {
    const { status, json } = await call("GET", "/ips");
    expect([status, json]).toEqual([200, ["203.0.113.7"]]);
    expect(listSendersResult.safeParse(json).success).toBe(true);
  });
});
