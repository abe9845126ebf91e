/** The layout of every page: head, header, footer, and the QA panel if it is open. */
import { html } from "hono/html";
import { locales } from "../texts/index.ts";
import { asset, typefaceHrefs } from "./assets.ts";
import type { Html, Page } from "./page.ts";
import { qaPanel } from "./qa-panel.ts";

interface LayoutOptions {
  readonly title: string;
  readonly body: Html;
  /** Page scripts of the shop to load, by file name. @default none */
  readonly scripts?: readonly string[];
  /** Whether the page needs the style of the tools, even without the QA panel. @default false */
  readonly isTool?: boolean;
  /** Hides the header's wallet and basket links, so that nothing leads away from the payment. @default false */
  readonly quiet?: boolean;
}

export function layout(page: Page, options: LayoutOptions): Html {
  const { title, body, scripts = [], isTool = false, quiet = false } = options;
  const { texts, locale, nonce, pane, isQaOpen: qa } = page;
  const styles = ["shop.css", "forms.css", ...(qa || isTool ? ["tools.css"] : [])];
  // Before the pane's: the shop's scripts run whether or not the pane loads.
  const ownScripts = qa ? [...scripts, "qa.js"] : scripts;
  return html`<!doctype html>
<html lang="${locale}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Odd Harbour</title>
<link rel="icon" href="${asset("art/mark.svg")}" type="image/svg+xml">
${typefaceHrefs.map((href) => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`)}
${styles.map((name) => html`<link rel="stylesheet" href="${asset(name)}">`)}
${ownScripts.map((name) => html`<script src="${asset(name)}" nonce="${nonce}" defer></script>`)}
${pane && html`<script src="${pane.src}" integrity="${pane.integrity}" crossorigin="anonymous" defer></script>`}
</head>
<body>
<a class="skip" href="#main">${texts.skip}</a>
<div class="shop">
${header(page, quiet)}
<main id="main" tabindex="-1">${body}</main>
${footer(page)}
</div>
${qa && qaPanel(page)}
</body>
</html>`;
}

function header({ texts, session: { basket } }: Page, quiet: boolean): Html {
  const count = [...basket.values()].reduce((sum, quantity) => sum + quantity, 0);
  return html`<header class="masthead">
<a class="wordmark" href="/" aria-label="${texts.home}"><img src="${asset("art/mark.svg")}" alt="" width="32" height="32"><span>Odd Harbour</span></a>
${!quiet && html`<div class="bar"><a href="/wallet">${texts.wallet.title}</a><a class="basket-link" href="/#basket">${texts.basket} <span class="count">${count}</span></a></div>`}
</header>`;
}

/** The language is a plain form, so that it works without a script. */
function footer({ texts, locale, session, here, mayUseQa }: Page): Html {
  const choice = (name: string, value: string, label: string, on: boolean, lang?: string) =>
    html`<button name="${name}" value="${value}" aria-pressed="${on ? "true" : "false"}" ${lang && html`lang="${lang}"`}>${label}</button>`;
  return html`<footer class="colophon">
<p>${texts.demoNote}</p>
<form class="bar" id="preferences" method="post" action="/preferences">
<input type="hidden" name="back" value="${here}">
<div class="choices" role="group" aria-label="${texts.languageLabel}">
${Object.entries(locales).map(([id, { language }]) => choice("locale", id, language, id === locale, id))}
</div>
${mayUseQa && html`<div class="choices">${choice("qa", session.qa.shown ? "off" : "on", "QA", session.qa.shown)}</div>`}
</form>
</footer>`;
}
