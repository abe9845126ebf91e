/**
 * The wallet: one page, and the forms on it. Every action of a customer uses the customer's own tokens: they stay in the shop's
 * memory, where the client refreshes them. A shop of several processes would store them in `onTokens`, and each process would
 * `resume()` them.
 */
import type { Hono } from "hono";
import { isQaOpen } from "../http/access.ts";
import { redirectWith } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { formatAmount } from "../orders/money.ts";
import { noteAccounts } from "../orders/shopper-wallet.ts";
import { declineText } from "../shop/parts.ts";
import { withLogin } from "./customer.ts";
import { FormProblem, handleOwnForm, readAmount } from "./forms.ts";
import { logInRoutes } from "./log-in.ts";
import { refillRoutes } from "./refill.ts";
import { homePage, logInPage } from "./views.ts";

export function walletRoutes(app: Hono, shop: Shop): void {
  app.get("/wallet", async (c) => {
    const { wallet } = shop.sessions.read(c);
    // Back from the gateway's page: what its address says is only a hint, because the shopper's browser carries it.
    if (c.req.query("transaction_id") !== undefined) return c.redirect("/wallet", 303);
    if (!wallet.login) {
      // The pane's script draws the QR code of a new authenticator.
      const page = openPage(c, shop, wallet.authenticator ? await shop.findPane() : undefined);
      return c.html(logInPage(page));
    }
    return withLogin(c, shop, async (login) => {
      const accounts = await login.accounts.list().toArray();
      const { data } = await login.transactions.list({ orderDirection: "desc", limit: 10 }).page(1);
      noteAccounts(wallet, accounts);
      return c.html(homePage(openPage(c, shop), accounts, data));
    });
  });

  app.get("/wallet/version", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ version: shop.sessions.read(c).wallet.refill?.state.status ?? "" });
  });

  logInRoutes(app, shop);
  accountRoutes(app, shop);
  refillRoutes(app, shop);
}

function accountRoutes(app: Hono, shop: Shop): void {
  app.post("/wallet/accounts", (c) =>
    handleOwnForm(c, shop, async ({ field, options, texts }, login) => {
      const type = field("type") === "promo" ? "promo" : "fiat";
      const name = field("name");
      // *The shop's own names* for the source of an account's money. An unknown currency is refused by the client.
      const source = { method: type === "promo" ? "voucher" : "card", system: "odd-harbour" } as const;
      await login.accounts.create(
        { ...source, type, currency: field("currency"), ...(name !== "" && { name }) },
        options,
      );
      return texts.wallet.accountCreated;
    }),
  );

  // A top-up needs the merchant's key: the gateway would let customers give money to themselves. QA may try it here.
  app.use("/wallet/top-up", async (c, next) =>
    isQaOpen(c, shop) ? next() : c.text("Refused: only the shop's operator tops up.", 403),
  );
  app.post("/wallet/top-up", (c) =>
    handleOwnForm(c, shop, async ({ field, sentAt, options, texts }, login) => {
      const accountId = Number(field("account"));
      const { userId, currency } = await login.accounts.get(accountId);
      const amountMinor = readAmount(field("amount"), currency, texts);
      const days = field("expiresInDays");
      const expiry = new Date(sentAt + Number(days) * 86_400_000);
      if (userId === null || Number.isNaN(expiry.getTime())) throw new FormProblem(texts.wallet.mustBeNumber);
      const dateExpire = expiry.toISOString().slice(0, 19).replace("T", " ");
      const { topUps } = shop.client.wallet.forUser(userId);
      const money = { amountMinor, currency, ...(days !== "" && { dateExpire }) };
      const { status, code, type, price, currency: paid } = await topUps.create(accountId, money, options);
      if (status !== "success")
        return redirectWith(c, shop, "/wallet", declineText(texts, code ?? null), true);
      return `${type === "income" ? "Added" : "Removed"}: ${formatAmount(price, paid, "en")}`;
    }),
  );
}
