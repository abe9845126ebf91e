/** The data that every page needs, created for each request. */
import type { Context } from "hono";
import type { HtmlEscapedString } from "hono/utils/html";
import { countryFor } from "../orders/countries.ts";
import { type QaSettings, qaQueryNames } from "../orders/qa-settings.ts";
import { locales, type Texts } from "../texts/index.ts";
import { isQaOpen, mayUseQa } from "./access.ts";
import type { PaneScript } from "./pane.ts";
import { localeOf } from "./session.ts";
import type { Shop } from "./shop.ts";

/** HTML from a template that has escaped its texts. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The data of a view. */
export type Page = Readonly<ReturnType<typeof openPage>>;

/** Creates the page of a request and sets the headers of its response. */
export function openPage(c: Context, shop: Shop, pane?: PaneScript) {
  const session = shop.sessions.read(c);
  const locale = localeOf(c, session);
  const url = new URL(c.req.url);
  c.header("Cache-Control", "no-store");
  c.header("Vary", "Cookie, Accept-Language");
  return {
    session,
    locale,
    texts: locales[locale] as Texts,
    /** The shopper's country: the chosen one, else the browser's. */
    country: session.contact.country || countryFor(c.req.header("Accept-Language")),
    /** hono creates it with the page's policy. */
    nonce: c.get("secureHeadersNonce") ?? "",
    /** Path and query of this page, without the QA settings; the footer's forms redirect to it. */
    here: url.pathname + withoutQaQuery(url.searchParams),
    pane: pane && asQaSees(pane, mayUseQa(c, shop) ? session.qa.host : "up"),
    config: shop.config,
    mayUseQa: mayUseQa(c, shop),
    isQaOpen: isQaOpen(c, shop),
    /** Whether a script of the shop reads the page, and shows only a part of it. */
    isWatched: isScript(c),
    now: shop.now(),
  };
}

/** The pane's script, unless QA has switched its host off. */
function asQaSees({ src, integrity }: PaneScript, host: QaSettings["host"]): PaneScript | undefined {
  if (host === "down") return undefined;
  return { src: host === "up" ? src : src.replace(/\/cardpane\.js$/, "/lost/cardpane.js"), integrity };
}

/** Where a shopper goes whose session has ended: the page says so, and that nothing was charged. */
export const sessionEndedPath = "/?ended=1";

/**
 * Opens another page. The checkout's script gets its address in a header, because it cannot follow a redirect to another site.
 *
 * @param inDialog shows the page in a dialog instead
 */
export function go(c: Context, location: string, inDialog = false): Response {
  if (!isScript(c)) return c.redirect(location, 303);
  c.header("Shop-Location", location);
  if (inDialog) c.header("Shop-Dialog", "1");
  // Not empty without a type, which the browser would parse as XML.
  return c.text("");
}

/** Whether a script of the shop sent the request. */
export function isScript(c: Context): boolean {
  return c.req.header("Shop-Script") !== undefined;
}

/** Removes the QA settings from a query: they would open the panel again after its button has closed it. */
function withoutQaQuery(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of [...qaQueryNames, "ended"]) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : "";
}

/**
 * The path of this shop that a form names for the redirect, at most 2,000 characters; the front page for anything else,
 * above all another site.
 */
export function ownPath(text: unknown): string {
  return typeof text === "string" && /^\/(?![/\\])[\w\-./?=&%:;,+!~*'()]{0,1999}$/.test(text) ? text : "/";
}
