import { tokenPair } from "@cardpane/gateway";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findRow } from "../db/rows.ts";
import { walletTokens } from "../db/schema-wallet.ts";
import { sweepExpired } from "../sweep.ts";
import { type Answered, openGateway, type TestGateway, testSandboxes } from "../testing/gateway.ts";
import { type Calls, callsAs, codeOf, newUser, otherMerchant } from "../testing/wallet.ts";

const stepMs = 30_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface User {
  readonly userId: number;
  readonly email: string;
  readonly oauthUrl: string;
}

describe.each(testSandboxes)("a customer's login on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let merchant: Calls;
  let user: User;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
    merchant = callsAs(gateway);
  });
  beforeEach(async () => {
    user = (await merchant("POST", "/api/v1/user", newUser())).json;
  });
  afterAll(() => gateway.close());

  const login = (code: string, email = user.email, calls = merchant) =>
    calls("POST", "/api/v1/auth", { email, code });
  const rightCode = (shiftMs = 0) => codeOf(user.oauthUrl, gateway.now + shiftMs);
  /** A code that is invalid at this time: it is not the current code, and not that of a neighbouring step. */
  function wrongCode(): string {
    const good = [-stepMs, 0, stepMs].map((shift) => rightCode(shift));
    return ["000000", "111111", "222222", "333333"].find((code) => !good.includes(code)) ?? "";
  }
  const act = (accessToken: string) =>
    callsAs(gateway, `Bearer ${accessToken}`)("GET", `/api/v1/user/${user.userId}`);
  const statusesOf = (answers: readonly Answered[]) => answers.map(({ status }) => status).sort();

  it("returns a pair of tokens for the customer, and activates the user", async () => {
    const { status, json } = await login(rightCode());
    expect(status).toBe(200);
    expect(tokenPair.parse(json)).toEqual(json);
    expect(json).toEqual({
      tokenType: "Bearer",
      expiresIn: 3600,
      accessToken: expect.stringMatching(/^access_[\w-]{32}$/),
      refreshToken: expect.stringMatching(/^refresh_[\w-]{32}$/),
    });
    const got = await act(json.accessToken);
    expect([got.status, got.json.id, got.json.isActivated]).toEqual([200, user.userId, true]);
  });

  it("accepts the address in any case", async () => {
    expect((await login(rightCode(), user.email.toUpperCase())).status).toBe(200);
  });

  it.each([
    ["of the step before", -stepMs, 200],
    ["of the step after", stepMs, 200],
    ["of two steps before", -2 * stepMs, 401],
    ["of two steps after", 2 * stepMs, 401],
  ])("by a code %s, %i ms away, is answered %i", async (_, shift, status) => {
    expect((await login(rightCode(shift))).status).toBe(status);
  });

  it("uses the sandbox's clock, wherever it was moved", async () => {
    const before = rightCode();
    await gateway.admin("/clock", { action: "advance", days: 400 });
    const { now, offsetMs } = (await gateway.admin("/clock")).json;
    expect(Date.parse(now)).toBe(gateway.now + offsetMs);
    expect((await login(before)).status).toBe(401);
    const { json, status } = await login(rightCode(offsetMs));
    expect(status).toBe(200);
    await gateway.admin("/clock", { action: "reset" });
    // A move back in time locks no user out: a code of that time is valid.
    expect((await login(rightCode())).status).toBe(200);
    expect((await act(json.accessToken)).status).toBe(200);
  });

  describe("by a code that was used", () => {
    it("is refused, within its own step and the next", async () => {
      const code = rightCode();
      expect((await login(code)).status).toBe(200);
      expect((await login(code)).status).toBe(401);
      gateway.now += stepMs;
      expect((await login(code)).status).toBe(401);
      expect((await login(rightCode())).status).toBe(200);
    });

    it("is refused after the clock was moved back, logged in at an earlier time, and moved on again", async () => {
      const start = gateway.now;
      gateway.now = start + hourMs;
      const late = rightCode();
      expect((await login(late)).status).toBe(200);
      gateway.now = start;
      const early = rightCode();
      expect((await login(early)).status).toBe(200);
      gateway.now = start + hourMs;
      expect((await login(late)).status).toBe(401);
      expect((await login(rightCode(stepMs))).status).toBe(200);
      gateway.now = start;
      expect((await login(early)).status).toBe(401);
    });

    it("leaves the unused code of the step before valid", async () => {
      expect((await login(rightCode())).status).toBe(200);
      expect((await login(rightCode(-stepMs))).status).toBe(200);
      expect((await login(rightCode(-stepMs))).status).toBe(401);
    });

    it("succeeds once, for any number of concurrent requests", async () => {
      const code = rightCode();
      const answers = await Promise.all(Array.from({ length: 20 }, () => login(code)));
      const ok = answers.filter(({ status }) => status === 200);
      expect(ok).toHaveLength(1);
      expect(new Set(statusesOf(answers))).toEqual(new Set([200, 401, 429]));
    });
  });

  describe("that fails", () => {
    it("reveals nothing: a wrong code, an unknown address and another merchant's user get the same answer", async () => {
      const other = await otherMerchant(gateway);
      const answers = [
        await login(wrongCode()),
        await login(rightCode(), "nobody@shop.test"),
        await login(rightCode(), user.email, other.calls),
        await login("abcdef"),
        await login("١٢٣٤٥٦"),
      ];
      for (const { status, text } of answers) {
        expect([status, text]).toEqual([401, '{"message":"Unauthorized","errors":{}}']);
      }
      expect(await gateway.dump()).not.toContain("nobody@shop.test");
    });

    it.each(["a user's", "nobody's"])(
      "five times in a row delays logins with %s address, even with the right code, and reports the wait",
      async (whose) => {
        const email = whose === "nobody's" ? `nobody-${user.userId}@shop.test` : user.email;
        for (let count = 0; count < 5; count++) {
          expect((await login(wrongCode(), email.toUpperCase())).status).toBe(401);
        }
        gateway.now += 12_000;
        const held = await login(rightCode(), email);
        expect([held.status, held.text, held.headers.get("Retry-After")]).toEqual([
          429,
          '{"message":"Too Many Requests","errors":{}}',
          "18",
        ]);
        gateway.now += 17_999;
        expect((await login(rightCode(), email)).headers.get("Retry-After")).toBe("1");
        gateway.now += 1;
        expect((await login(wrongCode(), email)).status).toBe(401);
        expect((await login(rightCode(), email)).headers.get("Retry-After")).toBe("60");
        gateway.now += 60_000;
        const isUser = whose === "a user's";
        expect((await login(rightCode(), email)).status).toBe(isUser ? 200 : 401);
        expect((await login(wrongCode(), email)).status).toBe(isUser ? 401 : 429);
      },
    );

    it("counts every concurrent guess", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => login(wrongCode())));
      expect(statusesOf(answers)).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
    });

    it("counts for one address of one merchant only, and is reset by a success or after a day", async () => {
      const other: User = (await merchant("POST", "/api/v1/user", newUser())).json;
      for (let count = 0; count < 5; count++) await login(wrongCode());
      expect((await login(rightCode())).status).toBe(429);
      expect((await login(codeOf(other.oauthUrl, gateway.now), other.email)).status).toBe(200);
      gateway.now += dayMs;
      await sweepExpired(gateway.database.db, new Date(gateway.now + 1));
      expect(await gateway.dump()).not.toMatch(/login_failures\n\(/);
      for (let count = 0; count < 4; count++) expect((await login(wrongCode())).status).toBe(401);
      expect((await login(rightCode())).status).toBe(200);
      for (let count = 0; count < 4; count++) expect((await login(wrongCode())).status).toBe(401);
    });

    it("because of a block is explained only with the right code, and causes no wait", async () => {
      await merchant("PUT", `/api/v1/user/${user.userId}`, { isActivated: true, isBlocked: true });
      expect((await login(wrongCode())).status).toBe(401);
      expect((await login(rightCode())).status).toBe(403);
      expect((await login(rightCode())).status).toBe(401);
    });
  });

  it("is kept for X-Request-ID and sealed; a 429 is not kept", async () => {
    const id = (name: string) => ({ "X-Request-ID": `${name}-${user.userId}` });
    const body = { email: user.email, code: rightCode() };
    const first = await merchant("POST", "/api/v1/auth", body, id("login"));
    expect((await merchant("POST", "/api/v1/auth", body, id("login"))).text).toBe(first.text);
    const dump = await gateway.dump();
    for (const token of [first.json.accessToken, first.json.refreshToken]) expect(dump).not.toContain(token);
    for (let count = 0; count < 5; count++) await login(wrongCode());
    gateway.now += 29_000;
    const later = { email: user.email, code: rightCode(stepMs) };
    expect((await merchant("POST", "/api/v1/auth", later, id("held"))).status).toBe(429);
    gateway.now += 1000;
    expect((await merchant("POST", "/api/v1/auth", later, id("held"))).status).toBe(200);
  });

  describe("can be inspected by QA", () => {
    const codeNow = () => gateway.admin(`/users/${user.userId}/code`);

    it("who gets the current code, its expiry, and whether it is used", async () => {
      const { status, json } = await codeNow();
      expect([status, json]).toEqual([
        200,
        {
          userId: user.userId,
          email: user.email,
          code: rightCode(),
          expiresAt: new Date((Math.floor(gateway.now / stepMs) + 1) * stepMs).toISOString(),
          isUsed: false,
        },
      ]);
      expect((await login(json.code)).status).toBe(200);
      expect((await codeNow()).json).toEqual({ ...json, isUsed: true });
      gateway.now += stepMs;
      expect((await codeNow()).json.isUsed).toBe(false);
    });

    it("who must name an existing user", async () => {
      for (const id of ["999999", "x", "1.5", "99999999999999999999"]) {
        expect((await gateway.admin(`/users/${id}/code`)).status).toBe(404);
      }
    });
  });

  it("leaves nothing behind after its merchant is reset", async () => {
    const one = await otherMerchant(gateway);
    const body = newUser({ paymentAccounts: [{ currency: "EUR", system: "cardpane", method: "wallet" }] });
    const { json } = await one.calls("POST", "/api/v1/user", body);
    await login("000000", body.email, one.calls);
    await login("000000", "nobody@reset.test", one.calls);
    const pair = await login(codeOf(json.oauthUrl, gateway.now), body.email, one.calls);
    const customer = callsAs(gateway, `Bearer ${pair.json.accessToken}`);
    const account = { currency: "USD", system: "cardpane", method: "wallet" };
    const kept = { "X-Request-ID": "before-the-reset" };
    expect((await customer("POST", "/api/v1/payment-account", account, kept)).status).toBe(201);
    expect((await gateway.admin(`/merchants/${one.merchantId}/reset`, {})).status).toBe(200);
    expect((await customer("GET", `/api/v1/user/${json.userId}`)).status).toBe(401);
    expect((await one.calls("GET", "/api/v1/user")).json.meta.total).toBe(0);
    const dump = await gateway.dump();
    expect(dump).not.toContain(body.email);
    expect(dump).not.toContain("before-the-reset");
    expect((await act((await login(rightCode())).json.accessToken)).status).toBe(200);
    expect((await one.calls("POST", "/api/v1/user", body)).status).toBe(201);
  });

  describe("gives tokens, which", () => {
    let pair: { accessToken: string; refreshToken: string };
    beforeEach(async () => {
      pair = (await login(rightCode())).json;
    });
    const refresh = (refreshToken: string, id = user.userId, calls = merchant) =>
      calls("POST", `/api/v1/auth/${id}/refresh`, { refreshToken });

    it("have an access token that is valid for an hour of the sandbox's clock", async () => {
      gateway.now += hourMs - 1;
      expect((await act(pair.accessToken)).status).toBe(200);
      gateway.now += 1;
      expect((await act(pair.accessToken)).status).toBe(401);
    });

    it("have a refresh token that can be exchanged for another pair for 30 days", async () => {
      gateway.now += 30 * dayMs - 1;
      const { status, json } = await refresh(pair.refreshToken);
      expect([status, tokenPair.safeParse(json).success]).toEqual([200, true]);
      expect(json.refreshToken).not.toBe(pair.refreshToken);
      expect((await act(json.accessToken)).status).toBe(200);
      gateway.now += 30 * dayMs;
      expect((await refresh(json.refreshToken)).status).toBe(401);
      expect((await act(json.accessToken)).status).toBe(401);
    });

    it("keep the earlier access token valid for its hour when the pair is exchanged", async () => {
      const next = await refresh(pair.refreshToken);
      expect((await act(pair.accessToken)).status).toBe(200);
      expect((await act(next.json.accessToken)).status).toBe(200);
    });

    it("all end when a refresh token is sent a second time, and another login's do not", async () => {
      gateway.now += stepMs;
      const other = (await login(rightCode())).json;
      const second = (await refresh(pair.refreshToken)).json;
      const third = (await refresh(second.refreshToken)).json;
      expect((await refresh(pair.refreshToken)).status).toBe(401);
      for (const { accessToken } of [pair, second, third]) expect((await act(accessToken)).status).toBe(401);
      expect((await refresh(third.refreshToken)).status).toBe(401);
      expect((await act(other.accessToken)).status).toBe(200);
      expect((await refresh(other.refreshToken)).status).toBe(200);
    });

    it("are exchanged once by many requests at the same time", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(pair.refreshToken)));
      expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(401)]);
      // The other requests used the token again, so its rightful holder cannot be determined.
      const [won] = answers.filter(({ status }) => status === 200);
      expect((await act(won?.json.accessToken)).status).toBe(401);
    });

    it("cannot replace each other, and are refused for another user or merchant", async () => {
      expect((await act(pair.refreshToken)).status).toBe(401);
      expect((await refresh(pair.accessToken)).status).toBe(401);
      expect((await refresh("refresh_none")).status).toBe(401);
      const other = (await merchant("POST", "/api/v1/user", newUser())).json;
      expect((await refresh(pair.refreshToken, other.userId)).status).toBe(401);
      expect((await refresh(pair.refreshToken, 999_999)).status).toBe(404);
      const { calls } = await otherMerchant(gateway);
      expect((await refresh(pair.refreshToken, user.userId, calls)).status).toBe(404);
      expect((await refresh(pair.refreshToken)).status).toBe(200);
    });

    it("are refused while the user is blocked, and valid again afterwards", async () => {
      const block = (isBlocked: boolean) =>
        merchant("PUT", `/api/v1/user/${user.userId}`, { isActivated: true, isBlocked });
      await block(true);
      expect((await act(pair.accessToken)).status).toBe(403);
      expect((await refresh(pair.refreshToken)).status).toBe(403);
      await block(false);
      expect((await act(pair.accessToken)).status).toBe(200);
      expect((await refresh(pair.refreshToken)).status).toBe(200);
    });

    it("are stored as hashes, and deleted after their expiry", async () => {
      const dump = await gateway.dump();
      for (const token of [pair.accessToken, pair.refreshToken]) expect(dump).not.toContain(token);
      const { db } = gateway.database;
      const { userId } = user;
      expect(await findRow(db, walletTokens, { userId })).toBeDefined();
      await sweepExpired(db, new Date(gateway.now + 30 * dayMs));
      expect(await findRow(db, walletTokens, { userId })).toBeUndefined();
      expect((await refresh(pair.refreshToken)).status).toBe(401);
    });
  });
});
