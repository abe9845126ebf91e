/** The plain page, the notice that the next page shows once, and the words for what the gateway refused. */
import { type CardpaneError, isCardpaneError } from "@cardpane/node";
import type { Context } from "hono";
import { html } from "hono/html";
import type { Texts } from "../texts/index.ts";
import { layout } from "./layout.ts";
import { type Html, openPage, type Page } from "./page.ts";
import type { Shop } from "./shop.ts";

interface SheetOptions {
  readonly scripts?: readonly string[];
  /** A path for `order.js` to watch, and what the page shows of it now. @default the page does not change */
  readonly watched?: { readonly path: string; readonly version: string };
  readonly overline?: Html;
  /** Whether the page is English in every language of the shop. @default false */
  readonly isEnglish?: boolean;
}

/** A page of one column: its title, the notice, and what it shows. */
export function sheet(page: Page, title: string, body: Html, options: SheetOptions = {}): Html {
  const { scripts = [], watched, overline, isEnglish } = options;
  const watching =
    watched && html`id="order" tabindex="-1" data-order="${watched.path}" data-version="${watched.version}"`;
  return layout(page, {
    title,
    scripts: watched ? [...scripts, "order.js"] : scripts,
    body: html`<article class="sheet" ${watching} ${isEnglish && html`lang="en" dir="ltr"`}>
${overline}
<h1>${title}</h1>
${noticeOf(page)}
${body}
</article>
${watched && html`<p class="unseen" id="order-news" role="status"></p>`}`,
  });
}

/** Answers a request for a page that does not exist, or belongs to another visitor. */
export function notFound(c: Context, shop: Shop): Response | Promise<Response> {
  const page = openPage(c, shop);
  return c.html(emptyPage(page, page.texts.notFoundTitle, page.texts.notFoundText), 404);
}

export function failedPage(page: Page): Html {
  return emptyPage(page, page.texts.failedTitle, page.texts.failedText);
}

function emptyPage(page: Page, title: string, text: string): Html {
  return sheet(page, title, html`<p>${text}</p><p><a class="button" href="/">${page.texts.shopOn}</a></p>`);
}

/** Redirects to a page that shows what was done, or why not. */
export function redirectWith(
  c: Context,
  { sessions }: Shop,
  location: string,
  text: string,
  isProblem = false,
): Response {
  const session = sessions.read(c);
  session.notice = { location, text, isProblem };
  sessions.keep(c, session);
  return c.redirect(location, 303);
}

/**
 * The notice of this page, once. It takes the focus: screen readers do not announce a status of a loading page. A script that watches
 * the page leaves it for the shopper's own request.
 */
export function noticeOf({ session, here, isWatched }: Page, link: Html | string = ""): Html | null {
  const { notice } = session;
  if (notice?.location !== here || isWatched) return null;
  session.notice = null;
  return message(html`${notice.text} ${link}`, notice.isProblem);
}

/** A message at the top of a page, with the focus. */
export function message(text: Html | string, isProblem = true): Html {
  return isProblem
    ? html`<div class="message" role="alert" tabindex="-1" autofocus><p>${text}</p></div>`
    : html`<p class="message good" role="status" tabindex="-1" autofocus>${text}</p>`;
}

/** The outcome of a request to the gateway. */
export type Done<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CardpaneError };

/** Runs a request to the gateway. Errors that are not the gateway's are thrown again. */
export async function attempt<T>(work: () => Promise<T>): Promise<Done<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!isCardpaneError(error)) throw error;
    return { ok: false, error };
  }
}

/** Why the gateway did not do what was asked, for the person who asked. */
export function refusalText({ refusals }: Texts, error: CardpaneError): string {
  const { code, outcome, errors = {}, retryable } = error;
  if (code === "conflict") return refusals.conflict;
  if (outcome === "unknown") return refusals.unknown;
  if (code === "rate_limited") return refusals.throttled(Math.ceil((error.retryAfterMs ?? 60_000) / 1000));
  if (Object.keys(errors).length > 0) return refusals.invalid;
  return retryable || outcome === "read_failed" ? refusals.unreachable : refusals.refused;
}
