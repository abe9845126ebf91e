/**
 * A customer's login by an authenticator that is not ours: `oathtool` makes the code (object.ts reads the demo's QR code off the
 * screen), and the session of the Node package lives through expiry, rotation and revocation at the running sandbox.
 */
import { execFileSync } from "node:child_process";
import type { SessionTokens, WalletSession } from "@cardpane/node";
import { findTool, missingTool } from "@cardpane/tools/env/system-tool";
import { expect, stackTest as test } from "../support/fixtures.ts";
import { openWorld, type World } from "./world.ts";

/** The TOTP code of a provisioning URL at a time. The test is skipped if oathtool is not installed. */
function codeAt(oauthUrl: string, timeMs: number): string {
  const oathtool = findTool("oathtool");
  test.skip(!oathtool, missingTool("oathtool", "oathtool"));
  const secret = new URL(oauthUrl).searchParams.get("secret") ?? "";
  const at = `@${Math.floor(timeMs / 1000)}`;
  // The secret is passed by standard input, because other processes can read a command line.
  const output = execFileSync(oathtool ?? "", ["--totp", "-b", "-N", at, "-"], {
    input: secret,
    encoding: "utf8",
  });
  return output.trim();
}

/** Logs a new user in; returns the session, and every token pair that `onTokens` received. */
async function open(world: World, options: Parameters<World["clientWith"]>[0] = {}) {
  const person = await world.person();
  const kept: SessionTokens[] = [];
  const code = await world.codeOf(person.user.userId);
  const session = await world
    .clientWith(options)
    .wallet.login(
      { email: person.user.email, code },
      { userId: person.user.userId, onTokens: (tokens) => void kept.push(tokens.reveal()) },
    );
  return { ...person, session, kept };
}

const idsOf = async (session: WalletSession) => (await session.accounts.list().toArray()).map(({ id }) => id);

/** A fetch that counts the refreshes sent to the gateway. */
function countingFetch() {
  const seen = { refreshes: 0 };
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (String(input).endsWith("/refresh")) seen.refreshes += 1;
    return globalThis.fetch(input, init);
  };
  return { seen, fetch };
}

test.describe("logins at the running sandbox", { tag: "@nightly" }, () => {
  test("a customer logs in with what an authenticator shows for the provisioning URL", async ({ stack }) => {
    const world = await openWorld(stack);
    const { user, account } = await world.person();
    const oauthUrl = user.oauthUrl.reveal();
    const code = codeAt(oauthUrl, await world.now());
    const session = await world.client.wallet.login({ email: user.email, code });
    expect(await idsOf(session)).toEqual([account.id]);
  });

  test("the previous, current and next codes are accepted once each, earlier and later ones are refused", async ({
    stack,
  }) => {
    const world = await openWorld(stack);
    const { wallet } = world.client;
    const outcome = async (stepsAway: number, user: { email: string; oauthUrl: { reveal(): string } }) => {
      const code = codeAt(user.oauthUrl.reveal(), (await world.now()) + stepsAway * 30_000);
      return wallet.login({ email: user.email, code }).then(
        () => "in",
        (error: { code: string }) => error.code,
      );
    };
    // The clock is frozen, so that no time step ends between the code and the login.
    await world.admin("/clock", { action: "freeze" });
    const taken: Record<number, string> = {};
    for (const steps of [-2, -1, 0, 1, 2]) taken[steps] = await outcome(steps, (await world.person()).user);
    expect([taken[-1], taken[0], taken[1]]).toEqual(["in", "in", "in"]);
    expect([taken[-2], taken[2]]).toEqual(["login_refused", "login_refused"]);
    const { user } = await world.person();
    expect([await outcome(0, user), await outcome(0, user)]).toEqual(["in", "login_refused"]);
    await world.admin("/clock", { action: "run" });
  });

  test("the old secret stops working when a new one is made, and so does the session", async ({ stack }) => {
    const world = await openWorld(stack);
    const { user, session } = await open(world);
    await world.client.wallet.users.regenerateAuthenticator(user.userId);
    const code = codeAt(user.oauthUrl.reveal(), await world.now());
    await expect(world.client.wallet.login({ email: user.email, code })).rejects.toMatchObject({
      code: "login_refused",
    });
    await expect(idsOf(session)).rejects.toMatchObject({ code: "session_ended", actor: "customer" });
    expect(session.tokens).toBeUndefined();
  });

  test("a session acts as its user: everything a customer may do, and nothing of others", async ({
    stack,
  }) => {
    const world = await openWorld(stack);
    const { session, account, user } = await open(world);
    const other = await world.person();
    expect(await session.user()).toMatchObject({ id: user.userId, isActivated: true });
    const savings = await session.accounts.create({
      method: "card",
      system: "gate",
      currency: "EUR",
      name: "Savings",
    });
    await session.accounts.update(savings.id, { name: "Holidays" });
    expect((await session.accounts.get(savings.id)).name).toBe("Holidays");
    const paid = await session.payments.create({
      paymentAccountId: account.id,
      amountMinor: 4000,
      currency: "EUR",
      name: "Blue mug",
      merchantOrderId: "order-1",
    });
    // This gateway lets the merchant alone give money (CUSTOMER_MONEY=refuse).
    for (const call of [
      session.transactions.void(paid.id, { reason: "Sent back" }),
      session.topUps.create(account.id, { amountMinor: 500, currency: "EUR" }),
    ])
      await expect(call).rejects.toMatchObject({ code: "forbidden" });
    const merchants = world.client.wallet.forUser(user.userId);
    expect((await merchants.transactions.void(paid.id, { reason: "Sent back" })).child).toMatchObject([
      { mode: "void", message: "Sent back" },
    ]);
    expect((await session.transactions.list({ status: "success" }).toArray()).length).toBeGreaterThanOrEqual(
      2,
    );
    expect(await session.transactions.get(paid.id)).toMatchObject({
      id: paid.id,
      merchantOrderId: "order-1",
    });
    const foreign = [
      session.accounts.get(other.account.id),
      session.payments.create({
        paymentAccountId: other.account.id,
        amountMinor: 100,
        currency: "EUR",
        name: "Blue mug",
        merchantOrderId: "order-1",
      }),
    ];
    for (const call of foreign)
      await expect(call).rejects.toMatchObject({ code: "not_found", missing: "account" });
    expect((await other.wallet.accounts.get(other.account.id)).balance).toBe(100);
  });

  test("fifty calls with a token that has expired make one refresh, and all of them succeed", async ({
    stack,
  }) => {
    const world = await openWorld(stack);
    const { seen, fetch } = countingFetch();
    const { session, account, kept } = await open(world, { fetch });
    await world.pass({ seconds: 3_601 });
    const all = await Promise.all(Array.from({ length: 50 }, () => idsOf(session)));
    expect(all.every((ids) => ids[0] === account.id)).toBe(true);
    expect([seen.refreshes, kept.length]).toEqual([1, 2]);
  });

  test("a payment with a token that has expired is made once", async ({ stack }) => {
    const world = await openWorld(stack);
    const { session, account, wallet } = await open(world);
    await world.pass({ seconds: 3_601 });
    const paid = await session.payments.create({
      paymentAccountId: account.id,
      amountMinor: 1250,
      currency: "EUR",
      name: "Blue mug",
      merchantOrderId: "order-1",
    });
    expect(paid).toMatchObject({ status: "success", balance: 87.5 });
    expect(await wallet.transactions.list({ merchantOrderId: "order-1" }).toArray()).toHaveLength(1);
  });

  test("a session refreshes its tokens before they expire, without a 401", async ({ stack }) => {
    const world = await openWorld(stack);
    let ahead = 0;
    const statuses: number[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      statuses.push(response.status);
      return response;
    };
    const sleep = (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      });
    const { session, account, kept } = await open(world, {
      fetch,
      clock: { now: () => Date.now() + ahead, sleep },
    });
    for (let hours = 0; hours < 5; hours++) {
      await world.pass({ seconds: 3_550 });
      ahead += 3_550_000;
      expect(await idsOf(session)).toEqual([account.id]);
    }
    expect(kept).toHaveLength(6);
    expect(statuses.filter((status) => status === 401)).toEqual([]);
  });

  test("a refresh whose response is lost is repeated with the same id, and the session continues", async ({
    stack,
  }) => {
    const world = await openWorld(stack);
    let lose = true;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      if (!lose || !String(input).endsWith("/refresh")) return response;
      lose = false;
      await response.text();
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) });
    };
    const { session, account, kept } = await open(world, { fetch, maxRetries: 0 });
    await world.pass({ seconds: 3_601 });
    await expect(idsOf(session)).rejects.toMatchObject({ code: "refresh_failed", outcome: "not_sent" });
    expect(await idsOf(session)).toEqual([account.id]);
    expect(kept).toHaveLength(2);
  });

  test("stored tokens resume the session, and a refresh token used twice ends it for both clients", async ({
    stack,
  }) => {
    const world = await openWorld(stack);
    const { session, account, kept } = await open(world);
    const [first] = kept;
    if (!first) throw new Error("Nothing was kept.");
    const { wallet } = world.client;
    expect(await idsOf(wallet.resume(JSON.parse(JSON.stringify(first)) as SessionTokens))).toEqual([
      account.id,
    ]);
    await world.pass({ seconds: 3_601 });
    expect(await idsOf(session)).toEqual([account.id]);
    const stolen = wallet.resume(first);
    await expect(idsOf(stolen)).rejects.toMatchObject({ code: "session_ended" });
    await expect(idsOf(session)).rejects.toMatchObject({ code: "session_ended" });
  });

  test("a session ends after 30 days without use", async ({ stack }) => {
    const world = await openWorld(stack);
    const { session } = await open(world);
    await world.pass({ days: 31 });
    await expect(idsOf(session)).rejects.toMatchObject({ code: "session_ended", outcome: "rejected" });
  });

  test("a list that is walked while money moves has every transaction once", async ({ stack }) => {
    const world = await openWorld(stack);
    const { wallet, account } = await world.person();
    for (let count = 0; count < 11; count++)
      await wallet.topUps.create(account.id, { amountMinor: 100, currency: "EUR" });
    for (const orderDirection of ["asc", "desc"] as const) {
      const before = (await wallet.transactions.list({ limit: 500 }).toArray()).map(({ id }) => id);
      const seen: number[] = [];
      for await (const { id } of wallet.transactions.list({ orderDirection, limit: 3 })) {
        seen.push(id);
        if (seen.length % 3 === 0 && seen.length < 10)
          await wallet.topUps.create(account.id, { amountMinor: 100, currency: "EUR" });
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(before));
    }
  });
});
