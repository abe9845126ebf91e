/** Webhooks of the wallet: their addresses, autoreload, the notice of a low balance, and the shared outbox. */
import { createHash } from "node:crypto";
import { walletTransaction } from "@cardpane/gateway";
import { beforeEach, describe, expect, it } from "vitest";
import { accepted, newConsumer, type TestGateway, testCard, testSandboxes } from "../testing/gateway.ts";
import { stampOf, type TestWallet, withWallet } from "../testing/money.ts";
import { callsAs, codeOf } from "../testing/wallet.ts";
import { restsMs } from "./autoreload.ts";

const { externalId: _, email: __, ...consumer } = newConsumer();
const secret = "a-secret-of-the-merchant";

describe.each(testSandboxes)("the wallet's webhooks on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let wallet: TestWallet;
  let account: number;
  withWallet(
    sandbox,
    (given) => {
      ({ gateway, wallet, account } = given);
      gateway.receiver = () => 204;
    },
    { signature: { scheme: "sha256-concat", secret }, ...sandbox.settings },
    { webhookUrl: "https://shop.test/account" },
  );

  const receivedWebhooks = async () => {
    await gateway.runDue();
    const own = gateway.received.filter(({ json }) => json?.userId === wallet.clientId);
    return own.map(({ url, json, headers }) => ({ url, headers, json }));
  };
  const update = async (fields: object) =>
    accepted(await wallet.call("PUT", `/api/v1/payment-account/${account}`, { ...fields }));
  const rule = async (effect: object, match: object = {}) =>
    accepted(
      await gateway.admin("/rules", {
        merchant: 1001,
        match: { consumer: wallet.email, ...match },
        effect,
      }),
    );
  async function storeCard(number: string = testCard.number, amount = 10): Promise<void> {
    const body = { name: "First", amount, consumer, emailOptions: { send: false }, forceCheckout: true };
    const { url } = accepted(await wallet.call("POST", `/api/v1/payment-account/${account}/refill`, body));
    const payment = JSON.stringify({ token: await gateway.token({ number }) });
    accepted(
      await gateway.request(new URL(url).pathname, {
        method: "POST",
        body: String(new URLSearchParams({ payment })),
      }),
    );
  }
  const subtypes = async () =>
    (await receivedWebhooks()).map(({ json }) =>
      [json.subtype, json.status, json.notice].filter(Boolean).join(" "),
    );

  describe("report a payment", () => {
    it("to the call's address, or to the account's if the call names none", async () => {
      await wallet.topUp(account, 10);
      const { json: one } = await wallet.pay(account, 1, { webhookUrl: "https://shop.test/call" });
      const { json: two } = await wallet.pay(account, 20);
      const webhooks = await receivedWebhooks();
      expect(webhooks.map(({ url, json }) => [url, json])).toEqual([
        ["https://shop.test/call", one],
        ["https://shop.test/account", two],
      ]);
      expect(walletTransaction.safeParse(webhooks[1]?.json).error).toBeUndefined();
      expect(two).toMatchObject({ status: "fail", code: "5051" });
    });

    it("with its parts, signed", async () => {
      const promo = await wallet.account({ type: "promo" });
      await wallet.topUp(promo, 1);
      await wallet.topUp(account, 1);
      await wallet.pay(account, 2);
      const [webhook] = await receivedWebhooks();
      expect(webhook?.json.child).toMatchObject({ 0: { price: 1 }, 1: { price: 1 } });
      const signed = `${secret}${webhook?.json.id}success`;
      expect(webhook?.headers.get("X-Signature")).toBe(createHash("sha256").update(signed).digest("hex"));
    });

    it("not without an address, and not if it was refused", async () => {
      const quiet = await wallet.account();
      await wallet.topUp(quiet, 1);
      await wallet.pay(quiet, 1);
      await wallet.pay(account, 1, { currency: "USD" });
      expect(await receivedWebhooks()).toEqual([]);
    });

    it("of one account one after the other, whatever the receiver answers", async () => {
      await wallet.topUp(account, 10);
      const made: number[] = [];
      for (const amount of [1, 2, 3]) made.push((await wallet.pay(account, amount)).json.id);
      gateway.receiver = ({ json, headers }) =>
        json.id === made[0] && headers.get("X-Delivery-Attempt") === "1" ? 500 : 204;
      await receivedWebhooks();
      await gateway.advance(60_000);
      expect((await receivedWebhooks()).map(({ json }) => json.id)).toEqual([
        made[0],
        made[0],
        made[1],
        made[2],
      ]);
    });

    it("with the faults of QA's rules, and are listed", async () => {
      await wallet.topUp(account, 10);
      await rule(
        { type: "notification", mode: "duplicate", copies: 2 },
        { path: "/api/v1/payment", amount: 4 },
      );
      const { json: paid } = await wallet.pay(account, 4);
      expect(await receivedWebhooks()).toHaveLength(2);
      const { json: log } = await gateway.admin("/notifications?merchant=1001&limit=5");
      const entry = log.data.find(
        ({ transactionId }: { transactionId: string }) => transactionId === String(paid.id),
      );
      expect(entry).toMatchObject({ accountId: String(account), status: "delivered", body: { id: paid.id } });
    });
  });

  describe("report a void", () => {
    const bodies = async () =>
      (await receivedWebhooks()).map(({ url, json }) => [url, json.mode, json.id, json.voidedTransactionId]);

    it("at the address of the voided call, as a separate transaction that names the voided one", async () => {
      await wallet.topUp(account, 10);
      const { json: paid } = await wallet.pay(account, 4, { webhookUrl: "https://shop.test/order-1" });
      const { json: undone } = await wallet.void(paid.id, { reason: "Returned" });
      const [, second, ...rest] = await receivedWebhooks();
      expect(rest).toEqual([]);
      const { child: _, ...expected } = undone.child[0];
      expect([second?.url, second?.json]).toMatchObject([
        "https://shop.test/order-1",
        {
          id: expected.id,
          mode: "void",
          type: "income",
          price: 4,
          status: "success",
          message: "Returned",
          voidedTransactionId: paid.id,
          balanceTotal: { EUR: "10.00" },
        },
      ]);
      expect(walletTransaction.safeParse(second?.json).error).toBeUndefined();
    });

    it("once for a payment in parts, at the account's address if the call named none", async () => {
      const promo = await wallet.account({ type: "promo" });
      await wallet.topUp(promo, 1);
      await wallet.topUp(account, 1);
      const { json: paid } = await wallet.pay(account, 2);
      await wallet.void(paid.id);
      expect(await bodies()).toEqual([
        ["https://shop.test/account", "wallet", paid.id, undefined],
        ["https://shop.test/account", "void", expect.any(Number), paid.id],
      ]);
    });

    it("that a customer requests, also of a refill", async () => {
      await storeCard();
      const [refilled] = await receivedWebhooks();
      const merchant = callsAs(gateway);
      const { json: secretUrl } = await merchant("POST", `/api/v1/user/${wallet.clientId}/oauth-url`);
      const code = codeOf(secretUrl.oauthUrl, (await gateway.runtime.clock.now()).getTime());
      const { json: tokens } = await merchant("POST", "/api/v1/auth", { email: wallet.email, code });
      const customer = callsAs(gateway, `Bearer ${tokens.accessToken}`);
      expect((await customer("POST", `/api/v1/transaction/${refilled?.json.id}/void`, {})).status).toBe(200);
      expect((await bodies()).at(-1)).toEqual([
        ...["https://shop.test/account", "void", expect.any(Number), refilled?.json.id],
      ]);
    });

    it("not if it was refused or there is no address", async () => {
      const quiet = await wallet.account();
      await wallet.topUp(quiet, 1);
      await wallet.void((await wallet.pay(quiet, 1)).json.id);
      await wallet.void((await wallet.pay(account, 1)).json.id);
      expect((await bodies()).map(([, mode]) => mode)).toEqual(["wallet"]);
    });
  });

  describe("report an autoreload", () => {
    beforeEach(async () => {
      await storeCard();
      await update({ isAutoReload: true, autoReloadAmount: 50, autoReloadMinAmount: 5 });
    });

    it("that refills an account below its minimum after a payment, in the payment's transaction", async () => {
      const { json: paid } = await wallet.pay(account, 5);
      expect(paid).toMatchObject({ balance: 5, balanceTotal: { EUR: "5.00" } });
      expect((await wallet.pay(account, 0.01)).json).toMatchObject({
        balance: 4.99,
        balanceTotal: { EUR: "54.99" },
      });
      const reload = (await receivedWebhooks()).at(-1)?.json;
      expect(reload).toMatchObject({
        type: "income",
        subtype: "autoreload",
        action: "charge",
        mode: "card",
        status: "success",
        price: 50,
        balance: 54.99,
        accountNumber: "424242******4242",
        paymentMethod: "card",
      });
      expect(await subtypes()).toEqual([
        ...["refill success", "payment success", "payment success", "autoreload success"],
      ]);
    });

    it("not after a failed payment or a negative top-up", async () => {
      await wallet.pay(account, 100);
      await wallet.topUp(account, -9);
      expect(await wallet.balance(account)).toBe(1);
    });

    it("that was declined as a failed transaction, and tries again a day later at the earliest", async () => {
      await rule({ type: "outcome", code: "5041" }, { path: "/api/v1/payment-account/{id}/refill" });
      await wallet.pay(account, 8);
      expect((await receivedWebhooks()).at(-1)?.json).toMatchObject({
        subtype: "autoreload",
        status: "fail",
        code: "5041",
        price: 50,
        balance: 2,
      });
      await wallet.pay(account, 1);
      gateway.now += restsMs - 1;
      await wallet.pay(account, 0.5);
      expect(await wallet.balance(account)).toBe(0.5);
      gateway.now += 1;
      await wallet.pay(account, 0.5);
      expect(await wallet.balance(account)).toBe(50);
    });

    it("whose pause ends when it is switched on again", async () => {
      await storeCard("4000000000009979", 1);
      await rule({ type: "outcome", code: "5000" }, { path: "/api/v1/payment-account/{id}/refill" });
      await wallet.pay(account, 9);
      await update({ isAutoReload: true });
      await wallet.pay(account, 0.5);
      expect(await wallet.balance(account)).toBe(50.5);
    });

    it("that fails with an expired card", async () => {
      gateway.now = Date.UTC(2031, 0, 1);
      await wallet.pay(account, 8);
      expect((await receivedWebhooks()).at(-1)?.json).toMatchObject({
        subtype: "autoreload",
        status: "fail",
        code: "5054",
      });
      gateway.now = Date.UTC(2026, 6, 1);
    });
  });

  describe("report a low balance", () => {
    beforeEach(async () => {
      await wallet.topUp(account, 10);
      await update({ isNotify: true, notifyAmount: 5 });
    });
    const notices = async () =>
      (await receivedWebhooks()).filter(({ json }) => json.notice === "low_balance");

    it("once, when the balance falls below the amount, and again only after the balance has reached it", async () => {
      await wallet.pay(account, 5);
      expect(await notices()).toEqual([]);
      const { json: paid } = await wallet.pay(account, 0.01);
      expect((await notices()).map(({ url, json }) => [url, json])).toEqual([
        ["https://shop.test/account", { ...paid, notice: "low_balance" }],
      ]);
      await wallet.pay(account, 1);
      await wallet.topUp(account, 0.5);
      expect(await notices()).toHaveLength(1);
      await wallet.topUp(account, 5);
      await wallet.topUp(account, -5);
      expect(await notices()).toHaveLength(2);
    });

    it("not if a reload restores it, and not if a payment is voided", async () => {
      await storeCard();
      await update({ isAutoReload: true, autoReloadAmount: 50, autoReloadMinAmount: 5 });
      await wallet.pay(account, 18);
      expect(await notices()).toEqual([]);
    });

    it("not if a void returns money that expires at once, and leaves as much as before", async () => {
      const promo = await wallet.account({ type: "promo", webhookUrl: "https://shop.test/promo" });
      await wallet.topUp(promo, 3, { dateExpire: stampOf(gateway.now + 3_600_000) });
      await wallet.topUp(promo, 5);
      const { json: paid } = await wallet.pay(promo, 3);
      gateway.now += 3_600_000;
      // The balance is below the amount already: only a fall is reported.
      await wallet.call("PUT", `/api/v1/payment-account/${promo}`, { isNotify: true, notifyAmount: 6 });
      expect((await wallet.void(paid.id)).status).toBe(200);
      expect(await wallet.balance(promo)).toBe(5);
      expect(await notices()).toEqual([]);
    });

    it("with the payment that caused it, not with a part of it or a failed reload", async () => {
      const promo = await wallet.account({ type: "promo" });
      await wallet.topUp(promo, 1);
      await storeCard();
      await update({ isAutoReload: true, autoReloadAmount: 50, autoReloadMinAmount: 5 });
      await rule({ type: "outcome", code: "5041" }, { path: "/api/v1/payment-account/{id}/refill" });
      const { json: paid } = await wallet.pay(account, 20);
      expect((await notices()).map(({ json }) => json.id)).toEqual([paid.id]);
    });

    it("caused by the expiry of promo money", async () => {
      const promo = await wallet.account({ type: "promo", webhookUrl: "https://shop.test/promo" });
      await wallet.call("PUT", `/api/v1/payment-account/${promo}`, { isNotify: true, notifyAmount: 1 });
      const dateExpire = stampOf(gateway.now + 3_600_000);
      await wallet.topUp(promo, 3, { dateExpire });
      await gateway.advance(3_600_000);
      expect((await notices()).map(({ json }) => [json.subtype, json.price])).toEqual([["expiry", 3]]);
    });
  });
});
