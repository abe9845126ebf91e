import { createUserResult, walletUser } from "@cardpane/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openGateway, type TestGateway, testSandboxes } from "../testing/gateway.ts";
import { type Calls, callsAs, codeOf, newUser, otherMerchant } from "../testing/wallet.ts";

const dayMs = 24 * 3_600_000;

describe.each(testSandboxes)("wallet users on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let merchant: Calls;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
    merchant = callsAs(gateway);
  });
  afterAll(() => gateway.close());

  const create = async (rest: Record<string, unknown> = {}) => {
    const { json } = await merchant("POST", "/api/v1/user", newUser(rest));
    return json;
  };
  const momentOf = (ms: number) => ({
    date: `${new Date(ms).toISOString().slice(0, -1).replace("T", " ")}000`,
    timezone_type: 3,
    timezone: "UTC",
  });

  it("are created with an authenticator, and with the default of each omitted field", async () => {
    const user = newUser();
    const { status, json } = await merchant("POST", "/api/v1/user", user);
    expect(status).toBe(201);
    expect(createUserResult.parse(json)).toEqual(json);
    expect(json).toEqual({
      userId: expect.any(Number),
      email: user.email,
      type: "customer",
      activated: false,
      blocked: false,
      oauthUrl: expect.stringMatching(
        /^otpauth:\/\/totp\/Cardpane%20sandbox:user-\d+%40shop\.test\?issuer=Cardpane%20sandbox&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
      ),
      paymentAccounts: {},
    });
    const got = await merchant("GET", `/api/v1/user/${json.userId}`);
    expect(got.status).toBe(200);
    expect(walletUser.parse(got.json)).toEqual(got.json);
    expect(got.json).toEqual({
      id: json.userId,
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      email: user.email,
      type: "customer",
      externalUserId: user.externalUserId,
      isActivated: false,
      isBlocked: false,
      createdAt: momentOf(gateway.now),
      updatedAt: momentOf(gateway.now),
      blockedAt: null,
    });
  });

  it("are created together with accounts, in order and with their decimals", async () => {
    const paymentAccounts = [
      { currency: "JPY", system: "cardpane", method: "wallet", type: "fiat" },
      {
        name: "Bonus",
        description: "Given",
        currency: "KWD",
        system: "other",
        method: "card",
        type: "promo",
        webhookUrl: "https://shop.test/hook",
      },
    ];
    const json = await create({ type: "vip", isActivated: true, isBlocked: true, paymentAccounts });
    expect(json).toMatchObject({ type: "vip", activated: true, blocked: true });
    expect(createUserResult.safeParse(json).success).toBe(true);
    expect(json.paymentAccounts).toEqual({
      "0": expect.objectContaining({
        user_id: json.userId,
        name: "JPY",
        currency: "JPY",
        decimals: 0,
        balance: 0,
        type: "fiat",
      }),
      "1": expect.objectContaining({
        name: "Bonus",
        description: "Given",
        currency: "KWD",
        decimals: 3,
        method: "card",
        payment_system: "other",
        type: "promo",
      }),
    });
    expect(json.paymentAccounts["1"]).not.toHaveProperty("webhook_url");
    expect((await merchant("GET", `/api/v1/user/${json.userId}`)).json).toMatchObject({
      isBlocked: true,
      blockedAt: momentOf(gateway.now),
    });
  });

  it("are created completely or not at all", async () => {
    const accounts = { paymentAccounts: [{ currency: "EUR", system: "cardpane", method: "wallet" }] };
    const user = newUser(accounts);
    expect((await merchant("POST", "/api/v1/user", user)).status).toBe(201);
    const before = await gateway.dump();
    expect((await merchant("POST", "/api/v1/user", user)).status).toBe(409);
    expect(await gateway.dump()).toBe(before);
  });

  it("have an address and an external id that no other user of the merchant has", async () => {
    const user = newUser();
    await merchant("POST", "/api/v1/user", user);
    const taken = "is taken by another user";
    const refusals: [Record<string, unknown>, Record<string, string>][] = [
      [user, { email: taken, externalUserId: taken }],
      [{ ...user, externalUserId: "another" }, { email: taken }],
      [{ ...user, email: user.email.toUpperCase(), externalUserId: "another" }, { email: taken }],
      [{ ...user, email: "another@shop.test" }, { externalUserId: taken }],
    ];
    for (const [body, errors] of refusals) {
      const { status, json } = await merchant("POST", "/api/v1/user", body);
      expect([status, json]).toEqual([409, { message: "Conflict", errors }]);
    }
    const other = await otherMerchant(gateway);
    expect((await other.calls("POST", "/api/v1/user", user)).status).toBe(201);
  });

  it("do not exist for another merchant", async () => {
    const { userId } = await create();
    const { calls } = await otherMerchant(gateway);
    const path = `/api/v1/user/${userId}`;
    expect((await calls("GET", path)).status).toBe(404);
    expect((await calls("PUT", path, { isActivated: true })).status).toBe(404);
    expect((await calls("POST", `${path}/oauth-url`)).status).toBe(404);
    expect((await calls("GET", "/api/v1/user")).json.data).toEqual({});
  });

  describe("are updated", () => {
    const update = (id: number, body: Record<string, unknown>) => merchant("PUT", `/api/v1/user/${id}`, body);

    it("in the fields of the call, and stay the same in all others", async () => {
      const { userId } = await create();
      gateway.now += 1000;
      const { status, json } = await update(userId, {
        isActivated: true,
        type: "vip",
        externalUserId: `changed-${userId}`,
      });
      expect(status).toBe(200);
      expect(walletUser.safeParse(json).success).toBe(true);
      const changed = { isActivated: true, type: "vip", externalUserId: `changed-${userId}` };
      expect(json).toMatchObject({ ...changed, isBlocked: false, updatedAt: momentOf(gateway.now) });
      expect(json.createdAt).toEqual(momentOf(gateway.now - 1000));
      const { json: again } = await update(userId, { isActivated: false });
      expect(again).toMatchObject({ ...changed, isActivated: false });
    });

    it("with a block that is set once and cleared", async () => {
      const { userId } = await create();
      const since = momentOf(gateway.now);
      const blocked = await update(userId, { isActivated: true, isBlocked: true });
      expect(blocked.json).toMatchObject({ isBlocked: true, blockedAt: since });
      gateway.now += 1000;
      expect((await update(userId, { isActivated: true, isBlocked: true })).json.blockedAt).toEqual(since);
      expect((await update(userId, { isActivated: true })).json.blockedAt).toEqual(since);
      const freed = await update(userId, { isActivated: true, isBlocked: false });
      expect(freed.json).toMatchObject({ isBlocked: false, blockedAt: null });
    });

    it("never to an external id that another user has", async () => {
      const [one, two] = [newUser(), newUser()];
      const { json } = await merchant("POST", "/api/v1/user", one);
      await merchant("POST", "/api/v1/user", two);
      const taken = await update(json.userId, { isActivated: true, externalUserId: two.externalUserId });
      expect([taken.status, Object.keys(taken.json.errors)]).toEqual([409, ["externalUserId"]]);
      const own = await update(json.userId, { isActivated: true, externalUserId: one.externalUserId });
      expect([own.status, own.json.isActivated]).toEqual([200, true]);
    });
  });

  it("get a new authenticator, and the old one stops working at once, with every token", async () => {
    const { userId, email, oauthUrl } = await create();
    gateway.now += dayMs;
    const login = (url: string) =>
      merchant("POST", "/api/v1/auth", { email, code: codeOf(url, gateway.now) });
    const session = await login(oauthUrl);
    expect(session.status).toBe(200);
    gateway.now += 60_000;
    const { status, json } = await merchant("POST", `/api/v1/user/${userId}/oauth-url`);
    expect([status, json]).toEqual([
      200,
      { userId, email, activated: true, blocked: false, oauthUrl: expect.stringMatching(/^otpauth:/) },
    ]);
    expect(json.oauthUrl).not.toBe(oauthUrl);
    expect((await login(oauthUrl)).status).toBe(401);
    const customer = callsAs(gateway, `Bearer ${session.json.accessToken}`);
    expect((await customer("GET", `/api/v1/user/${userId}`)).status).toBe(401);
    const { refreshToken } = session.json;
    expect((await merchant("POST", `/api/v1/auth/${userId}/refresh`, { refreshToken })).status).toBe(401);
    expect((await login(json.oauthUrl)).status).toBe(200);
  });

  it("keep their authenticators' secrets sealed, also in responses kept for X-Request-ID", async () => {
    const headers = { "X-Request-ID": `secret-${Date.now()}` };
    const user = newUser();
    const { json, text } = await merchant("POST", "/api/v1/user", user, headers);
    expect((await merchant("POST", "/api/v1/user", user, headers)).text).toBe(text);
    const secret = String(new URL(json.oauthUrl).searchParams.get("secret"));
    const { json: next } = await merchant("POST", `/api/v1/user/${json.userId}/oauth-url`);
    const dump = await gateway.dump();
    for (const part of [secret, String(new URL(next.oauthUrl).searchParams.get("secret")), "otpauth"]) {
      expect(dump).not.toContain(part);
      expect(JSON.stringify(gateway.log)).not.toContain(part);
    }
  });
});
