import { paymentAccount } from "@cardpane/gateway";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { walletAccounts } from "../db/schema-wallet.ts";
import { openGateway, type TestGateway, testSandboxes } from "../testing/gateway.ts";
import { type Calls, callsAs, newUser } from "../testing/wallet.ts";

const path = "/api/v1/payment-account";
const wallet = { system: "cardpane", method: "wallet" };

describe.each(testSandboxes)("payment accounts on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let merchant: Calls;
  let clientId: number;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
    merchant = callsAs(gateway);
  });
  beforeEach(async () => {
    clientId = (await merchant("POST", "/api/v1/user", newUser())).json.userId;
  });
  afterAll(() => gateway.close());

  async function create(rest: Record<string, unknown> = {}) {
    const { status, json } = await merchant("POST", path, { clientId, currency: "EUR", ...wallet, ...rest });
    expect([status, paymentAccount.safeParse(json).error]).toEqual([201, undefined]);
    return json;
  }
  const get = (id: number) => merchant("GET", `${path}/${id}`, { clientId });
  const update = (id: number, change: Record<string, unknown>) =>
    merchant("PUT", `${path}/${id}`, { clientId, ...change });
  const now = () => ({
    date: `${new Date(gateway.now).toISOString().slice(0, -1).replace("T", " ")}000`,
    timezone_type: 3,
    timezone: "UTC",
  });

  it("are created with every field of section 2.9, and with the default of each omitted field", async () => {
    const json = await create();
    expect(json).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      user_id: clientId,
      name: "EUR",
      type: "fiat",
      description: null,
      balance: 0,
      currency: "EUR",
      method: "wallet",
      account_number: null,
      brand: null,
      expiration_month: null,
      expiration_year: null,
      is_active: true,
      autoreload: false,
      autoreload_amount: null,
      autoreload_min_amount: null,
      is_notify: false,
      notify_amount: null,
      created_at: now(),
      updated_at: now(),
      last_used: null,
      payment_system: "cardpane",
    });
    expect((await get(json.id)).json).toEqual(json);
  });

  it("are created with the fields of the call, and show their webhook in listings", async () => {
    const given = { name: "Bonus", description: "Given", type: "promo", currency: "JPY", method: "gift" };
    const json = await create({ ...given, webhookUrl: "https://shop.test/hook" });
    expect(json).toMatchObject(given);
    for (const name of ["webhook_url", "decimals"]) expect(json).not.toHaveProperty(name);
    const { json: list } = await merchant("GET", path, { clientId });
    expect(list).toEqual([{ ...json, webhook_url: "https://shop.test/hook" }]);
  });

  it.each([
    ["JPY", 1234, 1234],
    ["KWD", 1234, 1.234],
  ])("show a balance in %s of %d minor units as %d", async (currency, balanceMinor, balance) => {
    const { id } = await create({ currency });
    const lastUsedAt = new Date(gateway.now);
    const card = {
      maskedNumber: "424242******4242",
      brand: "visa",
      expirationMonth: 1,
      expirationYear: 2031,
    };
    await gateway.database.db
      .update(walletAccounts)
      .set({ balanceMinor, lastUsedAt, ...card })
      .where(eq(walletAccounts.id, id));
    expect((await get(id)).json).toMatchObject({
      balance,
      last_used: now(),
      account_number: "424242******4242",
      brand: "visa",
      expiration_month: 1,
      expiration_year: 2031,
    });
  });

  it("can be filtered by every field, and are listed oldest first", async () => {
    const ids = [
      (await create()).id,
      (await create({ currency: "USD", system: "other" })).id,
      (await create({ type: "promo" })).id,
    ];
    await update(ids[0], { isAutoReload: true, autoReloadAmount: 10, autoReloadMinAmount: 1 });
    await update(ids[1], { isActive: false });
    await update(ids[2], { isNotify: true, notifyAmount: 1 });
    const places = async (filter: Record<string, unknown>) => {
      const { status, json } = await merchant("GET", path, { clientId, ...filter });
      expect(status).toBe(200);
      return json.map(({ id }: { id: number }) => ids.indexOf(id)).join("");
    };
    const cases: [Record<string, unknown>, string][] = [
      [{}, "012"],
      [{ system: "other" }, "1"],
      [{ system: "Other" }, ""],
      [{ currency: "EUR" }, "02"],
      [{ currency: "GBP" }, ""],
      [{ isActive: true }, "02"],
      [{ isActive: false }, "1"],
      [{ isAutoReload: true }, "0"],
      [{ isAutoReload: false }, "12"],
      [{ isNotify: true }, "2"],
      [{ isNotify: false }, "01"],
      [{ type: "fiat" }, "01"],
      [{ type: "promo" }, "2"],
      [{ currency: "EUR", type: "fiat", isActive: true }, "0"],
    ];
    for (const [filter, expected] of cases)
      expect([filter, await places(filter)]).toEqual([filter, expected]);
  });

  describe("are updated", () => {
    it("in the fields of the call, and stay the same in all others", async () => {
      const { id, created_at } = await create({
        name: "One",
        description: "First",
        webhookUrl: "https://a.test/",
      });
      gateway.now += 1000;
      const given = {
        name: "Two",
        description: null,
        isActive: false,
        isAutoReload: true,
        autoReloadAmount: 25.5,
        autoReloadMinAmount: 0,
        isNotify: true,
        notifyAmount: 3.01,
        webhookUrl: "https://b.test/",
      };
      const { status, json } = await update(id, given);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        name: "Two",
        description: null,
        is_active: false,
        autoreload: true,
        autoreload_amount: 25.5,
        autoreload_min_amount: 0,
        is_notify: true,
        notify_amount: 3.01,
        created_at,
        updated_at: now(),
      });
      expect((await update(id, {})).json).toEqual({ ...json, updated_at: now() });
      const [listed] = (await merchant("GET", path, { clientId })).json;
      expect(listed.webhook_url).toBe("https://b.test/");
      await update(id, { webhookUrl: null, isAutoReload: false, isNotify: false });
      const [after] = (await merchant("GET", path, { clientId })).json;
      // A setting that is switched off keeps its amounts, to be switched on again.
      expect(after).toMatchObject({
        webhook_url: null,
        autoreload: false,
        autoreload_amount: 25.5,
        is_notify: false,
        notify_amount: 3.01,
      });
      expect((await update(id, { isAutoReload: true, isNotify: true })).status).toBe(200);
    });

    const required = { autoReloadAmount: "is required for autoreload" };
    const alsoRequired = { autoReloadMinAmount: "is required for autoreload" };
    it.each<[object, object]>([
      [{ isAutoReload: true }, { ...required, ...alsoRequired }],
      [{ isAutoReload: true, autoReloadAmount: 5 }, alsoRequired],
      [{ isAutoReload: true, autoReloadMinAmount: 5 }, required],
      [{ isNotify: true }, { notifyAmount: "is required for notices of a low balance" }],
    ])("never by %j", async (change, errors) => {
      const account = await create();
      const refused = await update(account.id, { name: "Changed", ...change });
      expect([refused.status, refused.json]).toEqual([400, { message: "Bad Request", errors }]);
      expect((await get(account.id)).json).toEqual(account);
    });

    it("by amounts with as many decimals as their currency has", async () => {
      const { id } = await create({ currency: "JPY" });
      const { id: inDinars } = await create({ currency: "KWD" });
      for (const field of ["autoReloadAmount", "autoReloadMinAmount", "notifyAmount"]) {
        expect((await update(inDinars, { [field]: 0.001 })).status).toBe(200);
        const { status, json } = await update(id, { [field]: 0.5 });
        expect([status, json.errors]).toEqual([
          400,
          { [field]: expect.stringMatching(/^must have at most 0 decimals in this currency$/) },
        ]);
      }
    });

    it("never to a promo account with autoreload", async () => {
      const { id } = await create({ type: "promo" });
      const amounts = { autoReloadAmount: 5, autoReloadMinAmount: 1 };
      const { status, json } = await update(id, { isAutoReload: true, ...amounts });
      expect([status, json.errors]).toEqual([
        400,
        { isAutoReload: "is not possible for an account of type promo" },
      ]);
      expect((await update(id, { isNotify: true, notifyAmount: 5 })).status).toBe(200);
    });

    it("one after the other, so that no change is lost", async () => {
      const { id } = await create();
      await Promise.all([
        update(id, { autoReloadAmount: 5 }),
        update(id, { autoReloadMinAmount: 1 }),
        update(id, { notifyAmount: 2 }),
        update(id, { name: "Named" }),
      ]);
      expect((await get(id)).json).toMatchObject({
        autoreload_amount: 5,
        autoreload_min_amount: 1,
        notify_amount: 2,
        name: "Named",
      });
    });
  });
});
