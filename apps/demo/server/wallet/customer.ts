/** Shared by the routes that use the customer's login: the login itself, answers to refusals, notices. */
import type { WalletSession } from "@cardpane/node";
import type { Context } from "hono";
import { notFound } from "../http/notice.ts";
import { type Html, openPage, type Page } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import type { Refusal } from "./refusal.ts";
import type { ShopperWallet } from "./shopper-wallet.ts";
import { walletFailedPage } from "./views/parts.ts";

/** Runs `work` with the customer's login; without a login, redirects to the login page, which redirects back. */
export async function withLogin(
  c: Context,
  shop: Shop,
  work: (login: WalletSession) => Promise<Response>,
): Promise<Response> {
  const { wallet } = shop.sessions.read(c);
  if (wallet.login) return work(wallet.login);
  if (c.req.method === "GET") rememberWay(c, wallet);
  return c.redirect("/wallet", 303);
}

/**
 * Answers a customer whose request the gateway refused: on the page of the form; without a form, on a page with the reason; and
 * on the login page if the login has ended or the user is blocked. The basket and open orders do not change.
 */
export async function refuseCustomer(
  c: Context,
  shop: Shop,
  refusal: Refusal,
  onPage = (): Response | Promise<Response> => showFailure(c, shop, refusal),
): Promise<Response> {
  const { kind } = refusal;
  if (kind !== "session_ended" && kind !== "blocked") return onPage();
  const { wallet } = shop.sessions.renew(c);
  endLogin(wallet);
  wallet.notice = { kind };
  if (c.req.method === "GET") rememberWay(c, wallet);
  return c.redirect("/wallet", 303);
}

/** Answers with a page that shows only why the wallet cannot be shown. */
function showFailure(c: Context, shop: Shop, refusal: Refusal): Response | Promise<Response> {
  if (refusal.kind === "not_found") return notFound(c, shop);
  return c.html(walletFailedPage(openPage(c, shop), refusal), 502);
}

/** Ends the login in the shop. The customer's refills are kept for the next login. */
export function endLogin(wallet: ShopperWallet): void {
  wallet.login?.forget();
  wallet.login = null;
  wallet.balance = null;
}

/** Removes the customer's data from the session: the next customer must not see it, nor the setup code of a new wallet. */
export function forgetCustomer(wallet: ShopperWallet): void {
  endLogin(wallet);
  wallet.refills.clear();
  Object.assign(wallet, { email: null, authenticator: null, comeBack: null });
}

function rememberWay(c: Context, wallet: ShopperWallet): void {
  const { pathname, search } = new URL(c.req.url);
  wallet.comeBack = pathname + search;
}

/** Answers with a page, and removes the notice that it showed. */
export async function answerPage(
  c: Context,
  shop: Shop,
  isRefused: boolean,
  render: (page: Page) => Html,
): Promise<Response> {
  const { wallet } = shop.sessions.read(c);
  const page = openPage(c, shop);
  // A posted form has no address to which a change of language or appearance could return.
  const here = c.req.method === "GET" ? page.here : "/wallet";
  const body = render({ ...page, here });
  wallet.notice = null;
  return c.html(body, isRefused ? 422 : 200);
}
