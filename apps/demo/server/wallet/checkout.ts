/** Pays for the basket from the wallet: the choice of an account, and the pay button. */
import type { PaymentAccount } from "@cardpane/node";
import type { Hono } from "hono";
import { html } from "hono/html";
import { redirectWith } from "../http/notice.ts";
import { type Html, openPage, type Page, sessionEndedPath } from "../http/page.ts";
import { applyPageLocale, localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { isPayable, type Order } from "../orders/order.ts";
import { openOrder } from "../orders/session-orders.ts";
import { payOrder } from "../payments/pay-order.ts";
import type { Pay } from "../payments/payment-input.ts";
import { emptyContact } from "../shop/contact.ts";
import { formatMinor } from "../shop/money.ts";
import { checkoutFrame, lastProblem } from "../shop/views/checkout.ts";
import { locales } from "../texts/index.ts";
import { withLogin } from "./customer.ts";
import { endLogin, noteBalance, payingAccounts } from "./shopper-wallet.ts";
import { accountName, money } from "./views.ts";

const path = "/checkout/wallet";

export function walletCheckoutRoutes(app: Hono, shop: Shop, pay: Pay): void {
  app.get(path, (c): Response | Promise<Response> => {
    const session = shop.sessions.read(c);
    const order = openOrder(session);
    if (!order) return c.redirect("/#basket", 303);
    if (!isPayable(order.state)) return c.redirect(`/orders/${order.id}`, 303);
    return withLogin(c, shop, async (login) => {
      const accounts = await login.accounts.list({ isActive: true }).toArray();
      noteBalance(session.wallet, accounts);
      const page = { ...openPage(c, shop), here: path };
      const chosen = Number(c.req.query("account"));
      return c.html(walletCheckoutPage(page, order, payingAccounts(accounts), chosen));
    });
  });

  app.post("/orders/:id/wallet", async (c) => {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id"));
    if (!order) return c.redirect(sessionEndedPath, 303);
    return withLogin(c, shop, async (login) => {
      const form = await c.req.parseBody();
      applyPageLocale(c, session, form);
      const accountId = Number(form["account"]);
      const accounts = await login.accounts.list({ isActive: true }).toArray();
      const account = payingAccounts(accounts).find(({ id }) => id === accountId);
      if (!account || account.userId === null) return c.redirect(path, 303);
      const { wallet } = session;
      shop.orders.open(order.id, session);
      const paid = await payOrder(
        session,
        order,
        {
          source: { kind: "wallet", wallet, userId: account.userId, accountId },
          contact: session.contact ?? { ...emptyContact, email: wallet.email ?? "" },
          consumerId: null,
          visitor: visitorOf(c),
        },
        pay,
      );
      const { state } = paid.order;
      wallet.balance = null;
      if (wasLoggedOut(paid.order)) {
        shop.sessions.renew(c);
        endLogin(wallet);
        wallet.comeBack = path;
        const { blocked, session_ended: ended } = locales[localeOf(c, session)].wallet.refusals;
        const isBlocked = state.status === "created" && state.problem === "blocked";
        return redirectWith(c, shop, "/wallet", isBlocked ? blocked : ended, true);
      }
      const isAgain = isPayable(state);
      return c.redirect(isAgain ? `${path}?account=${accountId}` : `/orders/${order.id}`, 303);
    });
  });
}

function walletCheckoutPage(
  page: Page,
  order: Order,
  accounts: readonly PaymentAccount[],
  chosen: number,
): Html {
  const { texts, locale } = page;
  const { wallet } = texts;
  const first =
    accounts.find(({ id }) => id === chosen) ?? accounts.find(({ type }) => type === "fiat") ?? accounts[0];
  return checkoutFrame(page, order, {
    way: "wallet",
    action: `/orders/${order.id}/wallet`,
    problem: wasLoggedOut(order) ? undefined : lastProblem(page, order),
    payment: first
      ? html`<fieldset class="rows"><legend>${wallet.account}</legend>${accounts.map((account) => choice(page, account, account.id === first.id))}</fieldset>
<p class="soft">${wallet.payPromoFirst}</p>
<button class="button primary pay"><span>${texts.pay(formatMinor(order.totalMinor, locale))}</span></button>`
      : html`<p>${wallet.payNoAccount}</p><p><a class="button secondary" href="/wallet">${wallet.toWallet}</a></p>`,
  });
}

/** A shopper who sees this page has logged in again, so that problem is no longer shown. */
function wasLoggedOut({ state }: Order): boolean {
  return state.status === "created" && (state.problem === "logged_out" || state.problem === "blocked");
}

function choice(page: Page, account: PaymentAccount, isChosen: boolean): Html {
  return html`<label class="row"><input type="radio" name="account" value="${account.id}" ${isChosen && html`checked`}> <span><bdi>${accountName(page, account)}</bdi></span> <span class="row-end">${money(account.balance, account.currency, page.locale)}</span></label>`;
}
