import { cardForCode } from "@cardpane/gateway/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertRow } from "../db/rows.ts";
import { merchants, paymentAccounts } from "../db/schema.ts";
import { rules } from "../db/schema-outbox.ts";
import {
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
  testSandboxes,
} from "../testing/gateway.ts";
import { callsAs } from "../testing/wallet.ts";

const dayMs = 24 * 60 * 60 * 1000;

describe.each(testSandboxes)("subscriptions on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  beforeEach(() => {
    gateway.received.length = 0;
  });
  afterAll(() => gateway.close());

  const skuOf = (...items: Record<string, unknown>[]) => ({
    siteId: demoMerchant.siteId,
    price: items.map((item) => ({ currency: "EUR", ...item })),
  });
  /** Buys a product with a schedule, and collects the later notifications of its order. */
  async function buy(sku: object, card: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) {
    const { json } = await gateway.pay(cardPayment(card, { sku, ...rest }));
    const { orderId } = json.payment;
    return {
      bought: json,
      notifications: () =>
        gateway.received.map((one) => one.json).filter((one) => one.payment?.orderId === orderId),
    };
  }
  async function nextCode(code: string, times: number, consumer: string) {
    const { db } = gateway.database;
    const [merchant] = await db
      .select()
      .from(merchants)
      .where(eq(merchants.publicId, demoMerchant.merchantId));
    const effect = { type: "outcome", code } as const;
    await insertRow(db, rules, {
      merchantId: merchant?.id ?? 0,
      match: { consumer: [consumer] },
      effect,
      remaining: times,
    });
  }

  it("charge every item on its day, notify the merchant of each charge, and end with the schedule", async () => {
    const sku = skuOf(
      { amount: 1 },
      { amount: 9, offset: "7d", repeat: 2 },
      { amount: 30, offset: "10d", currency: "USD" },
    );
    const { bought, notifications } = await buy(sku, {}, { metadata: { udf1: "box" } });
    const start = gateway.now;
    const events = await gateway.advance(365 * dayMs);
    gateway.now = start;
    const charged = events.filter((event) => event.kind === "charged");
    expect(charged.map(({ at }) => (at.getTime() - start) / dayMs)).toEqual([7, 14, 21, 31]);
    expect(notifications().map(({ payment }) => [payment.amount, payment.currency, payment.status])).toEqual([
      [1, "EUR", "success"],
      [9, "EUR", "success"],
      [9, "EUR", "success"],
      [9, "EUR", "success"],
      [30, "USD", "success"],
    ]);
    expect(notifications().map(({ subscription }) => [subscription.cycle, subscription.status])).toEqual([
      [0, "active"],
      [1, "active"],
      [2, "active"],
      [3, "active"],
      [4, "canceled"],
    ]);
    expect(new Set(notifications().map(({ payment }) => payment.transactionId)).size).toBe(5);
    expect(notifications().every(({ metadata }) => metadata.udf1 === "box")).toBe(true);
    expect(notifications().at(-1)).toMatchObject({
      consumer: bought.consumer,
      subscription: { renewalDate: null, cancelDate: new Date(start + 31 * dayMs).toISOString() },
      payment: { source: bought.payment.source },
    });
    expect(bought.subscription.cancelDate).toBe(notifications().at(-1)?.subscription.cancelDate);
  });

  it("charge a delayed item on its day and nothing before", async () => {
    const { bought, notifications } = await buy(skuOf({ amount: 9, offset: "3d" }));
    expect(bought.payment.amount).toBe(0);
    await gateway.advance(3 * dayMs - 1);
    expect(notifications()).toHaveLength(1);
    await gateway.advance(1);
    expect(notifications().map(({ payment }) => payment.amount)).toEqual([0, 9]);
  });

  it("continue without end until the card expires, then retry three times and are canceled", async () => {
    const card = { expirationMonth: "12", expirationYear: "27" };
    const { notifications } = await buy(skuOf({ amount: 9, offset: "30d", repeat: true }), card);
    await gateway.advance(3 * 365 * dayMs);
    const codes = notifications().map(({ payment }) => payment.code);
    expect(codes.slice(-5)).toEqual(["0", "5054", "5054", "5054", "5054"]);
    expect(codes.slice(0, -4).every((code) => code === "0")).toBe(true);
    const last = notifications().at(-1);
    expect(last.subscription).toMatchObject({ status: "canceled", renewalDate: null });
    expect(last.subscription.cancelDate).toBe(last.timestamp.dateTime);
  });

  it("that were declined once continue the schedule after the next try succeeds", async () => {
    const { bought, notifications } = await buy(skuOf({ amount: 9, repeat: true }));
    const start = (await gateway.runtime.clock.now()).getTime();
    await nextCode("5051", 1, bought.consumer.id);
    const events = await gateway.advance(60 * dayMs);
    const days = events
      .filter(({ kind }) => kind === "charged")
      .map(({ at }) => (at.getTime() - start) / dayMs);
    expect(days).toEqual([30, 31, 60]);
    expect(notifications().map(({ payment }) => payment.code)).toEqual(["0", "5051", "0", "0"]);
    expect(notifications().map(({ subscription }) => subscription.cycle)).toEqual([0, 0, 1, 2]);
  });

  it("of a disabled account are declined", async () => {
    const { bought, notifications } = await buy(skuOf({ amount: 9, offset: "1d" }));
    const { db } = gateway.database;
    const id = bought.payment.source.paymentAccountId;
    await db.update(paymentAccounts).set({ disabled: true }).where(eq(paymentAccounts.id, id));
    await gateway.advance(dayMs);
    expect(notifications().at(-1)?.payment).toMatchObject({ status: "fail", code: "5046" });
  });

  it("need no second challenge", async () => {
    const { bought, notifications } = await buy(skuOf({ amount: 9, repeat: 1 }), {
      number: "4000000000003220",
      "3ds": true,
    });
    await gateway.request(new URL(bought.payment.url).pathname, { method: "POST", body: "answer=approve" });
    await gateway.advance(30 * dayMs);
    expect(notifications().map(({ payment }) => payment.code)).toEqual(["0", "0"]);
  });

  it("can be paid by a bank account", async () => {
    const sepa = { type: "sepa", iban: "DE89370400440532013000" };
    const sku = skuOf({ amount: 9, repeat: 1 });
    const { json } = await gateway.pay(paymentFrom(sepa, { sku, consumer: newConsumer() }));
    await gateway.advance(30 * dayMs);
    const notifications = gateway.received
      .map((one) => one.json.payment)
      .filter((payment) => payment.orderId === json.payment.orderId);
    // A live gateway's bank also confirms the first payment.
    const charged = notifications.filter(({ status }) => status === "success");
    expect(notifications.length - charged.length).toBe(sandbox.isDocument ? 0 : 1);
    expect(charged.map(({ source }) => source)).toEqual([json.payment.source, json.payment.source]);
  });

  it("do not make their order payable again after a declined renewal", async () => {
    const { bought } = await buy(skuOf({ amount: 9, offset: "1d" }, { amount: 1 }));
    await nextCode("5051", 1, bought.consumer.id);
    await gateway.advance(dayMs);
    const action = { type: "retry", id: bought.payment.orderId };
    const { status, json } = await gateway.pay(cardPayment({}, { sku: { name: demoMerchant.sku, action } }));
    expect([status, Object.keys(json.errors)]).toEqual([400, ["sku.action.id"]]);
  });

  it("are not tried again after a decline once they are canceled", async () => {
    // The clock of this suite has advanced by years.
    const { bought, notifications } = await buy(skuOf({ amount: 9, offset: "1d" }), { expirationYear: "60" });
    await nextCode("5051", 4, bought.consumer.id);
    await gateway.advance(dayMs);
    expect(
      (await callsAs(gateway)("PUT", `/subscription/${bought.subscription.id}/cancel`)).json.status,
    ).toBe("canceled");
    await gateway.advance(10 * dayMs);
    const codes = notifications().map(({ payment }) => payment.code);
    expect(codes).toEqual(["0", "5051"]);
  });

  it("do not begin with a first payment that is declined", async () => {
    const { notifications } = await buy(skuOf({ amount: 9, repeat: true }), { number: cardForCode("5051") });
    await gateway.advance(40 * dayMs);
    expect(notifications()).toHaveLength(1);
  });
});
