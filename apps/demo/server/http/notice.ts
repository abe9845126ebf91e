/** The pages "not found" and "failed", and the redirect to a page that shows a notice. */
import type { Context } from "hono";
import { html } from "hono/html";
import type { WalletNotice } from "../wallet/shopper-wallet.ts";
import { layout } from "./layout.ts";
import { type Html, openPage, type Page } from "./page.ts";
import type { Shop } from "./shop.ts";

/** Answers a request for a page that does not exist, or belongs to another visitor. */
export function notFound(c: Context, shop: Shop): Response | Promise<Response> {
  return c.html(notFoundPage(openPage(c, shop)), 404);
}

/** Redirects to a page that shows the notice once. */
export function redirectWithNotice(
  c: Context,
  { sessions }: Shop,
  location: string,
  notice: WalletNotice,
): Response {
  const session = sessions.read(c);
  session.wallet.notice = notice;
  sessions.keep(c, session);
  return c.redirect(location, 303);
}

function notFoundPage(page: Page): Html {
  return notice(page, page.texts.notFoundTitle, page.texts.notFoundText);
}

export function failedPage(page: Page): Html {
  return notice(page, page.texts.failedTitle, page.texts.failedText);
}

function notice(page: Page, title: string, text: string): Html {
  return layout(page, {
    title,
    body: html`<article class="order"><h1>${title}</h1><p>${text}</p><p><a class="button secondary" href="/">${page.texts.shopOn}</a></p></article>`,
  });
}
