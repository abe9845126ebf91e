/** What the routes of the wallet share: who is logged in, how a refusal is answered, notices. */
import type { RequestOptions, WalletSession } from "@cardpane/node";
import type { Context } from "hono";
import { notFound } from "../../http/notice.ts";
import type { Html, Page } from "../../http/page.ts";
import { openPage } from "../../http/page.ts";
import type { Shop } from "../../http/shop.ts";
import { type Form, readFormToken } from "../inputs.ts";
import type { Refusal } from "../refusal.ts";
import type { ShopperWallet } from "../shopper-wallet.ts";
import { type Refused, walletFailedPage } from "../views/parts.ts";

/** Runs something as the customer who is logged in; otherwise redirects to the login, and from there back. */
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
 * Answers a customer whom the gateway refused: on the page of the form, without one by a page that says why, or, where the login
 * is over or the user is blocked, on the login page. The basket and open orders stay as they are.
 */
export async function refuseCustomer(
  c: Context,
  shop: Shop,
  refusal: Refusal,
  onPage = (why: Refusal): Response | Promise<Response> => showFailure(c, shop, why),
): Promise<Response> {
  const { kind } = refusal;
  if (kind !== "session_ended" && kind !== "blocked") return onPage(refusal);
  const { wallet } = shop.sessions.renew(c);
  endLogin(wallet);
  wallet.notice = { kind };
  if (c.req.method === "GET") rememberWay(c, wallet);
  return c.redirect("/wallet", 303);
}

/** The wallet cannot be shown at all. */
function showFailure(c: Context, shop: Shop, refusal: Refusal): Response | Promise<Response> {
  if (refusal.kind === "not_found") return notFound(c, shop);
  return c.html(walletFailedPage(openPage(c, shop), refusal), 502);
}

/** The login is over here. What belongs to the customer is theirs when they come back. */
export function endLogin(wallet: ShopperWallet): void {
  wallet.login?.forget();
  wallet.login = null;
}

/** Another customer's things are not the next one's to see, nor what a wallet that was just opened is entered with. */
export function forgetCustomer(wallet: ShopperWallet): void {
  endLogin(wallet);
  wallet.refills.clear();
  Object.assign(wallet, { email: null, authenticator: null, news: [], comeBack: null });
}

function rememberWay(c: Context, wallet: ShopperWallet): void {
  const { pathname, search } = new URL(c.req.url);
  wallet.comeBack = pathname + search;
}

/** Answers with a page of the wallet, and removes the notice that it showed. */
export async function answerPage(
  c: Context,
  shop: Shop,
  isRefused: boolean,
  render: (page: Page) => Html,
): Promise<Response> {
  const { wallet } = shop.sessions.read(c);
  const page = openPage(c, shop);
  // A form that was posted is not an address that language and appearance can come back to.
  const here = c.req.method === "GET" ? page.here : "/wallet";
  const body = render({ ...page, here });
  wallet.notice = null;
  return c.html(body, isRefused ? 422 : 200);
}

export function refused(form: string, values: Form, refusal: Refusal): Refused {
  return { form, values, refusal };
}

/** The same form sent twice is the same request. */
export function requestOf(form: Form): RequestOptions {
  const formToken = readFormToken(form);
  return formToken === undefined ? {} : { idempotencyKey: `wallet.${formToken}` };
}

/** The id in the path; `undefined` for what is none. */
export function idOf(c: Context, name = "id"): number | undefined {
  // As the gateway writes them: `Number` takes blanks, 0x10 and 1e3, too.
  const text = c.req.param(name) ?? "";
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
