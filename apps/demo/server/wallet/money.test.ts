/** A wallet's money: what settles refills, and orders that are paid from a wallet. */
import { describe, expect, test } from "vitest";
import { onThisMachine, origin } from "../testing/shop.ts";
import { accessToken, account, payment, refill, refusal, user } from "../testing/wallet.ts";
import {
  formToken,
  logIn,
  notifyWallet,
  openWalletShop,
  payFromWallet,
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

  test("without a response may be sent again, as the same request", async () => {
    const shop = openWalletShop(onThisMachine);
    await shop.get("/?qa=1");
    await logIn(shop);
    shop.wallet.on(`POST /api/v1/payment-account/${account.id}/top-up`, () => refusal(500));
    const tokenOf = (page: string) => /name="formToken" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const token = tokenOf(await text(shop.get("/wallet")));
    const send = () =>
      shop.post("/wallet/top-up", { account: String(account.id), amount: "5", formToken: token });
    await send();
    const page = await text(shop.get("/wallet"));
    expect(page).toContain("so this may have gone through. Send it again");
    expect(tokenOf(page)).toBe(token);
    shop.wallet.on(`POST /api/v1/payment-account/${account.id}/top-up`, ({ body }) =>
      Response.json({ ...refill, subtype: "topup", price: body["amount"] }, { status: 201 }),
    );
    await send();
    expect(tokenOf(await text(shop.get("/wallet")))).not.toBe(token);
  });
});

describe("a refill", () => {
  const begin = async (shop: WalletShop, form: Readonly<Record<string, string>> = {}) => {
    const answer = await shop.post("/wallet/refill", {
      ...{ account: String(account.id), amount: "25", formToken },
      ...form,
    });
    const [call] = shop.wallet.of(`POST /api/v1/payment-account/${account.id}/refill`);
    return { answer, body: call?.body ?? {} };
  };
  const page = (shop: WalletShop) => text(shop.get("/wallet"));

  test("redirects to the gateway's page, and its notification settles it", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    const { answer, body } = await begin(shop);
    expect(answer.headers.get("Location")).toBe("http://127.0.0.1:4002/refill/x");
    expect(body).toMatchObject({
      amount: 25,
      consumer: { ip: "203.0.113.7", userAgent: "Test/1.0" },
      redirectUrl: `${origin}/wallet/refills/${formToken}/return`,
    });
    expect(await page(shop)).toContain("Waiting for your card payment");

    const notification = { ...refill, merchantOrderID: body["merchantOrderId"] };
    expect(await notifyWallet(shop, body["webhookUrl"], notification)).toBe(200);
    expect(await page(shop)).toContain("Money added");
    // A later notification does not change it.
    expect(await notifyWallet(shop, body["webhookUrl"], notification)).toBe(200);
    expect(await page(shop)).toContain("Money added");
  });

  test.each([
    ["another amount", { price: 2_500 }],
    ["another account", { paymentAccountId: 20_002 }],
    ["another user", { userId: 10_002 }],
    ["a payment", { type: "outcome" }],
  ])("is not settled by a notification about %s", async (_, wrong) => {
    const shop = openWalletShop();
    await logIn(shop);
    const { body } = await begin(shop);
    expect(await notifyWallet(shop, body["webhookUrl"], { ...refill, ...wrong })).toBe(200);
    expect(await notifyWallet(shop, "http://127.0.0.1:4000/wallet-webhook", refill)).toBe(400);
    expect(await page(shop)).toContain("Waiting for your card payment");
  });

  test("shows the query that the browser returns with as a hint", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    const { body } = await begin(shop);
    const hint = "order_id=700001&transaction_id=600001&is_approved=1&code=0";
    await shop.get(`/wallet/refills/${formToken}/return?${hint}`);
    expect(await page(shop)).toContain("Not yet confirmed");
    const failed = { ...refill, status: "fail", code: "5051" };
    expect(await notifyWallet(shop, body["webhookUrl"], failed)).toBe(200);
    expect(await page(shop)).toContain("No money was added");
    await shop.get(`/wallet/refills/${formToken}/return?${hint}`);
    expect(await page(shop)).toContain("No money was added");
  });

  test("that the gateway refuses leaves nothing to wait for", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    shop.wallet.on(`POST /api/v1/payment-account/${account.id}/refill`, () =>
      refusal(400, { amount: "is low" }),
    );
    await begin(shop);
    const shown = await page(shop);
    expect(shown).toContain("Some details weren’t accepted");
    expect(shown).not.toContain("Waiting for your card payment");
  });

  test.each([
    ["", "Enter an amount, like 12.50"],
    ["much", "Enter an amount, like 12.50"],
    ["-5", "Enter an amount, like 12.50"],
    ["0", "Enter an amount, like 12.50"],
  ])("of %j is refused with a message, and nothing is sent", async (amount, words) => {
    const shop = openWalletShop();
    await logIn(shop);
    const { body } = await begin(shop, { amount });
    expect(await page(shop)).toContain(words);
    expect(body).toEqual({});
  });
});

describe("an order that is paid from the wallet", () => {
  test("is paid by the response, and stays so with the notification", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    const { order, location } = await payFromWallet(shop);
    expect(location).toBe(order);
    const [call] = shop.wallet.of("POST /api/v1/payment");
    expect(call).toMatchObject({
      authorization: `Bearer ${accessToken}`,
      body: { paymentAccountId: account.id, amount: 18.5, currency: "EUR", merchantOrderId: order.slice(8) },
    });
    expect(await text(shop.get(order))).toContain("Thank you – your payment is complete");
    const notification = { ...payment, merchantOrderID: order.slice(8) };
    expect(await notifyWallet(shop, call?.body["webhookUrl"], notification)).toBe(200);
    expect(await text(shop.get(order))).toContain("Thank you – your payment is complete");
    expect(await text(shop.get("/"))).toContain("Your basket is empty.");
  });

  test("is voided once, when a webhook reports a void that was made elsewhere", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    const { order } = await payFromWallet(shop);
    const url = shop.wallet.of("POST /api/v1/payment")[0]?.body["webhookUrl"];
    const paid = { ...payment, merchantOrderID: order.slice(8) };
    expect(await notifyWallet(shop, url, paid)).toBe(200);
    const undone = {
      ...paid,
      ...{ id: 600_009, type: "income", action: "refund", mode: "void", voidedTransactionId: payment.id },
    };
    for (const _ of ["first", "again"]) {
      expect(await notifyWallet(shop, url, undone)).toBe(200);
      expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
    }
    expect(await notifyWallet(shop, url, paid)).toBe(200);
    expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
  });

  test("is declined if the balance is too low, and can be paid again", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    shop.wallet.on("POST /api/v1/payment", () =>
      Response.json({ ...payment, status: "fail", code: "5051" }, { status: 201 }),
    );
    const { location } = await payFromWallet(shop);
    expect(location).toBe(`/checkout/wallet?account=${account.id}`);
    const page = await text(shop.get(location));
    expect(page).toContain("There isn’t enough money in your account.");
    expect(page).not.toContain("Your card");
  });

  test("is unknown without a response: nothing more is sent, and the notification settles it", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    shop.wallet.on("POST /api/v1/payment", () => refusal(500));
    const { order } = await payFromWallet(shop);
    expect(await text(shop.get(order))).toContain("We don’t know yet if you were charged");
    await shop.post(`${order}/wallet`, { account: String(account.id) });
    const calls = shop.wallet.of("POST /api/v1/payment");
    expect(calls).toHaveLength(1);
    const notification = { ...payment, merchantOrderID: order.slice(8) };
    expect(await notifyWallet(shop, calls[0]?.body["webhookUrl"], notification)).toBe(200);
    expect(await text(shop.get(order))).toContain("Thank you – your payment is complete");
  });

  test("is not paid if the login has ended: the login page leads back to it", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    shop.wallet.on("POST /api/v1/payment", () => refusal(401));
    shop.wallet.on(`POST /api/v1/auth/${user.id}/refresh`, () => refusal(401));
    expect((await payFromWallet(shop)).location).toBe("/wallet");
    expect((await logIn(shop)).headers.get("Location")).toBe("/checkout/wallet");
    const page = await text(shop.get("/checkout/wallet"));
    expect(page).toContain("Dawn mug");
    expect(page).toContain('name="locale" value="en"');
    expect(page).not.toContain("Your login to the wallet has ended");
  });

  test("is not paid from an account that is not the customer's", async () => {
    const shop = openWalletShop();
    await logIn(shop);
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    const page = await text(shop.get("/checkout/wallet"));
    const order = page.match(/action="(\/orders\/[\w-]+)\/wallet"/)?.[1] ?? "";
    await shop.post(`${order}/wallet`, { account: "20009", formToken });
    expect(shop.wallet.of("POST /api/v1/payment")).toEqual([]);
  });
});
