/** Pays for the basket from the wallet: the choice of an account, and the pay button. */
import type { PaymentAccount } from "@cardpane/node";
import type { Hono } from "hono";
import { html } from "hono/html";
import { redirectWith } from "../http/notice.ts";
import { type Html, openPage, type Page } from "../http/page.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import type { Order } from "../orders/order.ts";
import { endLogin, noteBalance, payingAccounts } from "../orders/shopper-wallet.ts";
import { pay } from "../payments/pay.ts";
import { answer, checkoutPage, payRoute } from "../shop/checkout.ts";
import { checkoutFrame, lastProblem, payLabel, ways } from "../shop/checkout-view.ts";
import { locales } from "../texts/index.ts";
import { withLogin } from "./customer.ts";
import { accountName, money } from "./views.ts";

const path = ways.wallet;

export function walletCheckoutRoutes(app: Hono, shop: Shop): void {
  checkoutPage(app, shop, path, (c, order) =>
    withLogin(c, shop, async (login) => {
      const accounts = await login.accounts.list({ isActive: true }).toArray();
      noteBalance(order.session.wallet, accounts);
      const page = { ...openPage(c, shop), here: path };
      const chosen = Number(c.req.query("account"));
      return c.html(walletPage(page, order, payingAccounts(accounts), chosen));
    }),
  );

  payRoute(app, shop, "wallet", (c, order, form) =>
    withLogin(c, shop, async (login) => {
      const { session } = order;
      const { wallet } = session;
      const accountId = Number(form["account"]);
      const accounts = await login.accounts.list({ isActive: true }).toArray();
      const account = payingAccounts(accounts).find(({ id }) => id === accountId);
      if (!account || account.userId === null) return c.redirect(path, 303);
      order.checkout = `${path}?account=${accountId}`;
      await pay(shop, order, { kind: "wallet", userId: account.userId, accountId }, visitorOf(c));
      wallet.balance = null;
      const problem = lostLogin(order);
      if (!problem) return answer(c, order);
      shop.sessions.renew(c);
      endLogin(wallet);
      wallet.comeBack = path;
      return redirectWith(c, shop, "/wallet", locales[localeOf(c, session)].notMade[problem], true);
    }),
  );
}

function walletPage(page: Page, order: Order, accounts: readonly PaymentAccount[], chosen: number): Html {
  const { wallet } = page.texts;
  const first =
    accounts.find(({ id }) => id === chosen) ?? accounts.find(({ type }) => type === "fiat") ?? accounts[0];
  const rows = accounts.map(
    (one) =>
      html`<label class="row"><input type="radio" name="account" value="${one.id}" ${one === first && html`checked`}> <span><bdi>${accountName(one)}</bdi></span> <span class="row-end">${money(one.balance, one.currency, page.locale)}</span></label>`,
  );
  return checkoutFrame(page, order, {
    way: "wallet",
    action: "wallet",
    // A shopper who sees this page has logged in again.
    problem: lostLogin(order) ? undefined : lastProblem(page, order),
    payment: first
      ? html`<fieldset class="rows"><legend>${wallet.account}</legend>${rows}</fieldset>
<p class="soft">${wallet.payPromoFirst}</p>
<button class="button primary wide pay">${payLabel(page, order)}</button>`
      : html`<p>${wallet.payNoAccount}</p><p><a class="button" href="/wallet">${wallet.title}</a></p>`,
  });
}

/** Why the wallet could not be used, if that is why the order was not paid. */
function lostLogin({ state }: Order): "logged_out" | "blocked" | undefined {
  if (state.status !== "created") return undefined;
  return state.problem === "logged_out" || state.problem === "blocked" ? state.problem : undefined;
}
