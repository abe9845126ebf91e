import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../start.ts";
import { testDatabases } from "../testing/databases.ts";
import { cardPayment, demoMerchant, openGateway, type TestGateway, testCard } from "../testing/gateway.ts";
import { callsAs } from "../testing/wallet.ts";

const merchant = demoMerchant.merchantId;

describe.each(testDatabases)("the state of the gateway on $name", (database) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(database);
  });
  afterEach(async () => {
    await gateway.runDue();
    gateway.received.length = 0;
    await gateway.admin("/gateway", { state: "normal" });
    await gateway.admin("/gateway", { merchant, state: "normal" });
  });
  afterAll(() => gateway.close());
  const set = (entry: object) => gateway.admin("/gateway", entry);
  const pay = async () => (await gateway.pay(cardPayment())).status;
  const tokenize = async () => (await gateway.post("/tokenize", testCard)).status;

  it("is normal until it is set, and is listed while it is not normal", async () => {
    expect((await gateway.admin("/gateway")).json).toEqual({ data: [] });
    expect((await set({ merchant, state: "error" })).json).toEqual({ data: [{ merchant, state: "error" }] });
    expect((await set({ merchant, state: "normal" })).json).toEqual({ data: [] });
    expect(await pay()).toBe(201);
  });

  it.each([
    ["error", 500, null],
    ["limited", 429, "30"],
  ])("%s answers every call with %i, and does no work", async (state, status, retryAfter) => {
    await set({ state });
    const answer = await gateway.pay(cardPayment());
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([status, retryAfter]);
    expect([await tokenize(), (await callsAs(gateway)("GET", "/api/v1/user")).status]).toEqual([
      status,
      status,
    ]);
    await gateway.runDue();
    expect(gateway.received).toEqual([]);
  });

  it("for one merchant leaves tokenize and other merchants alone", async () => {
    const other = (await gateway.admin("/merchants", {})).json;
    await set({ merchant, state: "error" });
    expect([await pay(), await tokenize()]).toEqual([500, 201]);
    const others = await gateway.request("/ips", { headers: { Authorization: other.apiKey } });
    expect(others.status).toBe(200);
  });

  it("for one path leaves the others alone, and is taken back by a state for every path", async () => {
    await set({ path: "/tokenize", state: "limited" });
    expect([await pay(), await tokenize()]).toEqual([201, 429]);
    await set({ state: "normal" });
    expect([await pay(), await tokenize()]).toEqual([201, 201]);
  });

  it("of one merchant comes before that of all", async () => {
    await set({ state: "error" });
    await set({ merchant, state: "limited" });
    expect([await pay(), await tokenize()]).toEqual([429, 500]);
  });

  it("that fails after the work keeps the payment, and the same request gets its answer later", async () => {
    await set({ merchant, state: "error", after: true });
    const [body, headers] = [cardPayment(), { "X-Request-ID": "lost" }];
    expect((await gateway.pay(body, headers)).status).toBe(500);
    await gateway.runDue();
    await set({ merchant, state: "normal" });
    const { orderId } = (await gateway.pay(body, headers)).json.payment;
    expect(gateway.received.map(({ json }) => json.payment.orderId)).toEqual([orderId]);
  });

  it.each([
    [{ state: "asleep" }, 400],
    [{}, 400],
    [{ merchant: 999_999, state: "slow" }, 404],
  ])("%j is refused with %i", async (entry, status) => {
    expect((await set(entry)).status).toBe(status);
  });
});

describe("a running sandbox", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, adminToken: "own-token" });
  });
  afterAll(() => sandbox.close());
  const set = (entry: object) =>
    fetch(`${sandbox.url}/admin/gateway`, {
      method: "POST",
      headers: { Authorization: "Bearer own-token", "Content-Type": "application/json" },
      body: JSON.stringify(entry),
    });
  const listPayments = async () => {
    const headers = { Authorization: "Bearer own-token" };
    const answer = await fetch(`${sandbox.url}/admin/payments`, { headers });
    return ((await answer.json()) as { readonly data: readonly unknown[] }).data;
  };
  const listSenders = (init: RequestInit = {}) =>
    fetch(`${sandbox.url}/ips`, { ...init, headers: { Authorization: sandbox.merchant.apiKey } });

  it.each([
    ["reset", /ECONNRESET|closed/],
    ["html", undefined],
  ])("loses an answer once its work is done: %s", async (lost, failure) => {
    const ask = (path: string, body: object, key = "Bearer own-token") =>
      fetch(sandbox.url + path, {
        method: "POST",
        headers: { Authorization: key, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const effect = { type: "answer", after: true, lost };
    expect((await ask("/admin/rules", { merchant: 1001, match: { path: "/payment" }, effect })).status).toBe(
      201,
    );
    const pay = () => ask("/payment", cardPayment(), sandbox.merchant.apiKey);
    const before = (await listPayments()).length;
    if (failure) {
      const error = await pay().catch((thrown: unknown) => thrown);
      expect(String((error as Error).cause)).toMatch(failure);
    } else {
      const answer = await pay();
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
        502,
        expect.stringContaining("text/html"),
      ]);
    }
    expect(await listPayments()).toHaveLength(before + 1);
    expect((await pay()).status).toBe(201);
  });

  it("that is silent does not answer until the caller gives up, and then closes without waiting", async () => {
    await set({ state: "silent" });
    await expect(listSenders({ signal: AbortSignal.timeout(300) })).rejects.toThrow("timeout");
    await set({ state: "normal" });
    expect((await listSenders()).status).toBe(200);
  });

  it("that is slow answers after 4 s", async () => {
    await set({ state: "slow" });
    const startedAt = performance.now();
    expect((await listSenders()).status).toBe(200);
    // A timer may fire slightly early.
    expect(performance.now() - startedAt).toBeGreaterThan(3_990);
  });
});
