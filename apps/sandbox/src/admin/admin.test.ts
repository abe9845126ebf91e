import { setTimeout as pause } from "node:timers/promises";
import { errorResult } from "@cardpane/gateway";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox } from "../start.ts";
import { bodyAsDocument } from "../testing/as-document.ts";
import { testDatabases } from "../testing/databases.ts";
import {
  accepted,
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  siteSku,
  type TestGateway,
  testCard,
  testSandboxes,
} from "../testing/gateway.ts";
import type { AdminOperation } from "./operation.ts";
import { adminOperations } from "./operations.ts";

const dayMs = 24 * 60 * 60 * 1000;

describe.each(testSandboxes)("the admin API on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  beforeEach(async () => {
    gateway.receiver = () => 200;
    await gateway.admin("/clock", { action: "run" });
    await gateway.runDue();
    gateway.received.length = 0;
  });
  afterAll(() => gateway.close());

  const merchant = demoMerchant.merchantId;

  it.each(Object.entries(adminOperations))("%s requires the admin token", async (_, { method, path }) => {
    for (const headers of [{}, { Authorization: "Bearer wrong" }, { Authorization: demoMerchant.apiKey }]) {
      const answer = await gateway.request(path.replace(/\{\w+\}/, "1"), { method, headers });
      expect([answer.status, errorResult.safeParse(answer.json).success]).toEqual([401, true]);
      expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer realm="admin"');
    }
  });

  describe("clock", () => {
    it("reads and moves the time, and returns the events of the move", async () => {
      const price = [{ amount: 9, currency: "EUR", offset: "30d" }];
      const { json } = await gateway.pay(cardPayment({}, { sku: { name: demoMerchant.sku, price } }));
      const before = (await gateway.admin("/clock")).json;
      expect(before).toMatchObject({ mode: "running" });
      const moved = (await gateway.admin("/clock", { action: "advance", days: 30, hours: 1 })).json;
      expect(Date.parse(moved.now) - Date.parse(before.now)).toBe(30 * dayMs + 3_600_000);
      const { orderId } = json.payment;
      expect(moved.events).toEqual([
        expect.objectContaining({ kind: "notified", orderId, outcome: "delivered", at: before.now }),
        expect.objectContaining({ kind: "charged", orderId, status: "success", code: "0" }),
        expect.objectContaining({ kind: "notified", orderId, outcome: "delivered", attempt: 1 }),
      ]);
      expect(Date.parse(moved.events[1].at) - Date.parse(before.now)).toBe(30 * dayMs);
    });

    it("freezes, continues, and returns to the machine's time", async () => {
      expect((await gateway.admin("/clock", { action: "freeze" })).json.mode).toBe("frozen");
      gateway.now += 5000;
      const to = "2031-01-01T00:00:00.000Z";
      expect((await gateway.admin("/clock", { action: "set", to })).json).toMatchObject({
        now: to,
        mode: "frozen",
      });
      expect((await gateway.admin("/clock", { action: "run" })).json).toMatchObject({
        now: to,
        mode: "running",
      });
      const reset = await gateway.admin("/clock", { action: "reset" });
      expect(reset.json).toMatchObject({ now: new Date(gateway.now).toISOString(), offsetMs: 0 });
    });

    it.each([
      { action: "reset" },
      { action: "set", to: "2020-01-01T00:00:00Z" },
      { action: "freeze" },
      { action: "run" },
    ])("ends an advance although %o is asked for meanwhile", async (other) => {
      const charge = { amount: 9, currency: "EUR", offset: "1d" };
      accepted(
        await gateway.pay(cardPayment({}, { sku: { name: demoMerchant.sku, price: [charge, charge] } })),
      );
      await gateway.runDue();
      let answer: () => void = () => undefined;
      const isAsked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      // The order's second notification waits for the first, and is due at the time from which the other call moves away.
      gateway.receiver = () => isAsked.then(() => 200);
      const advance = gateway.admin("/clock", { action: "advance", days: 2 });
      await expect.poll(() => gateway.received.length).toBe(2);
      const moved = gateway.admin("/clock", other);
      await pause(20);
      answer();
      const { events } = (await advance).json;
      const kinds = events.map(({ kind }: { kind: string }) => kind).sort();
      expect(kinds).toEqual(["charged", "charged", "notified", "notified"]);
      expect((await moved).status).toBe(200);
      await gateway.admin("/clock", { action: "reset" });
    });

    it("expires tokens: one that is valid for 30 minutes is refused after 31", async () => {
      const value = await gateway.token();
      await gateway.admin("/clock", { action: "advance", minutes: 31 });
      const { paymentSource: _, ...rest } = cardPayment();
      const { json } = await gateway.pay({ ...rest, paymentSource: { type: "token", value } });
      expect(json.errors).toEqual({ "paymentSource.value": "has expired" });
    });

    it.each([
      {},
      { action: "stop" },
      { action: "set" },
      { action: "set", to: "tomorrow" },
      { action: "advance", days: -1 },
      { action: "advance", days: 1e9 },
      { action: "advance", weeks: 1 },
    ])("refuses %j", async (body) => {
      expect((await gateway.admin("/clock", body)).status).toBe(400);
    });
  });

  it("lists notifications with their attempts, and sends one again", async () => {
    gateway.receiver = () => 500;
    const { json } = await gateway.pay(cardPayment());
    await gateway.admin("/clock", { action: "advance", days: 1 });
    const { orderId } = json.payment;
    const [listed] = (await gateway.admin(`/notifications?order=${orderId}`)).json.data;
    expect(listed).toMatchObject({ merchant, orderId, status: "exhausted", dueAt: null });
    expect(bodyAsDocument(listed.body)).toEqual(json);
    expect(listed.attempts).toHaveLength(6);
    expect(listed.attempts[0]).toMatchObject({ number: 1, status: 500, error: "answered 500" });
    gateway.receiver = () => 200;
    gateway.received.length = 0;
    const replayed = await gateway.admin(`/notifications/${listed.id}/replay`, {});
    expect(replayed.json).toMatchObject({ id: listed.id, status: "delivered" });
    expect(gateway.received.map(({ headers }) => headers.get("X-Delivery-Attempt"))).toEqual(["7"]);
    expect(gateway.received[0]?.headers.get("X-Delivery-ID")).toBe(listed.id);
    expect((await gateway.admin("/notifications?order=1")).json.data).toEqual([]);
    for (const id of ["x", "00000000-0000-0000-0000-000000000000"]) {
      expect((await gateway.admin(`/notifications/${id}/replay`, {})).status).toBe(404);
    }
  });

  it("lists every payment and notification of a consumer, page by page, with what a shop reconciles by", async () => {
    const { apiKey, merchantId, sku } = (await gateway.admin("/merchants", {})).json;
    const [consumer, other] = [newConsumer(), newConsumer()];
    const url = { ipnUrl: "https://shop.test/ipn", redirectUrl: "https://shop.test/return" };
    const made: string[] = [];
    for (const [index, payer] of [consumer, other, consumer, consumer, consumer, consumer].entries()) {
      const body = cardPayment({}, { consumer: payer, sku: { name: sku }, url, metadata: { order: index } });
      const { json } = await gateway.pay(body, { Authorization: apiKey });
      if (payer === consumer) made.unshift(json.payment.transactionId);
    }
    for (const list of ["payments", "notifications"]) {
      for (const name of ["externalId", "email"]) {
        const query = `merchant=${merchantId}&limit=2&consumer=${encodeURIComponent(String(consumer[name]))}`;
        const seen: string[] = [];
        let after: string | null = "";
        for (let page = 0; page < 5 && after !== null; page++) {
          const { json } = await gateway.admin(`/${list}?${query}${after && `&after=${after}`}`);
          for (const one of json.data) seen.push(one.transactionId);
          after = json.next;
        }
        expect([list, name, after, seen]).toEqual([list, name, null, made]);
      }
    }
    const [latest] = (await gateway.admin(`/payments?merchant=${merchantId}`)).json.data;
    expect(latest).toMatchObject({
      amount: 24.9,
      currency: "EUR",
      metadata: { order: 5 },
      ...url,
      consumer: { externalId: consumer["externalId"], email: consumer["email"] },
    });
    expect((await gateway.admin(`/payments?consumer=${latest.consumer.id}`)).json.data).toHaveLength(5);
    for (const unknown of ["payments?after=x", "notifications?after=x", "payments?consumer=nobody"])
      expect((await gateway.admin(`/${unknown}`)).json).toEqual({ data: [], next: null });
  });

  it("lists payments with their 3D Secure results", async () => {
    const cards = [
      "4242424242424242",
      "4000000000002701",
      "4000000000002719",
      "4000000000002313",
      "4000000000002503",
    ];
    const consumer = newConsumer();
    for (const number of cards) await gateway.pay(cardPayment({ number }, { consumer }));
    await gateway.pay(cardPayment({ "3ds": false }, { consumer }));
    const { json } = await gateway.admin("/payments?limit=6");
    expect(json.data.map((payment: { threeDs: unknown }) => payment.threeDs).reverse()).toEqual([
      { status: "not-enrolled" },
      { status: "authenticated" },
      { status: "attempted" },
      { status: "unavailable" },
      { status: "pending" },
      null,
    ]);
  });

  describe("rules", () => {
    const order = (rule: object) => gateway.admin("/rules", { merchant, ...rule });
    const outcome = (code: string) => ({ type: "outcome", code });

    it("force an outcome exactly n times", async () => {
      expect((await order({ effect: outcome("5051"), times: 2 })).status).toBe(201);
      const codes = [];
      for (let count = 0; count < 3; count++)
        codes.push((await gateway.pay(cardPayment())).json.payment.code);
      expect(codes).toEqual(["5051", "5051", "0"]);
      expect((await gateway.admin("/rules")).json.data).toEqual([]);
    });

    it("are refused if they could never apply", async () => {
      const made = await order({ effect: { type: "auth" } });
      if (!sandbox.isDocument) return expect(made.status).toBe(201);
      expect([made.status, Object.keys(made.json.errors)]).toEqual([400, ["effect.type"]]);
      expect((await gateway.admin("/rules")).json.data).toEqual([]);
    });

    it.each([
      ["consumer", { consumer: "rule-shopper" }],
      ["amount", { amount: 77.7, currency: "EUR" }],
      ["card", { card: "5555555555554444" }],
    ])("apply to one %s only", async (name, match) => {
      const made = await order({ match, effect: outcome("1001") });
      expect(JSON.stringify(made.json)).not.toContain("5555555555554444");
      expect((await gateway.pay(cardPayment())).json.payment.code).toBe("0");
      const consumer = { ...newConsumer(), ...(name === "consumer" && { externalId: "rule-shopper" }) };
      const number = name === "card" ? "5555555555554444" : "4242424242424242";
      const sku = name === "amount" ? siteSku(77.7) : siteSku(10);
      const hit = await gateway.pay(cardPayment({ number }, { consumer, sku }));
      expect(hit.json.payment.code).toBe("1001");
      expect(await gateway.dump()).not.toContain("5555555555554444");
    });

    it("answer with an error, before the work or after it", async () => {
      await order({ match: { path: "/payment" }, effect: { type: "answer", status: 503 } });
      await order({ effect: { type: "answer", status: 500, after: true } });
      const headers = { "X-Request-ID": "rule-after" };
      const body = cardPayment();
      expect((await gateway.pay(body)).status).toBe(503);
      await gateway.runDue();
      expect(gateway.received).toEqual([]);
      expect((await gateway.pay(body, headers)).status).toBe(500);
      await gateway.runDue();
      expect(gateway.received).toHaveLength(1);
      // The work was done: the same id gets its response.
      expect((await gateway.pay(body, headers)).json.payment.orderId).toBe(
        gateway.received[0]?.json.payment.orderId,
      );
    });

    it("apply to one path only: that of tokens, which names no merchant, or that of payments", async () => {
      const effect = { type: "answer", status: 503 };
      await order({ match: { path: "/tokenize", card: testCard.number }, effect });
      const other = { ...testCard, number: "4111111111111111" };
      expect((await gateway.pay(cardPayment())).status).toBe(201);
      expect((await gateway.post("/tokenize", other)).status).toBe(201);
      expect((await gateway.post("/tokenize", testCard)).status).toBe(503);
      expect((await gateway.post("/tokenize", testCard)).status).toBe(201);
      await order({ match: { path: "/payment" }, effect });
      expect((await gateway.post("/tokenize", testCard)).status).toBe(201);
      expect((await gateway.pay(cardPayment())).status).toBe(503);
    });

    it("are not used up by a request that is refused for another reason", async () => {
      await order({ match: { path: "/payment" }, effect: { type: "answer", status: 500, after: true } });
      expect((await gateway.pay(cardPayment({ cvv: "1" }))).status).toBe(400);
      expect((await gateway.pay("{")).status).toBe(400);
      expect((await gateway.pay(cardPayment())).status).toBe(500);
      expect((await gateway.pay(cardPayment())).status).toBe(201);
    });

    it("answer late, by the machine's clock", async () => {
      await order({ effect: { type: "answer", delayMs: 300 } });
      const startedAt = performance.now();
      expect((await gateway.pay(cardPayment())).status).toBe(201);
      // A timer may fire slightly early.
      expect(performance.now() - startedAt).toBeGreaterThan(290);
    });

    it("apply to later requests only, and only one of many concurrent requests gets the last use", async () => {
      expect((await gateway.pay(cardPayment())).json.payment.code).toBe("0");
      await order({ effect: outcome("5051"), times: 3 });
      const answers = await Promise.all(Array.from({ length: 8 }, () => gateway.pay(cardPayment())));
      const codes = answers.map(({ json }) => json.payment.code).sort();
      expect(codes).toEqual([...Array.from({ length: 5 }, () => "0"), "5051", "5051", "5051"]);
    });

    it("get their use back from a refused payment, and can be deleted", async () => {
      const { json } = await order({ effect: outcome("5051") });
      expect((await gateway.pay(cardPayment({}, { sku: { name: "unknown" } }))).status).toBe(400);
      expect((await gateway.admin(`/rules?merchant=${merchant}`)).json.data).toMatchObject([
        { remaining: 1 },
      ]);
      expect((await gateway.admin(`/rules/${json.id}`, undefined, "DELETE")).status).toBe(200);
      expect((await gateway.admin(`/rules/${json.id}`, undefined, "DELETE")).status).toBe(404);
      expect((await gateway.pay(cardPayment())).json.payment.code).toBe("0");
    });

    it.each([
      { effect: outcome("9999") },
      { effect: { type: "answer", status: 201 } },
      { effect: { type: "notification", mode: "lose" } },
      { effect: outcome("0"), times: 0 },
      { effect: outcome("0"), match: { shoes: 1 } },
    ])("%j is refused", async (rule) => {
      expect((await order(rule)).status).toBe(400);
    });

    it("are refused for an unknown merchant", async () => {
      expect((await gateway.admin("/rules", { merchant: 999_999, effect: outcome("0") })).status).toBe(404);
    });
  });

  it("refuses an impossible id in the same way as an unknown id", async () => {
    const operations: readonly AdminOperation[] = Object.values(adminOperations);
    const withId = operations.filter((one) => one.path.includes("{") && one !== adminOperations.chargeBack);
    for (const id of ["0", "9999999999", "999999999999999", "9999999999999999999", "one"]) {
      for (const { path, method } of withId) {
        const at = path.replace("/admin", "").replace(/\{\w+\}/, id);
        expect([at, (await gateway.admin(at, undefined, method)).status]).toEqual([at, 404]);
      }
    }
    expect((await gateway.admin("/payments?merchant=9999999999")).status).toBe(404);
  });

  it("creates many merchants at once, each with a different id", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => gateway.admin("/merchants", {})));
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(made.map(({ json }) => json.merchantId)).size).toBe(20);
    for (const { json } of made) {
      const body = cardPayment({}, { sku: { name: json.sku } });
      expect((await gateway.pay(body, { Authorization: json.apiKey })).status).toBe(201);
    }
  });

  it("creates isolated merchants, and resets one of them", async () => {
    const made = (await gateway.admin("/merchants", {})).json;
    const other = (await gateway.admin("/merchants", {})).json;
    expect(new Set([made.merchantId, other.merchantId, merchant]).size).toBe(3);
    const pay = (owner: typeof made, consumer: object) =>
      gateway.pay(cardPayment({}, { sku: { name: owner.sku }, consumer }), { Authorization: owner.apiKey });
    const consumer = newConsumer();
    const [one, two] = [await pay(made, consumer), await pay(other, consumer)];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.json.consumer.id).not.toBe(two.json.consumer.id);
    await gateway.admin("/rules", { merchant: made.merchantId, effect: { type: "outcome", code: "5051" } });
    expect((await pay(other, consumer)).json.payment.code).toBe("0");

    await gateway.runDue();
    expect((await gateway.admin(`/merchants/${made.merchantId}/reset`, {})).status).toBe(200);
    const left = async (owner: typeof made) =>
      (await gateway.admin(`/notifications?merchant=${owner.merchantId}`)).json.data.length;
    expect([await left(made), await left(other)]).toEqual([0, 2]);
    const again = await pay(made, consumer);
    expect(again.json.payment.code).toBe("0");
    expect(again.json.consumer.id).not.toBe(one.json.consumer.id);
    expect((await gateway.admin("/merchants/999999/reset", {})).status).toBe(404);
  });
});

describe("the admin API of a running sandbox", () => {
  it("answers its own machine, and nobody else unless a setting allows it [T-S3]", async () => {
    const sandbox = await startSandbox({ port: 0, adminToken: "own-token" });
    const headers = { Authorization: `Bearer ${sandbox.adminToken}` };
    expect((await fetch(`${sandbox.url}/admin/clock`, { headers })).status).toBe(200);
    // Behind a proxy on this machine, every caller has a loopback address.
    for (const name of ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Proto"]) {
      const forwarded = { ...headers, [name]: "203.0.113.9" };
      expect((await fetch(`${sandbox.url}/admin/clock`, { headers: forwarded })).status, name).toBe(403);
    }
    await sandbox.close();
    const open = await startSandbox({ port: 0, adminToken: "own-token", adminFrom: "anywhere" });
    const forwarded = { ...headers, "X-Forwarded-For": "203.0.113.9" };
    expect((await fetch(`${open.url}/admin/clock`, { headers: forwarded })).status).toBe(200);
    await open.close();
    const [pglite] = testDatabases;
    if (!pglite) throw new Error("There is always PGlite.");
    const gateway = await openGateway(pglite);
    const from = (remoteAddress: string) =>
      gateway.requestFrom("/admin/clock", { incoming: { socket: { remoteAddress } } });
    expect(await from("127.0.0.1")).toBe(200);
    expect(await from("::ffff:127.0.0.1")).toBe(200);
    expect(await from("::1")).toBe(200);
    expect(await from("192.0.2.9")).toBe(403);
    expect(await from("::ffff:192.0.2.9")).toBe(403);
    await gateway.close();
  });
});
