/** The wallet in the shop: whose tokens each request uses, and how refusals are shown. */
import { describe, expect, test } from "vitest";
import { apiKey, contact, onThisMachine } from "../testing/shop.ts";
import {
  accessToken,
  account,
  email,
  payment,
  refreshToken,
  refusal,
  secret,
  user,
  type WalletCall,
} from "../testing/wallet.ts";
import { formToken, logIn, openLoggedIn, openWalletShop, text } from "../testing/wallet-shop.ts";

describe("opening a wallet", () => {
  test("shows the authenticator's secret as a QR code and as text, until the first login", async () => {
    const shop = openWalletShop();
    expect((await shop.post("/wallet/users", { email, formToken })).headers.get("Location")).toBe("/wallet");
    const [created] = shop.wallet.of("POST /api/v1/user");
    expect(created).toMatchObject({ authorization: apiKey, body: { email } });
    expect(created?.body["externalUserId"]).toMatch(/^shopper-[0-9a-f]{16}$/);
    const page = await text(shop.get("/wallet"));
    expect(page).toContain(`>${secret}</textarea>`);
    expect(page).toMatch(/data-qr-code="otpauth:\/\/totp[^"]+"/);
    expect(page).not.toMatch(/\sstyle="/);
    await logIn(shop);
    expect(await text(shop.get("/wallet"))).not.toContain(secret);
    await shop.post("/wallet/log-out", {});
    expect(await text(shop.get("/wallet"))).not.toContain(secret);
  });

  test.each(["nobody", ""])("refuses %j with a message, and sends nothing", async (email) => {
    const shop = openWalletShop();
    expect((await shop.post("/wallet/users", { email })).headers.get("Location")).toBe("/wallet");
    expect(await text(shop.get("/wallet"))).toMatch(/role="alert"[^>]*><p>Some details weren’t accepted/);
    // The message is shown once.
    expect(await text(shop.get("/wallet"))).not.toContain("Some details");
    expect(shop.wallet.calls).toEqual([]);
  });

  test("shows that the wallet already exists", async () => {
    const shop = openWalletShop();
    shop.wallet.on("POST /api/v1/user", () => refusal(409, { email: "is taken by another user" }));
    await shop.post("/wallet/users", { email });
    expect(await text(shop.get("/wallet"))).toContain("You already have a wallet. Log in.");
  });
});

describe("a login", () => {
  test("with a mistyped address keeps the setup of a new wallet, and so does a code for it", async () => {
    const admin = { url: "http://127.0.0.1:4002", token: "admin_token_for_tests" };
    const shop = openWalletShop({ sandbox: () => refusal(503), config: { admin }, ...onThisMachine });
    await shop.post("/wallet/users", { email, formToken });
    const auth = shop.wallet.answerTo("POST /api/v1/auth");
    shop.wallet.on("POST /api/v1/auth", () => refusal(401));
    await shop.post("/wallet/log-in", { email: `x${email}`, code: "123456" });
    await shop.post("/wallet/code", { email: `x${email}` });
    const page = await text(shop.get("/wallet"));
    expect(page).toContain(secret);
    expect(page).toContain(`value="x${email}"`);
    shop.wallet.on("POST /api/v1/auth", auth);
    await shop.post("/wallet/log-in", { email: "other@example.com", code: "123456" });
    await shop.post("/wallet/log-out", {});
    expect(await text(shop.get("/wallet"))).not.toContain(secret);
  });

  test("of the same customer keeps the refill, however the address is written", async () => {
    const shop = await openLoggedIn();
    await shop.post("/wallet/refill", { account: String(account.id), amount: "25", formToken });
    await shop.post("/wallet/log-in", { email: email.toUpperCase(), code: "123456" });
    expect(await text(shop.get("/wallet"))).toContain("Waiting for your card payment");
  });

  test("stays on the server: no page and no cookie contains a token or the key", async () => {
    const shop = openWalletShop(onThisMachine);
    const answers = [await logIn(shop)];
    for (const path of ["/wallet", "/checkout/wallet", "/?qa=1", "/qa/news"]) {
      answers.push(await shop.get(path));
    }
    for (const answer of answers) {
      const all = JSON.stringify([...answer.headers]) + (await answer.text());
      for (const kept of [accessToken, refreshToken, apiKey]) expect(all).not.toContain(kept);
    }
    expect(shop.lines.join("\n")).not.toContain(accessToken);
  });

  test("lets the customer act with the customer's own token", async () => {
    const shop = await openLoggedIn();
    expect(await text(shop.get("/wallet"))).toContain("€60.00");
    const [list] = shop.wallet.of("GET /api/v1/payment-account");
    expect(list).toMatchObject({ authorization: `Bearer ${accessToken}`, query: {} });
  });

  test("is refreshed by the client, and the customer notices nothing", async () => {
    const shop = await openLoggedIn();
    const isOld = ({ authorization }: WalletCall) => authorization === `Bearer ${accessToken}`;
    shop.wallet.on("GET /api/v1/payment-account", (call) =>
      isOld(call) ? refusal(401) : Response.json([account]),
    );
    expect(await text(shop.get("/wallet"))).toContain("Everyday");
    expect(shop.wallet.of(`POST /api/v1/auth/${user.id}/refresh`)).toHaveLength(1);
  });

  test.each([
    ["wrong", refusal(401), "The email address or code is wrong, or the code has already been used."],
    ["blocked", refusal(403), "Your wallet is blocked."],
    ["too often", refusal(429, {}, 47), "Too many attempts. Try again in 47 seconds."],
    ["a second too early", refusal(429, {}, 1), "Too many attempts. Try again in 1 second."],
    ["unreachable", refusal(503), "We got no answer"],
  ])("is refused with a text: %s", async (_, answer, words) => {
    const shop = openWalletShop();
    shop.wallet.on("POST /api/v1/auth", () => answer.clone());
    await logIn(shop);
    const page = await text(shop.get("/wallet"));
    expect(page).toContain(words);
    expect(page).toContain(`value="${email}"`);
    // The code must be typed again, because it can be used once.
    expect(page).not.toContain("123456");
  });

  test("needs six characters, and nothing is sent without them", async () => {
    const shop = openWalletShop();
    await logIn(shop, "123");
    expect(await text(shop.get("/wallet"))).toContain("Some details weren’t accepted");
    expect(shop.wallet.of("POST /api/v1/auth")).toEqual([]);
  });

  test("that has ended leads to the login page and back, and the basket is kept", async () => {
    const shop = await openLoggedIn();
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    shop.wallet.on("GET /api/v1/payment-account", () => refusal(401));
    shop.wallet.on(`POST /api/v1/auth/${user.id}/refresh`, () => refusal(401));
    expect((await shop.get("/checkout/wallet")).headers.get("Location")).toBe("/wallet");
    expect(await text(shop.get("/wallet"))).toContain(
      "Your wallet session has expired. Nothing was charged. Log in again; your basket is saved.",
    );
    shop.wallet.on("GET /api/v1/payment-account", () => Response.json([account]));
    expect((await logIn(shop)).headers.get("Location")).toBe("/checkout/wallet");
    expect(await text(shop.get("/checkout/wallet"))).toContain("Dawn mug");
  });

  test("ends when the user is blocked", async () => {
    const shop = await openLoggedIn();
    shop.wallet.on("GET /api/v1/payment-account", () => refusal(403));
    expect((await shop.get("/wallet")).headers.get("Location")).toBe("/wallet");
    expect(await text(shop.get("/wallet"))).toContain("Your wallet is blocked.");
  });

  test("is required for every action", async () => {
    const shop = openWalletShop();
    for (const path of ["/wallet/accounts", "/wallet/refill"]) {
      expect((await shop.post(path, { amount: "5" })).headers.get("Location")).toBe("/wallet");
    }
    expect((await shop.get("/wallet")).status).toBe(200);
    expect(shop.wallet.calls).toEqual([]);
  });

  test("of another customer sees no data of the previous one", async () => {
    const shop = await openLoggedIn();
    await shop.post("/wallet/refill", { account: String(account.id), amount: "25", formToken });
    expect(await text(shop.get("/wallet"))).toContain("Waiting for your card payment");
    await shop.post("/wallet/log-out", {});
    await shop.post("/wallet/log-in", { email: "other@example.com", code: "123456" });
    expect(await text(shop.get("/wallet"))).not.toContain("Waiting for your card payment");
  });
});

describe("QA's code", () => {
  const admin = { url: "http://127.0.0.1:4002", token: "admin_token_for_tests" };

  test("comes from the sandbox, and is not shown if QA is off", async () => {
    const paths: string[] = [];
    const sandbox = (url: URL) => {
      paths.push(url.pathname);
      return Response.json({ code: "654321", isUsed: true });
    };
    const shop = openWalletShop({ sandbox, config: { admin }, ...onThisMachine });
    await shop.post("/wallet/code", { email });
    const page = await text(shop.get("/wallet"));
    expect(paths).toEqual([`/admin/users/${user.id}/code`]);
    expect(page).toContain('value="654321"');
    expect(page).toContain("This code has been used.");
    expect(await text(shop.get("/wallet"))).not.toContain("654321");

    const away = openWalletShop({ sandbox: () => refusal(503), config: { admin }, ...onThisMachine });
    await away.post("/wallet/code", { email });
    expect(await text(away.get("/wallet"))).toContain(
      "We couldn’t reach our payment provider, so nothing was sent.",
    );

    const closed = openWalletShop({ sandbox, config: { admin, qa: false }, ...onThisMachine });
    expect((await closed.post("/wallet/code", { email })).status).toBe(404);
    expect(await text(closed.get("/wallet"))).not.toContain('formaction="/wallet/code"');
  });
});

describe("accounts", () => {
  test("are created by the customer, and a refusal is shown", async () => {
    const shop = await openLoggedIn();
    await shop.post("/wallet/accounts", { name: "Gift", currency: "EUR", type: "promo", formToken });
    const [created] = shop.wallet.of("POST /api/v1/payment-account");
    expect(created?.body).toMatchObject({ name: "Gift", currency: "EUR", type: "promo", method: "voucher" });
    shop.wallet.on("POST /api/v1/payment-account", () => refusal(400, { name: "is too long" }));
    expect(await text(shop.get("/wallet"))).toContain("Account created.");
    await shop.post("/wallet/accounts", { name: "Long", currency: "EUR", type: "fiat" });
    expect(await text(shop.get("/wallet"))).toContain("Some details weren’t accepted");
  });

  test("show what they hold, also in the list of ways to pay, until it is paid from", async () => {
    const shop = await openLoggedIn();
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    expect(await text(shop.get("/checkout"))).not.toContain("€60.00");
    expect(await text(shop.get("/wallet"))).toContain("€60.00");
    expect(await text(shop.get("/checkout"))).toMatch(/Wallet<\/label><span class="row-end">€60\.00</);
  });

  test("without a name are named by their currency, not by their id", async () => {
    const shop = await openLoggedIn();
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    shop.wallet.on("GET /api/v1/payment-account", () => Response.json([{ ...account, name: null }]));
    for (const path of ["/wallet", "/checkout/wallet"])
      expect(await text(shop.get(path))).toContain("<bdi>EUR</bdi>");
  });
});

test("the contact is kept by a payment whose form does not contain all of it", async () => {
  const shop = await openLoggedIn();
  await shop.post("/preferences", contact);
  const order = await shop.order();
  await shop.post(`${order}/pay`, { way: "wallet", email: "new@example.com", account: "0" });
  const page = await text(shop.get("/checkout"));
  expect(page).toMatch(/name="firstName"[^>]*value="Mira"/);
  expect(page).toContain('value="new@example.com"');
});

test("the page lists the latest transactions, and a customer can void none: a forged post is refused", async () => {
  const shop = await openLoggedIn(onThisMachine);
  const page = await text(shop.get("/wallet"));
  expect(page).toContain("−€18.50");
  expect(page).not.toContain("/void");
  const forged = await shop.post(`/wallet/transactions/${payment.id}/void`, { formToken });
  expect(forged.status).toBe(404);
  expect(shop.wallet.calls.filter(({ name }) => name.endsWith("/void"))).toEqual([]);
});

describe("a top-up by the customer", () => {
  test.each<[string, Parameters<typeof openWalletShop>[0], string]>([
    ["from elsewhere", {}, "/?qa=1"],
    ["with the QA panel closed", onThisMachine, "/"],
    ["where QA is off", { ...onThisMachine, config: { qa: false } }, "/?qa=1"],
  ])("is refused %s, and not offered", async (_, parts, before) => {
    const shop = openWalletShop(parts);
    await shop.get(before);
    await logIn(shop);
    expect(
      (await shop.post("/wallet/top-up", { account: String(account.id), amount: "500", formToken })).status,
    ).toBe(403);
    expect(await text(shop.get("/wallet"))).not.toContain("/top-up");
    expect(shop.wallet.of(`POST /api/v1/payment-account/${account.id}/top-up`)).toEqual([]);
  });

  test("is possible for QA with the panel open", async () => {
    const shop = openWalletShop(onThisMachine);
    await shop.get("/?qa=1");
    await logIn(shop);
    expect(await text(shop.get("/wallet"))).toContain("Store credit (QA)");
    expect(
      (await shop.post("/wallet/top-up", { account: String(account.id), amount: "5", formToken })).status,
    ).toBe(303);
    expect(shop.wallet.of(`POST /api/v1/payment-account/${account.id}/top-up`)).toHaveLength(1);
  });
});
