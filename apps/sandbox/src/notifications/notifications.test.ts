import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { paymentResult } from "@cardpane/gateway";
import { cardForCode } from "@cardpane/gateway/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { insertRow } from "../db/rows.ts";
import { merchants } from "../db/schema.ts";
import { type NotificationFault, rules } from "../db/schema-outbox.ts";
import { testDatabases } from "../testing/databases.ts";
import {
  cardPayment,
  demoMerchant,
  gatewayOn,
  openGateway,
  publicUrl,
  type TestGateway,
  testSandboxes,
} from "../testing/gateway.ts";
import { retryDelaysMs } from "./retry.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

describe.each(testSandboxes)("notifications on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  beforeEach(async () => {
    gateway.receiver = () => 204;
    await gateway.advance(3 * 60 * minuteMs);
    gateway.received.length = 0;
  });
  afterAll(() => gateway.close());

  /** Injects a fault into the merchant's next notifications. */
  async function order(fault: NotificationFault, times = 1) {
    const { db } = gateway.database;
    const [merchant] = await db
      .select()
      .from(merchants)
      .where(eq(merchants.publicId, demoMerchant.merchantId));
    const effect = { type: "notification", ...fault } as const;
    await insertRow(db, rules, { merchantId: merchant?.id ?? 0, match: {}, effect, remaining: times });
  }
  const orderIds = () => gateway.received.map(({ json }) => json?.payment.orderId);
  const attempts = () => gateway.received.map(({ headers }) => headers.get("X-Delivery-Attempt"));

  it("carry the same result as the payment's response, with a separate id", async () => {
    const { json } = await gateway.pay(cardPayment({}, { metadata: { udf1: "basket-1" } }));
    await gateway.runDue();
    expect(gateway.received).toHaveLength(1);
    const [one] = gateway.received;
    expect(one?.url).toBe("https://shop.test/ipn");
    expect(one?.json).toEqual(json);
    expect(paymentResult.safeParse(one?.json).error).toBeUndefined();
    expect(one?.headers.get("Content-Type")).toBe("application/json");
    expect(one?.headers.get("X-Delivery-ID")).toMatch(/^[0-9a-f-]{36}$/);
    expect(one?.headers.get("X-Delivery-Attempt")).toBe("1");
    expect(one?.headers.get("X-Signature")).toBeNull();
    await gateway.advance(24 * 60 * minuteMs);
    expect(gateway.received).toHaveLength(1);
  });

  it("also report declines, but no pending or refused payments", async () => {
    await gateway.pay(cardPayment({ number: cardForCode("5051") }));
    await gateway.pay(cardPayment({}, { sku: { name: "unknown" } }));
    const { json } = await gateway.pay(cardPayment({ number: "4000000000002503" }));
    await gateway.runDue();
    expect(gateway.received.map((one) => one.json.payment.code)).toEqual(["5051"]);
    await gateway.request(String(json.payment.url).slice(publicUrl.length), {
      method: "POST",
      body: "answer=approve",
    });
    await gateway.runDue();
    expect(gateway.received.map((one) => one.json.payment.code)).toEqual(["5051", "0"]);
  });

  it("report a challenge that nobody answered as 5228 after ten minutes", async () => {
    await gateway.pay(cardPayment({ number: "4000000000002503" }));
    await gateway.advance(10 * minuteMs - 1);
    expect(gateway.received).toEqual([]);
    const events = await gateway.advance(1);
    expect(events.map(({ kind }) => kind)).toEqual(["expired", "notified"]);
    expect(gateway.received[0]?.json.payment).toMatchObject({ status: "fail", code: "5228" });
  });

  it("are sent again after 5 s, 30 s, 2 min, 10 min and 1 h, with the same id, and then no more", async () => {
    gateway.receiver = () => refused;
    await gateway.pay(cardPayment());
    const start = (await gateway.runtime.clock.now()).getTime();
    const events = [...(await gateway.runDue()), ...(await gateway.advance(24 * 60 * minuteMs))];
    const waits = [0, ...retryDelaysMs];
    const due = waits.map((_, index) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, start));
    expect(events.map(({ at }) => at.getTime())).toEqual(due);
    expect(events.map((event) => event.kind === "notified" && event.outcome)).toEqual([
      ...Array.from({ length: 5 }, () => "failed"),
      "exhausted",
    ]);
    expect(attempts()).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(new Set(gateway.received.map(({ headers }) => headers.get("X-Delivery-ID"))).size).toBe(1);
    expect(new Set(gateway.received.map(({ text }) => text)).size).toBe(1);
  });

  it.each([
    [200, true],
    [299, true],
    [301, false],
    [400, false],
    [410, false],
    [500, false],
    [refused, false],
  ])("%s from the receiver: accepted %s", async (answer, accepted) => {
    gateway.receiver = () => answer;
    await gateway.pay(cardPayment());
    await gateway.runDue();
    gateway.receiver = () => 200;
    await gateway.advance(5 * secondMs);
    expect(attempts()).toEqual(accepted ? ["1"] : ["1", "2"]);
  });

  it("leave a log of attempts without bodies", async () => {
    gateway.receiver = () => refused;
    const { json } = await gateway.pay(cardPayment());
    await gateway.runDue();
    gateway.receiver = () => 503;
    await gateway.advance(5 * secondMs);
    gateway.receiver = () => 200;
    await gateway.advance(30 * secondMs);
    const { orderId } = json.payment;
    const [listed] = (await gateway.admin(`/notifications?order=${orderId}`)).json.data;
    const at = expect.any(String);
    const durationMs = 0;
    expect(listed.attempts).toEqual([
      { number: 1, at, durationMs, status: null, error: "not reached: ECONNREFUSED" },
      { number: 2, at, durationMs, status: 503, error: "answered 503" },
      { number: 3, at, durationMs, status: 200, error: null },
    ]);
  });

  it("of one order are sent in order: a later one waits until the earlier one is delivered or exhausted", async () => {
    gateway.receiver = () => refused;
    const first = await gateway.pay(cardPayment({ number: cardForCode("5051") }));
    const { orderId } = first.json.payment;
    const action = { type: "retry", id: orderId };
    const other = await gateway.pay(cardPayment());
    await gateway.pay(cardPayment({}, { sku: { name: demoMerchant.sku, action } }));
    await gateway.runDue();
    expect(orderIds().sort()).toEqual([orderId, other.json.payment.orderId].sort());
    await gateway.advance(24 * 60 * minuteMs);
    const notifications = gateway.received.filter(({ json }) => json.payment.orderId === orderId);
    expect(notifications.map(({ json }) => json.payment.code)).toEqual([
      ...Array.from({ length: 6 }, () => "5051"),
      ...Array.from({ length: 6 }, () => "0"),
    ]);
  });

  it("are not delayed by a slow receiver", async () => {
    let free = () => {};
    const slow = new Promise<number>((resolve) => {
      free = () => resolve(200);
    });
    gateway.receiver = ({ url }) => (url.endsWith("/slow") ? slow : 200);
    const url = { ipnUrl: "https://shop.test/slow", redirectUrl: "https://shop.test/return" };
    await gateway.pay(cardPayment({}, { url }));
    const quick = await gateway.pay(cardPayment());
    const running = gateway.runDue();
    await expect.poll(orderIds).toContain(quick.json.payment.orderId);
    free();
    expect(await running).toHaveLength(2);
  });

  it("are not lost when the sending process dies: the next attempt has the next number", async () => {
    await gateway.pay(cardPayment());
    const dead = gatewayOn(gateway.database, sandbox.settings);
    dead.now = gateway.now;
    // The process that would record the attempt is gone: it gets no answer before the test is over.
    let answer = (_: number) => {};
    dead.receiver = () => new Promise((resolve) => (answer = resolve));
    const running = dead.runtime.scheduler.runDue();
    await expect.poll(() => dead.received.length).toBe(1);
    await gateway.runDue();
    expect([dead.received, gateway.received].map(([one]) => one?.headers.get("X-Delivery-Attempt"))).toEqual([
      "1",
      "2",
    ]);
    expect(gateway.received[0]?.headers.get("X-Delivery-ID")).toBe(
      dead.received[0]?.headers.get("X-Delivery-ID"),
    );
    answer(204);
    await running;
  });

  it("whose attempts cannot be recorded wait as after a failed one, and do not stop the clock", async () => {
    const { database, vault } = gateway;
    let canRecord = false;
    const db = new Proxy(database.db, {
      get: (target, name) => {
        // Only the end of an attempt is recorded in a transaction once the payment is committed.
        if (name === "transaction" && running.received.length > 0 && !canRecord) throw new Error("full");
        return Reflect.get(target, name);
      },
    });
    const running = gatewayOn({ ...database, db }, { ...sandbox.settings, vault });
    running.now = gateway.now;
    await running.pay(cardPayment());
    await running.runDue();
    const sentAt = performance.now();
    running.runtime.scheduler.start();
    expect(running.failures).toMatchObject([{ work: "delivery", tries: 1 }]);
    canRecord = true;
    await expect.poll(() => running.received.length).toBe(2);
    expect(performance.now() - sentAt).toBeGreaterThan(retryDelaysMs[0] - 500);
    await running.runtime.stop();
  });

  it("of other orders are sent on time while one receiver does not answer, and the events are in order", async () => {
    // No attempt times out: if one delivery delayed another, this test would not end.
    const patient = await openGateway(sandbox, { ...sandbox.settings, answerWithinMs: 600_000 });
    const [orders, charges] = [5, 3];
    const notifications: { readonly due: string; readonly clock: string }[] = [];
    let release = () => {};
    const othersAreNotified = new Promise<void>((resolve) => {
      release = resolve;
    });
    let [waiting, mostWaiting] = [0, 0];
    patient.receiver = async ({ url, json }) => {
      if (url.endsWith("/silent")) {
        waiting += 1;
        mostWaiting = Math.max(mostWaiting, waiting);
        await othersAreNotified;
        waiting -= 1;
        return 503;
      }
      const clock = await patient.runtime.clock.now();
      notifications.push({ due: json.timestamp.dateTime, clock: clock.toISOString() });
      if (notifications.length === orders) release();
      return 200;
    };
    const url = { ipnUrl: "https://silent.test/silent", redirectUrl: "https://shop.test/return" };
    const daily = [
      { amount: 1, currency: "EUR" },
      { amount: 9, currency: "EUR", offset: "1d", repeat: charges - 1 },
    ];
    const expected: { kind: string; orderId: string; at: number; outcome?: string }[] = [];
    const start = patient.now + 100;
    const retries = retryDelaysMs.map((_, index) =>
      retryDelaysMs.slice(0, index + 1).reduce((sum, delay) => sum + delay, 0),
    );
    for (let count = 0; count < orders; count += 1) {
      patient.now += 7;
      const bought = patient.now;
      const silent = (await patient.pay(cardPayment({}, { url }))).json.payment.orderId;
      const sku = { siteId: demoMerchant.siteId, price: daily };
      const { orderId } = (await patient.pay(cardPayment({}, { sku }))).json.payment;
      for (const [index, delay] of [0, ...retries].entries()) {
        const outcome = index < retries.length ? "failed" : "exhausted";
        expected.push({ kind: "notified", orderId: silent, at: start + delay, outcome });
      }
      expected.push({ kind: "notified", orderId, at: start, outcome: "delivered" });
      for (let day = 1; day <= charges; day += 1) {
        const at = bought + day * 24 * 60 * minuteMs;
        expected.push({ kind: "charged", orderId, at });
        expected.push({ kind: "notified", orderId, at, outcome: "delivered" });
      }
    }
    patient.now = start;
    const events = await patient.advance(4 * 24 * 60 * minuteMs);
    await patient.close();

    expect(
      events.map((event) => ({
        kind: event.kind,
        orderId: event.orderId,
        at: event.at.getTime(),
        ...(event.kind === "notified" && { outcome: event.outcome }),
      })),
    ).toEqual(
      expected.sort((one, other) => one.at - other.at || Number(one.orderId) - Number(other.orderId)),
    );
    expect(mostWaiting, "deliveries to the slow receiver at a time").toBeGreaterThan(1);
    expect(notifications).toHaveLength(orders * (1 + charges));
    // A shopper answers at the time of the notification. Live gateways write whole seconds.
    const written = (time: string) => (sandbox.isDocument ? time : time.replace(/\.\d{3}Z$/, ".000Z"));
    expect(notifications.slice(orders).map(({ clock }) => written(clock))).toEqual(
      notifications.slice(orders).map(({ due }) => due),
    );
    const attempts = patient.received
      .filter(({ url: address }) => address.endsWith("/silent"))
      .map(({ json, headers }) => `${json.payment.orderId} ${headers.get("X-Delivery-Attempt")}`);
    expect(new Set(attempts).size).toBe(orders * (1 + retries.length));
  });

  describe("with a rule", () => {
    it("are delayed", async () => {
      await order({ mode: "delay", delayMs: minuteMs });
      await gateway.pay(cardPayment());
      await gateway.advance(minuteMs - 1);
      expect(gateway.received).toEqual([]);
      await gateway.advance(1);
      expect(attempts()).toEqual(["1"]);
    });

    it("are dropped, and sent again", async () => {
      await order({ mode: "drop", attempts: 2 });
      await gateway.pay(cardPayment());
      await gateway.advance(35 * secondMs);
      expect(attempts()).toEqual(["3"]);
    });

    it("are sent twice with the same id and attempt", async () => {
      await order({ mode: "duplicate" });
      await gateway.pay(cardPayment());
      await gateway.runDue();
      expect(attempts()).toEqual(["1", "1"]);
      expect(new Set(gateway.received.map(({ headers }) => headers.get("X-Delivery-ID"))).size).toBe(1);
    });

    it("are sent after the next one, even of the same order", async () => {
      await order({ mode: "reorder" });
      const first = await gateway.pay(cardPayment({ number: cardForCode("5051") }));
      await gateway.advance(minuteMs);
      expect(gateway.received).toEqual([]);
      const action = { type: "retry", id: first.json.payment.orderId };
      await gateway.pay(cardPayment({}, { sku: { name: demoMerchant.sku, action } }));
      await gateway.runDue();
      expect(gateway.received.map(({ json }) => json.payment.code)).toEqual(["0", "5051"]);
    });

    it("are truncated, and complete the next time", async () => {
      await order({ mode: "cut" });
      gateway.receiver = ({ json }) => (json === undefined ? 400 : 200);
      await gateway.pay(cardPayment());
      await gateway.advance(5 * secondMs);
      const [cut, whole] = gateway.received;
      expect(cut?.json).toBeUndefined();
      expect(cut?.text).toBe(whole?.text.slice(0, cut?.text.length));
      expect(whole?.json.payment.status).toBe("success");
    });

    it("arrive before the payment's response", async () => {
      await order({ mode: "early" });
      const { json } = await gateway.pay(cardPayment());
      expect(orderIds()).toEqual([json.payment.orderId]);
      await gateway.advance(minuteMs);
      expect(gateway.received).toHaveLength(1);
    });

    it("are sent by their request alone, even if others are claimed between its commit and its answer", async () => {
      await order({ mode: "early" });
      const { db } = gateway.database;
      const transaction = db.transaction.bind(db);
      let sending: Promise<unknown> | undefined;
      const committing = vi.spyOn(db, "transaction").mockImplementationOnce(async (...args) => {
        const result = await transaction(...args);
        sending = gateway.runDue();
        await expect
          .poll(() => gateway.received, { timeout: 200 })
          .toHaveLength(1)
          .catch(() => undefined);
        return result;
      });
      gateway.receiver = () => pause(400, 204);
      await gateway.pay(cardPayment());
      await sending;
      committing.mockRestore();
      expect(attempts()).toEqual(["1"]);
    });

    it("do not change the response of a committed payment if they cannot be claimed, and are sent later", async () => {
      await order({ mode: "early" });
      const { vault, database: shared } = gateway;
      let transactions = 0;
      const db = new Proxy(shared.db, {
        get: (target, name) => {
          // The first makes the payment, the second claims the notification.
          if (name === "transaction" && transactions++ > 0)
            throw Object.assign(new Error("gone"), { code: "57P01" });
          return Reflect.get(target, name);
        },
      });
      const broken = gatewayOn({ ...shared, db }, { ...sandbox.settings, vault });
      broken.now = gateway.now;
      const { status, json } = await broken.pay(cardPayment());
      expect([status, broken.received]).toEqual([201, []]);
      expect(broken.failures).toMatchObject([
        { work: "delivery", failure: expect.stringContaining("57P01") },
      ]);
      await gateway.runDue();
      expect(orderIds()).toEqual([json.payment.orderId]);
    });
  });
});

describe("a signature", () => {
  const [pglite] = testDatabases;
  const secret = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=";
  async function receiveOne(scheme: "sha256-concat" | "hmac-sha256-body" | "standard-webhooks") {
    if (!pglite) throw new Error("There is always PGlite.");
    const gateway = await openGateway(pglite, { signature: { scheme, secret } });
    await gateway.pay(cardPayment());
    await gateway.runDue();
    await gateway.close();
    const [received] = gateway.received;
    if (!received) throw new Error("Nothing was received.");
    return { ...received, now: gateway.now };
  }

  it("by sha256-concat is the hash of secret, transaction and status", async () => {
    const { headers, json } = await receiveOne("sha256-concat");
    const text = secret + json.payment.transactionId + json.payment.status;
    expect(headers.get("X-Signature")).toBe(createHash("sha256").update(text).digest("hex"));
  });

  it("by hmac-sha256-body covers the body", async () => {
    const { headers, text } = await receiveOne("hmac-sha256-body");
    expect(headers.get("X-Signature")).toBe(createHmac("sha256", secret).update(text).digest("hex"));
  });

  it("by standard-webhooks covers id, time and body", async () => {
    const { headers, text, now } = await receiveOne("standard-webhooks");
    const id = headers.get("X-Delivery-ID");
    const time = String(now / 1000);
    const mac = createHmac("sha256", Buffer.from("secret-secret-secret")).update(`${id}.${time}.${text}`);
    expect(headers.get("webhook-id")).toBe(id);
    expect(headers.get("webhook-timestamp")).toBe(time);
    expect(headers.get("webhook-signature")).toBe(`v1,${mac.digest("base64")}`);
  });
});
