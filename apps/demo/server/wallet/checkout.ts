/** Pays for the basket from the wallet: its page asks for the login, and its form names the account. */
import type { Context, Hono } from "hono";
import { redirectWith } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import type { Order } from "../orders/order.ts";
import { endLogin, noteAccounts } from "../orders/shopper-wallet.ts";
import { pay } from "../payments/pay.ts";
import { answer, checkoutRoute, type PayByForm } from "../shop/checkout.ts";
import { checkoutPage, ways } from "../shop/checkout-view.ts";
import { locales } from "../texts/index.ts";
import { withLogin } from "./customer.ts";

const path = ways.wallet;

export function walletCheckoutRoutes(app: Hono, shop: Shop): void {
  checkoutRoute(app, shop, path, (c, order) =>
    withLogin(c, shop, async (login) => {
      noteAccounts(order.session.wallet, await login.accounts.list({ isActive: true }).toArray());
      // A shopper who sees this page has logged in again.
      if (lostLogin(order)) order.state = { status: "created", problem: null };
      const page = { ...openPage(c, shop, await shop.findPane()), here: path };
      const accountId = Number(c.req.query("account"));
      return c.html(checkoutPage(page, { order, way: "wallet", accountId }) ?? "");
    }),
  );
}

/** Pays an order from the account that the form names. */
export const payFromWallet =
  (shop: Shop): PayByForm =>
  (c: Context, order, form) =>
    withLogin(c, shop, async (login) => {
      const { session } = order;
      const { wallet } = session;
      const accountId = Number(form["account"]);
      const accounts = noteAccounts(wallet, await login.accounts.list({ isActive: true }).toArray());
      const account = accounts.find(({ id }) => id === accountId);
      if (!account || account.userId === null) return c.redirect(path, 303);
      order.checkout = `${path}?account=${accountId}`;
      await pay(shop, order, { kind: "wallet", userId: account.userId, accountId }, visitorOf(c));
      wallet.accounts = null;
      const problem = lostLogin(order);
      if (!problem) return answer(c, order);
      shop.sessions.renew(c);
      endLogin(wallet);
      wallet.comeBack = path;
      return redirectWith(c, shop, "/wallet", locales[localeOf(c, session)].notMade[problem], true);
    });

/** Why the wallet could not be used, if that is why the order was not paid. */
function lostLogin({ state }: Order): "logged_out" | "blocked" | undefined {
  if (state.status !== "created") return undefined;
  return state.problem === "logged_out" || state.problem === "blocked" ? state.problem : undefined;
}
