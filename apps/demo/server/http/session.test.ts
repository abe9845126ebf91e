/** Access to sessions with a planted, an old or a foreign cookie. */
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { email, refusal, secret, user } from "../testing/wallet.ts";
import { formToken, logIn, openWalletShop, text, type WalletShop } from "../testing/wallet-shop.ts";
import { createSessions } from "./session.ts";

const publicUrl = "https://shop.example";
const mug = { sku: "dawn-mug", change: "add" };

/** The cookie that a response sets; `undefined` if it sets none. */
function cookieOf(response: Response): string | undefined {
  return response.headers.get("Set-Cookie")?.split(";")[0];
}

/** A session with a mug in its basket: the attacker started it, and planted its cookie in the victim's browser. */
async function plant(shop: WalletShop): Promise<{ Cookie: string }> {
  const cookie = cookieOf(await shop.post("/basket", mug));
  if (cookie === undefined) throw new Error("The shop gave no cookie.");
  return { Cookie: cookie };
}

async function expectNothing(shop: WalletShop, planted: { Cookie: string }): Promise<void> {
  // With requests that do not use the shopper's own cookie.
  const seen = await Promise.all(["/", "/wallet"].map((path) => shop.send(path, { headers: planted })));
  const [front, wallet] = await Promise.all(seen.map((response) => response.text()));
  expect(front).toContain("Your basket is empty.");
  expect(wallet).not.toContain(email);
  expect(wallet).not.toContain(secret);
  expect(wallet).toContain("/wallet/log-in");
}

describe("a session's cookie is renewed, and the old one opens nothing [T-S14]", () => {
  test("when somebody logs in; the basket is kept", async () => {
    const shop = openWalletShop();
    const planted = await plant(shop);
    const cookie = cookieOf(await logIn(shop));
    expect(cookie).toMatch(/^shop_session=[\w-]{22}$/);
    expect(cookie).not.toBe(planted.Cookie);
    await expectNothing(shop, planted);
    expect(await text(shop.get("/wallet"))).toContain(email);
    expect(await text(shop.get("/"))).not.toContain("Your basket is empty.");
  });

  test("when a wallet is opened: only the shopper who opened it sees its secret", async () => {
    const shop = openWalletShop();
    const planted = await plant(shop);
    expect(cookieOf(await shop.post("/wallet/users", { email, formToken }))).not.toBe(planted.Cookie);
    await expectNothing(shop, planted);
    expect(await text(shop.get("/wallet"))).toContain(secret);
  });

  test("when somebody logs out; the basket is kept, the wallet's data is not", async () => {
    const shop = openWalletShop();
    await shop.post("/basket", mug);
    const old = { Cookie: cookieOf(await logIn(shop)) ?? "" };
    const cookie = cookieOf(await shop.post("/wallet/log-out", {}));
    expect(cookie).toMatch(/^shop_session=/);
    expect(cookie).not.toBe(old.Cookie);
    await expectNothing(shop, old);
    expect(await text(shop.get("/"))).not.toContain("Your basket is empty.");
    expect(await text(shop.get("/wallet"))).not.toContain(email);
  });

  test("when somebody logs out before the first login: the new wallet's secret is removed", async () => {
    const shop = openWalletShop();
    await shop.post("/wallet/users", { email, formToken });
    await shop.post("/wallet/log-out", {});
    expect(await text(shop.get("/wallet"))).not.toContain(secret);
  });

  test.each([
    ["the gateway ends the login", 401],
    ["the gateway blocks the user", 403],
  ])("when %s", async (_, status) => {
    const shop = openWalletShop();
    const old = { Cookie: cookieOf(await logIn(shop)) ?? "" };
    shop.wallet.on("GET /api/v1/payment-account", () => refusal(status));
    shop.wallet.on(`POST /api/v1/auth/${user.id}/refresh`, () => refusal(status));
    const ended = await shop.get("/wallet");
    expect(ended.headers.get("Location")).toBe("/wallet");
    expect(cookieOf(ended)).not.toBe(old.Cookie);
    await expectNothing(shop, old);
  });

  test("but not when a login is refused", async () => {
    const shop = openWalletShop();
    await plant(shop);
    shop.wallet.on("POST /api/v1/auth", () => refusal(401));
    expect(cookieOf(await logIn(shop))).toBeUndefined();
    expect(await text(shop.get("/"))).not.toContain("Your basket is empty.");
  });
});

test("a request with the old cookie, answered after the renewal, gets no data or cookie of the new session", async () => {
  const shop = openWalletShop();
  const planted = await plant(shop);
  // The attacker's own login, with the planted cookie, waits at the gateway while the victim logs in.
  const waiting: { answer?: (response: Response) => void } = {};
  const tokens = shop.wallet.answerTo("POST /api/v1/auth");
  shop.wallet.on("POST /api/v1/auth", () => new Promise((resolve) => (waiting.answer = resolve)));
  const attacker = shop.send("/wallet/log-in", {
    method: "POST",
    headers: { ...planted, Origin: "http://localhost:4000" },
    body: new URLSearchParams({ email: "mallory@example.com", code: "654321" }),
  });
  await expect.poll(() => waiting.answer).toBeDefined();
  shop.wallet.on("POST /api/v1/auth", tokens);
  const victims = cookieOf(await logIn(shop));
  waiting.answer?.(await tokens({ body: {} } as never));
  const attackers = cookieOf(await attacker);
  expect(attackers).not.toBe(victims);
  const seen = await shop.send("/", { headers: { Cookie: attackers ?? "" } });
  expect(await seen.text()).toContain("Your basket is empty.");
  expect(await text(shop.get("/wallet"))).toContain(email);
  expect(await text(shop.get("/wallet"))).not.toContain("mallory");
});

describe("with https", () => {
  test("the cookie is this host's, for https alone, and for no script [T-S13]", async () => {
    const shop = openWalletShop({ config: { publicUrl } });
    const cookie = /^__Host-shop_session=[\w-]{22}; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
    expect((await shop.post("/basket", mug)).headers.get("Set-Cookie")).toMatch(cookie);
    expect((await logIn(shop)).headers.get("Set-Cookie")).toMatch(cookie);
    expect(await text(shop.get("/"))).not.toContain("Your basket is empty.");
  });

  test("a cookie without the `__Host-` prefix, which another host or an http page can set, is ignored", async () => {
    const shop = openWalletShop({ config: { publicUrl } });
    const id = cookieOf(await shop.post("/basket", mug))?.split("=")[1] ?? "";
    const page = (cookie: string) => text(shop.send("/", { headers: { Cookie: cookie } }));
    expect(await page(`__Host-shop_session=${id}`)).not.toContain("Your basket is empty.");
    expect(await page(`shop_session=${id}`)).toContain("Your basket is empty.");
  });
});

test("a session id that the shop did not create is not accepted", async () => {
  const shop = openWalletShop();
  const given = cookieOf(
    await shop.post("/basket", mug, { Origin: "http://localhost:4000", Cookie: "shop_session=chosen" }),
  );
  expect(given).toMatch(/^shop_session=[\w-]{22}$/);
});

describe("idle sessions", () => {
  /** A store in an application that answers with the shopper's id, and stores each session that it reads. */
  function open(options: { readonly idleMs?: number; readonly limit?: number }) {
    const clock = { now: 0 };
    const sessions = createSessions({ now: () => clock.now, isHttps: false, ...options });
    const app = new Hono().get("/", (c) => {
      const session = sessions.read(c);
      sessions.keep(c, session);
      return c.text(session.shopperId);
    });
    const visit = async (cookie = "") => {
      const response = await app.request("/", { headers: { Cookie: cookie } });
      return { shopper: await response.text(), cookie: cookieOf(response) ?? cookie };
    };
    return { clock, visit };
  }

  test("end after the idle time, and not before", async () => {
    const { clock, visit } = open({ idleMs: 1_000 });
    const first = await visit();
    clock.now += 1_000;
    expect(await visit(first.cookie)).toEqual(first);
    clock.now += 1_001;
    expect((await visit(first.cookie)).shopper).not.toBe(first.shopper);
  });

  test("are removed if there are too many sessions, the least recently used first", async () => {
    const { visit } = open({ limit: 2 });
    const [one, two] = [await visit(), await visit()];
    expect(await visit(one.cookie)).toEqual(one);
    await visit();
    expect(await visit(one.cookie)).toEqual(one);
    expect((await visit(two.cookie)).shopper).not.toBe(two.shopper);
  });
});
