import { tokenPair } from "@cardpane/gateway";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sweepExpired } from "../start.ts";
import { type Answered, openGateway, type TestGateway, testSandboxes } from "../testing/gateway.ts";
import { type Calls, callsAs, codeOf, newUser, otherMerchant } from "../testing/wallet.ts";

const stepMs = 30_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe.each(testSandboxes)("a customer's tokens on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let merchant: Calls;
  let user: { userId: number; email: string; oauthUrl: string };
  let pair: { accessToken: string; refreshToken: string };
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
    merchant = callsAs(gateway);
  });
  beforeEach(async () => {
    user = (await merchant("POST", "/api/v1/user", newUser())).json;
    pair = (await login()).json;
  });
  afterAll(() => gateway.close());

  const login = () =>
    merchant("POST", "/api/v1/auth", { email: user.email, code: codeOf(user.oauthUrl, gateway.now) });
  const act = (accessToken: string) =>
    callsAs(gateway, `Bearer ${accessToken}`)("GET", `/api/v1/user/${user.userId}`);
  const refresh = (refreshToken: string, id = user.userId, calls = merchant) =>
    calls("POST", `/api/v1/auth/${id}/refresh`, { refreshToken });
  const statusesOf = (answers: readonly Answered[]) => answers.map(({ status }) => status).sort();

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
    const other = (await login()).json;
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
    expect(dump).toMatch(/wallet_tokens\n\(/);
    await sweepExpired(gateway.database.db, new Date(gateway.now + 30 * dayMs));
    expect(await gateway.dump()).not.toMatch(/wallet_(tokens|sessions)\n\(/);
    expect((await refresh(pair.refreshToken)).status).toBe(401);
  });
});
