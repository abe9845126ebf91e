/** A wallet's money: what settles refills, and orders that are paid from a wallet. */
import { describe, expect, test } from "vitest";
import { contact, device, onThisMachine, origin } from "../testing/shop.ts";
import { accessToken, account, payment, refill, refusal, user } from "../testing/wallet.ts";
import {
  formOf,
  formToken,
  logIn,
  notifyWallet,
  openLoggedIn,
  openWalletShop,
  payFromWallet,
  submit,
  text,
  type WalletShop,
} from "../testing/wallet-shop.ts";

describe("a top-up", () => {
  test("sent by two clicks is one request", async () => {
    const shop = openWalletShop(onThisMachine);
    await shop.get("/?qa=1");
    await logIn(shop);
    const post = () => shop.post("/wallet/top-up", { account: String(account.id), amount: "5", formToken });
    await Promise.all([post(), post()]);
    const ids = shop.wallet
      .of(`POST /api/v1/payment-account/${account.id}/top-up`)
      .map((call) => call.requestId);
    expect(ids).toEqual([`wallet.${formToken}`, `wallet.${formToken}`]);
  });

  const path = "/wallet/top-up";
  const name = `POST /api/v1/payment-account/${account.id}/top-up`;
  const openQa = async () => {
    const shop = openWalletShop(onThisMachine);
    await shop.get("/?qa=1");
    await logIn(shop);
    const answered = shop.wallet.answerTo(name);
    return { shop, answered, idsOf: () => shop.wallet.of(name).map(({ requestId }) => requestId) };
  };

  test("without a response can only be sent again, as the same request, until it is answered", async () => {
    const { shop, answered, idsOf } = await openQa();
    shop.wallet.on(name, () => refusal(500));
    await submit(shop, path, { amount: "5", expiresInDays: "2" });
    expect(await text(shop.get("/wallet"))).toContain("so this may have gone through. Send it again");
    expect(await formOf(shop, path)).not.toContain('name="amount"');
    shop.wallet.on(name, () => refusal(401));
    await submit(shop, path, {});
    expect(await text(shop.get("/wallet"))).toContain("Something went wrong on our side");
    shop.wallet.on(name, answered);
    await submit(shop, path, { amount: "7" });
    expect(await text(shop.get("/wallet"))).toContain("Added: €5.00");
    expect(new Set(idsOf()).size).toBe(1);
    expect(new Set(shop.wallet.of(name).map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await submit(shop, path, { amount: "7" });
    expect(new Set(idsOf()).size).toBe(2);
  });

  test("in doubt is settled before another is sent, from an older page too", async () => {
    const { shop, answered, idsOf } = await openQa();
    shop.wallet.on(name, () => refusal(500));
    await submit(shop, path, { amount: "5" });
    shop.wallet.on(name, answered);
    await shop.post(path, { account: String(account.id), amount: "7", formToken });
    expect(await text(shop.get("/wallet"))).toContain("so this may have gone through. Send it again");
    expect(idsOf()).toHaveLength(1);
    await submit(shop, path, {});
    await shop.post(path, { account: String(account.id), amount: "7", formToken });
    expect(new Set(idsOf()).size).toBe(2);
  });

  test("that is declined is over: the next one is another request", async () => {
    const { shop, answered, idsOf } = await openQa();
    shop.wallet.on(name, () => Response.json({ ...refill, status: "fail", code: "5051" }, { status: 201 }));
    await submit(shop, path, { amount: "-1000" });
    expect(await text(shop.get("/wallet"))).toContain("There isn’t enough money in your account.");
    shop.wallet.on(name, answered);
    await submit(shop, path, { amount: "5" });
    expect(new Set(idsOf()).size).toBe(2);
  });

  test("that the gateway knows with other details is not in doubt, and its text says so", async () => {
    const { shop } = await openQa();
    shop.wallet.on(name, () => refusal(400, { "X-Request-ID": "was used before with a different body" }));
    await submit(shop, path, { amount: "5" });
    expect(await text(shop.get("/wallet"))).toContain("This was sent before with other details");
    expect(await formOf(shop, path)).toContain('name="amount"');
  });

  test("has a token of its own in each form and each page", async () => {
    const { shop } = await openQa();
    const tokens: string[] = [];
    for (const _ of ["one tab", "another"])
      for (const form of ["/wallet/refill", path, "/wallet/accounts"])
        tokens.push(/name="formToken" value="([^"]+)"/.exec(await formOf(shop, form))?.[1] ?? "");
    expect(new Set(tokens).size).toBe(6);
  });
});

describe("a refill", () => {
  const begin = async (shop: WalletShop, form: Readonly<Record<string, string>> = {}) => {
    const answer = await shop.post("/wallet/refill", {
      account: String(account.id),
      amount: "25",
      formToken,
      ...form,
    });
    const [call] = shop.wallet.of(`POST /api/v1/payment-account/${account.id}/refill`);
    return { answer, body: call?.body ?? {} };
  };
  const page = (shop: WalletShop) => text(shop.get("/wallet"));

  test("redirects to the gateway's page, and its notification settles it", async () => {
    const shop = await openLoggedIn();
    const { answer, body } = await begin(shop);
    expect(answer.headers.get("Location")).toBe("http://127.0.0.1:4002/refill/x");
    expect(body).toMatchObject({
      amount: 25,
      consumer: { ip: "203.0.113.7", userAgent: "Test/1.0" },
      redirectUrl: `${origin}/wallet`,
    });
    const back = await shop.get("/wallet?order_id=700001&transaction_id=600001&is_approved=1&code=0");
    expect(back.headers.get("Location")).toBe("/wallet");
    expect(await page(shop)).toContain("Waiting for your card payment");

    const notification = { ...refill, merchantOrderID: body["merchantOrderId"] };
    expect(await notifyWallet(shop, body["webhookUrl"], notification)).toBe(200);
    expect(await page(shop)).toContain("Money added");
    // A later notification does not change it.
    expect(await notifyWallet(shop, body["webhookUrl"], notification)).toBe(200);
    expect(await page(shop)).toContain("Money added");
  });

  test("names the shopper without a field that the checkout refused: a card number does not reach the gateway", async () => {
    const shop = await openLoggedIn();
    const order = await shop.order();
    await shop.post(`${order}/pay`, { ...contact, firstName: "4242 4242 4242 4242" });
    const { body } = await begin(shop);
    expect(body["consumer"]).toMatchObject({ lastName: contact.lastName, country: contact.country });
    expect(JSON.stringify(body)).not.toContain("4242");
  });

  test("is not settled by a notification about another amount, or with an unsigned address", async () => {
    const shop = await openLoggedIn();
    const { body } = await begin(shop);
    expect(await notifyWallet(shop, body["webhookUrl"], { ...refill, price: 2_500 })).toBe(200);
    expect(await notifyWallet(shop, "http://127.0.0.1:4000/wallet-webhook", refill)).toBe(400);
    expect(await page(shop)).toContain("Waiting for your card payment");
  });

  test("that failed shows why, and that no money was added", async () => {
    const shop = await openLoggedIn();
    const { body } = await begin(shop);
    const failed = { ...refill, status: "fail", code: "5051" };
    expect(await notifyWallet(shop, body["webhookUrl"], failed)).toBe(200);
    expect(await page(shop)).toMatch(/No money was added[\s\S]*There isn’t enough money in your account/);
  });

  test("that the gateway refuses leaves nothing to wait for", async () => {
    const shop = await openLoggedIn();
    shop.wallet.on(`POST /api/v1/payment-account/${account.id}/refill`, () =>
      refusal(400, { amount: "is low" }),
    );
    await begin(shop);
    const shown = await page(shop);
    expect(shown).toContain("Some details weren’t accepted");
    expect(shown).not.toContain("Waiting for your card payment");
  });

  const path = "/wallet/refill";
  const name = `POST /api/v1/payment-account/${account.id}/refill`;

  test("without a response is sent again as the same request, whatever refuses it in between", async () => {
    const shop = await openLoggedIn();
    const answered = shop.wallet.answerTo(name);
    for (const status of [500, 404]) {
      shop.wallet.on(name, () => refusal(status));
      await submit(shop, path, { amount: "25" });
      expect(await formOf(shop, path)).toContain("Send it again: it can’t go through twice");
      expect(await page(shop)).toContain("Waiting for your card payment");
    }
    await shop.post("/preferences", { locale: "ar", back: "/wallet" });
    shop.wallet.on(name, answered);
    await submit(shop, path, {});
    const calls = shop.wallet.of(name).map(({ requestId, body }) => JSON.stringify({ requestId, body }));
    expect([calls.length, new Set(calls).size]).toEqual([3, 1]);
    expect(await formOf(shop, path)).toContain('name="amount"');
  });

  test("without a response is settled by its notification, and is not sent again", async () => {
    const shop = await openLoggedIn();
    shop.wallet.on(name, () => refusal(500));
    const token = await submit(shop, path, { amount: "25" });
    const [call] = shop.wallet.of(name);
    expect(await notifyWallet(shop, call?.body["webhookUrl"], refill)).toBe(200);
    expect(await formOf(shop, path)).toContain('name="amount"');
    await begin(shop, { formToken: token });
    expect(shop.wallet.of(name)).toHaveLength(1);
  });

  test("whose customer logs out meanwhile still leads to the gateway's page", async () => {
    const shop = await openLoggedIn();
    const answered = shop.wallet.answerTo(name);
    shop.wallet.on(name, async (call) => {
      await shop.post("/wallet/log-out", {});
      return answered(call);
    });
    expect((await begin(shop)).answer.headers.get("Location")).toBe("http://127.0.0.1:4002/refill/x");
  });

  test("that is refused leaves a newer one to wait for", async () => {
    const shop = await openLoggedIn();
    const answered = shop.wallet.answerTo(name);
    shop.wallet.on(name, async () => {
      shop.wallet.on(name, answered);
      await submit(shop, path, { amount: "30" });
      return refusal(400, { amount: "is low" });
    });
    await begin(shop);
    expect(await page(shop)).toContain("€30.00. This page updates");
  });

  test("asks for 3D Secure with the browser's data, unless QA has switched it off", async () => {
    const shop = openWalletShop(onThisMachine);
    await shop.get("/?qa=1");
    await logIn(shop);
    const fields = { amount: "25", device: JSON.stringify(device) };
    await submit(shop, path, fields);
    await shop.post("/qa/settings", { threeDs: "off" });
    await submit(shop, path, fields);
    await submit(shop, path, { amount: "25" });
    expect(shop.wallet.of(name).map(({ body }) => body["secure"])).toEqual([true, undefined, undefined]);
    expect(shop.wallet.of(name)[0]?.body["consumer"]).toMatchObject(device);
  });

  test.each([
    ["", "Enter an amount, like 12.50"],
    ["much", "Enter an amount, like 12.50"],
    ["-5", "Enter an amount, like 12.50"],
    ["0", "Enter an amount, like 12.50"],
  ])("of %j is refused with a message, and nothing is sent", async (amount, words) => {
    const shop = await openLoggedIn();
    const { body } = await begin(shop, { amount });
    expect(await page(shop)).toContain(words);
    expect(body).toEqual({});
  });
});

describe("an order that is paid from the wallet", () => {
  test("is paid by the response, and stays so with the notification", async () => {
    const shop = await openLoggedIn();
    const { order, location } = await payFromWallet(shop);
    expect(location).toBe(order);
    const [call] = shop.wallet.of("POST /api/v1/payment");
    expect(call).toMatchObject({
      authorization: `Bearer ${accessToken}`,
      body: { paymentAccountId: account.id, amount: 18.5, currency: "EUR", merchantOrderId: order.slice(8) },
    });
    expect(await text(shop.get(order))).toContain("Payment complete");
    const notification = { ...payment, merchantOrderID: order.slice(8) };
    expect(await notifyWallet(shop, call?.body["webhookUrl"], notification)).toBe(200);
    expect(await text(shop.get(order))).toContain("Payment complete");
    expect(await text(shop.get("/"))).toContain("Your basket is empty.");
  });

  test("is voided once, when a webhook reports a void that was made elsewhere", async () => {
    const shop = await openLoggedIn();
    const { order } = await payFromWallet(shop);
    const url = shop.wallet.of("POST /api/v1/payment")[0]?.body["webhookUrl"];
    const paid = { ...payment, merchantOrderID: order.slice(8) };
    expect(await notifyWallet(shop, url, paid)).toBe(200);
    const undone = {
      ...paid,
      id: 600_009,
      type: "income",
      action: "refund",
      mode: "void",
      voidedTransactionId: payment.id,
    };
    for (const _ of ["first", "again"]) {
      expect(await notifyWallet(shop, url, undone)).toBe(200);
      expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
    }
    expect(await notifyWallet(shop, url, paid)).toBe(200);
    expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
  });

  test("is declined if the balance is too low, and can be paid again", async () => {
    const shop = await openLoggedIn();
    shop.wallet.on("POST /api/v1/payment", () =>
      Response.json({ ...payment, status: "fail", code: "5051" }, { status: 201 }),
    );
    const { location } = await payFromWallet(shop);
    expect(location).toBe(`/checkout/wallet?account=${account.id}`);
    const page = await text(shop.get(location));
    expect(page).toContain("There isn’t enough money in your account.");
    expect(page.match(/id="outcome"[\s\S]*?<\/p>/)?.[0]).not.toContain("Your card");
  });

  test("is unknown without a response: nothing more is sent, and the notification settles it", async () => {
    const shop = await openLoggedIn();
    shop.wallet.on("POST /api/v1/payment", () => refusal(500));
    const { order } = await payFromWallet(shop);
    expect(await text(shop.get(order))).toContain("We don’t know yet if you were charged");
    await shop.post(`${order}/pay`, { way: "wallet", account: String(account.id) });
    const calls = shop.wallet.of("POST /api/v1/payment");
    expect(calls).toHaveLength(1);
    const notification = { ...payment, merchantOrderID: order.slice(8) };
    expect(await notifyWallet(shop, calls[0]?.body["webhookUrl"], notification)).toBe(200);
    expect(await text(shop.get(order))).toContain("Payment complete");
  });

  test("is not paid if the login has ended: the login page leads back to it", async () => {
    const shop = await openLoggedIn();
    shop.wallet.on("POST /api/v1/payment", () => refusal(401));
    shop.wallet.on(`POST /api/v1/auth/${user.id}/refresh`, () => refusal(401));
    expect((await payFromWallet(shop)).location).toBe("/wallet");
    expect((await logIn(shop)).headers.get("Location")).toBe("/checkout/wallet");
    const page = await text(shop.get("/checkout/wallet"));
    expect(page).toContain("Dawn mug");
    expect(page).not.toContain("Your wallet session has expired");
  });

  test("is not paid from an account that is not the customer's", async () => {
    const shop = await openLoggedIn();
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    const page = await text(shop.get("/checkout/wallet"));
    const order = page.match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1] ?? "";
    await shop.post(`${order}/pay`, { way: "wallet", account: "20009", formToken });
    expect(shop.wallet.of("POST /api/v1/payment")).toEqual([]);
  });
});
