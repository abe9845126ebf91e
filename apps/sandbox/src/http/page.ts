/** The sandbox's own pages: plain HTML without script, with one style and one policy. */
import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { type PageTexts, pageTexts } from "./page-texts.ts";

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const style = `
:root { color-scheme: light dark; --ink: #16202c; --soft: #55606e; --line: #d5dbe3; --edge: #7a8594; --paper: #fff; --back: #f3f5f8;
  --main: #1652c8; --on-main: #fff; --stop: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9edf3; --soft: #a3aebd; --line: #333d4b; --edge: #7c8899; --paper: #1a212c;
  --back: #10151d; --main: #8ab4ff; --on-main: #0b1a35; --stop: #ff9a92; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px clamp(8px, 4vw, 16px); background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 24px; background: var(--paper); border: 1px solid var(--line);
  border-radius: 12px; }
main.wide { max-width: 46rem; }
h1 { margin: 0 0 8px; font-size: 1.35rem; line-height: 1.25; }
h2 { margin: 28px 0 8px; font-size: 1.05rem; }
p { margin: 0 0 12px; }
.soft { color: var(--soft); font-size: .9rem; }
.amount { margin: 16px 0 4px; font-size: 2rem; font-weight: 650; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; }
.amount span, dd span { white-space: nowrap; }
dl { margin: 16px 0; padding: 12px 0; border-block: 1px solid var(--line); display: grid; gap: 4px 16px;
  grid-template-columns: fit-content(60%) 1fr; }
dt { color: var(--soft); overflow-wrap: break-word; }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; margin: 20px 0 16px; }
button { min-height: 46px; padding: 10px 16px; border: 1px solid var(--edge); border-radius: 8px; background: none;
  color: inherit; font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
label { font-weight: 600; }
input, select { min-height: 46px; width: 100%; padding: 10px 12px; border: 1px solid var(--edge); border-radius: 8px;
  background: var(--paper); color: inherit; font: inherit; }
form p { margin: 0; }
.problem { color: var(--stop); font-weight: 600; }
button.main { border-color: var(--main); background: var(--main); color: var(--on-main); }
button.stop { border-color: var(--stop); color: var(--stop); }
button.quiet { border-color: transparent; color: var(--main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
a { color: var(--main); }
code { font: .92em ui-monospace, monospace; }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 10px; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
td:first-child { white-space: nowrap; }
@media (max-width: 24rem) {
  td, td code { font-size: .8rem; }
  th, td { padding-inline-end: 6px; }
}
/* A challenge's smallest windows, 250 by 400 and 390 by 400: what is paid and the field for the code, without scrolling. */
@media (max-width: 17rem), (max-height: 26rem) {
  body { padding: 0; font-size: .875rem; }
  main { padding: 12px; border: 0; border-radius: 0; }
  main.narrow { max-width: none; min-height: 100vh; }
  h1 { margin: 0 0 4px; font-size: 1.05rem; }
  p { margin: 0 0 6px; }
  .amount { margin: 6px 0 2px; font-size: 1.3rem; }
  dl { margin: 6px 0; padding: 6px 0; gap: 2px 12px; }
  form { gap: 6px; margin: 8px 0 10px; }
  input, select, button { min-height: 40px; padding-block: 6px; }
}
`;
const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/** An amount that can break only between currency and number, in a window of any width. */
export function wholeWords(amount: string): Markup {
  return html`${amount.split(/\s/).map((word, index) => html`${index > 0 ? " " : ""}<span>${word}</span>`)}`;
}

/** A name and a value that a page shows; one without a value is left out. */
export type Fact = readonly [name: string | Markup, value: string | Markup | undefined];

/** The amount that the shopper pays, and what it is for. */
export function amountLine(amount: string, about: readonly Fact[]): Markup {
  return html`<p class="amount"><bdi>${wholeWords(amount)}</bdi></p>
<dl>
${about.map(([name, value]) => (value === undefined ? "" : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`))}
</dl>`;
}

/** The policy of every response that is not a page: nothing may run in it, and no page may frame it. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of every page. Any merchant's page may frame the pages of second steps, isolated pages included. The responses to
 * their forms lead to any shop, by any number of redirects: browsers check a redirect after a form submission against
 * `form-action` too, so the policy cannot name one address.
 */
export const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src ${styleHash}; img-src data:; form-action 'self' http: https:; base-uri 'none'; frame-ancestors *`,
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * Headers of a page that takes a card with the pane: its script and its frame come from the pane's host, and no page may
 * frame it. The pane's host must see the page's origin, but never its address.
 *
 * @param paneUrl origin of the pane's host; absent if none is configured.
 */
export function cardPageHeaders(paneUrl: string | undefined) {
  const pane = paneUrl ?? "'none'";
  return {
    ...pageHeaders,
    "Content-Security-Policy": `default-src 'none'; script-src ${pane}; frame-src ${pane}; style-src ${styleHash}; img-src data:; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    "Referrer-Policy": "strict-origin",
  } as const;
}

/** Options of a page. */
interface PageOptions {
  /** Its language. @default English */
  readonly texts?: Pick<PageTexts, "lang" | "dir">;
  /** @default "narrow" */
  readonly width?: "narrow" | "wide";
  /** @default none */
  readonly script?: { readonly src: string; readonly integrity: string } | undefined;
}

/** A complete page with the given content. */
export function page(
  title: string,
  content: Markup,
  { texts: { lang, dir } = pageTexts.en, width = "narrow", script }: PageOptions,
): Markup {
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
${script && html`<script src="${script.src}" integrity="${script.integrity}" crossorigin="anonymous" defer></script>`}
</head>
<body>
<main class="${width}">
${content}
</main>
</body>
</html>`;
}
