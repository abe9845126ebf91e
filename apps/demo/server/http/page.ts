/** What every page of the shop needs, created once for each request. */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { HtmlEscapedString } from "hono/utils/html";
import type { ShopConfig } from "../config.ts";
import { isQaOpen, mayUseQa } from "../qa/access.ts";
import { qaQueryNames } from "../qa/settings.ts";
import type { PaneScript } from "../shop/pane.ts";
import { type Locale, locales, type Texts } from "../texts/index.ts";
import type { Assets } from "./assets.ts";
import { shopPolicy } from "./security.ts";
import { localeOf, type Session } from "./session.ts";
import type { Shop } from "./shop.ts";

/** A piece of HTML whose texts were escaped by the template that made it. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What a view gets to see. */
export interface Page {
  readonly session: Session;
  readonly locale: Locale;
  readonly texts: Texts;
  readonly assets: Assets;
  readonly nonce: string;
  /** Path and query of this page, without what sets QA's tools; what a form of the footer comes back to. */
  readonly here: string;
  /** The pane's script, on pages that load it. */
  readonly pane: PaneScript | undefined;
  readonly config: ShopConfig;
  /** QA's tools answer this request. */
  readonly mayUseQa: boolean;
  /** And its panel is open. */
  readonly isQaOpen: boolean;
  readonly now: number;
}

/** Creates the page of a request and sets the headers of its response. */
export function openPage(c: Context, shop: Shop, pane?: PaneScript): Page {
  const session = shop.sessions.read(c);
  const locale = localeOf(c, session);
  const nonce = randomBytes(16).toString("base64");
  const url = new URL(c.req.url);
  c.header(
    "Content-Security-Policy",
    shopPolicy({ nonce, pane: shop.config.paneUrl, gateway: new URL(shop.config.gatewayUrl).origin }),
  );
  c.header("Cache-Control", "no-store");
  c.header("Vary", "Cookie, Accept-Language");
  return {
    session,
    locale,
    texts: locales[locale],
    assets: shop.assets,
    nonce,
    here: url.pathname + withoutQaQuery(url.searchParams),
    pane,
    config: shop.config,
    mayUseQa: mayUseQa(c, shop),
    isQaOpen: isQaOpen(c, shop),
    now: shop.now(),
  };
}

/** A query that opens the panel would open it again on the way back from the button that closes it. */
function withoutQaQuery(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of qaQueryNames) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : "";
}

/**
 * A path of this shop that a form asked to come back to, 2,000 characters at most; anything else, another site above all, is
 * the front page.
 */
export function ownPath(text: unknown): string {
  return typeof text === "string" && /^\/(?![/\\])[\w\-./?=&%:;,+!~*'()]{0,1999}$/.test(text) ? text : "/";
}
