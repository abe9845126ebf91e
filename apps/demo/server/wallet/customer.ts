/** The customer's login, for the wallet's page and the checkout. */
import { type CardpaneError, isCardpaneError, type WalletSession } from "@cardpane/node";
import type { Context } from "hono";
import { html } from "hono/html";
import { message, redirectWith, refusalText, sheet } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { endLogin } from "../orders/shopper-wallet.ts";
import { locales, type Texts } from "../texts/index.ts";

/**
 * Runs `work` with the customer's login; without a login, or if it has ended, redirects to the login page, which redirects back.
 * Any other refusal of the gateway is shown: after a form on the wallet's page, else on a page of its own.
 */
export async function withLogin(
  c: Context,
  shop: Shop,
  work: (login: WalletSession) => Promise<Response>,
): Promise<Response> {
  const { wallet } = shop.sessions.read(c);
  const { pathname, search } = new URL(c.req.url);
  if (c.req.method === "GET") wallet.comeBack = pathname + search;
  if (!wallet.login) return c.redirect("/wallet", 303);
  try {
    return await work(wallet.login);
  } catch (error) {
    if (!isCardpaneError(error)) throw error;
    return refuseCustomer(c, shop, error);
  }
}

/** Answers a customer whose request the gateway refused. The basket and open orders do not change. */
export function refuseCustomer(c: Context, shop: Shop, error: CardpaneError): Response | Promise<Response> {
  const text = walletRefusal(locales[localeOf(c, shop.sessions.read(c))], error);
  const isOver = error.code === "session_ended" || error.code === "forbidden";
  if (isOver) endLogin(shop.sessions.renew(c).wallet);
  if (isOver || c.req.method === "POST") return redirectWith(c, shop, "/wallet", text, true);
  const page = openPage(c, shop);
  const { reload, shopOn, wallet } = page.texts;
  const ways = html`<p><a href="${page.here}">${reload}</a></p><p><a href="/">${shopOn}</a></p>`;
  return c.html(sheet(page, wallet.title, html`${message(text)}${ways}`), 502);
}

function walletRefusal(texts: Texts, error: CardpaneError): string {
  switch (error.code) {
    case "login_refused":
      return texts.wallet.refusals.login_refused;
    case "session_ended":
      return texts.notMade.logged_out;
    case "forbidden":
      return texts.notMade.blocked;
    case "already_exists":
      return texts.wallet.refusals.taken;
    default:
      return refusalText(texts, error);
  }
}
