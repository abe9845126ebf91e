/**
 * The gallery, for developers, in English: the pane with a knob for each option, and a wall of all looks and languages. Its pages
 * are the same for every query: scripts parse the query in the browser, so the server's responses contain nothing from it.
 */
import { themes } from "@cardpane/contract/appearance";
import { localeTags } from "@cardpane/contract/locales";
import type { Hono } from "hono";
import { html } from "hono/html";
import { layout } from "../server/http/layout.ts";
import { options as choices } from "../server/http/options.ts";
import { type Html, openPage, type Page } from "../server/http/page.ts";
import type { Shop } from "../server/http/shop.ts";
import { unknownEnvironment } from "../server/orders/qa-settings.ts";
import { grouped, testCards, testCvv, testExpiry } from "../server/sandbox/test-cards.ts";
import { type Knob, knobs, savedCard } from "./knobs.ts";

const pages = {
  "/gallery": { name: "Options", body: optionsPage },
  "/gallery/wall": { name: "Wall", body: wallPage },
} as const;

export function galleryRoutes(app: Hono, shop: Shop): void {
  for (const [path, { name, body }] of Object.entries(pages)) {
    app.get(path, async (c) => {
      const page = openPage(c, shop, await shop.findPane());
      const links = Object.entries(pages).map(
        ([href, { name: other }]) =>
          html`<a href="${href}" ${href === path && html`aria-current="page"`}>${other}</a>`,
      );
      return c.html(
        layout(page, {
          title: `Gallery: ${name}`,
          isTool: true,
          scripts: ["gallery.js"],
          body: html`<div class="stack" id="gallery" lang="en" dir="ltr">
<h1>Gallery</h1>
<nav class="choices" aria-label="Pages of the gallery">${links}</nav>
${page.pane ? body(page) : html`<p class="message">${page.texts.paneMissing}</p>`}
</div>`,
        }),
      );
    });
  }
}

const methods = ["validate", "focus", "blur", "clear", "tokenize", "retry"];

function optionsPage(page: Page): Html {
  const [{ number }] = testCards;
  const { environments } = page.config;
  return html`<p class="soft">Change an option to update the live form. The URL always reflects the current settings, so you can share it.</p>
<div class="message reported" id="problems" role="status"></div>
<div class="beside">
<div class="stack">
<section aria-labelledby="stage-title"><h2 class="quiet-title" id="stage-title">The form</h2>
<div class="stage" id="stage"><div id="stage-page">
<div class="field" id="sample" hidden><label for="email">Email</label><input id="email" type="email" autocomplete="off" dir="ltr"></div>
<div id="pane"></div>
</div></div>
<p class="soft">Enter a test card: ${grouped(number)}, ${testExpiry(page.now)}, ${testCvv}.</p>
<p class="bar">${methods.map((name) => html`<button type="button" class="button small" data-method="${name}">${name}()</button> `)}</p></section>
<section aria-labelledby="code-title"><p class="ends"><b id="code-title">HTML</b>
<button type="button" class="button small" data-copy="code-html" aria-live="polite">Copy HTML</button></p>
<pre class="log" id="code-html" tabindex="0" role="group" aria-labelledby="code-title"></pre></section>
<section aria-labelledby="events-title"><h2 class="quiet-title" id="events-title">Events</h2>
<p class="soft">Events sent to the page. They never contain typed data.</p>
<ol class="log" id="events" data-empty="Nothing yet." tabindex="0" aria-labelledby="events-title"></ol></section>
<section aria-labelledby="snapshot-title"><h2 class="quiet-title" id="snapshot-title">Snapshot</h2>
<pre class="log" id="snapshot" tabindex="0" role="group" aria-labelledby="snapshot-title"></pre></section>
</div>
<form class="knobs" id="knobs" aria-labelledby="knobs-title" novalidate>
<p class="ends"><b id="knobs-title">Options</b> <a href="/gallery">Reset all</a></p>
${Object.entries(knobs).map(
  ([
    group,
    own,
  ]) => html`<details ${group !== "Card" && group !== "Host" && html`open`}><summary><h2>${group}</h2></summary>
${Object.entries(own).map(([name, knob]) =>
  knobField(
    name,
    name === "environment" ? { ...knob, words: [...environments, unknownEnvironment] } : knob,
    group !== "Surrounding page",
  ),
)}</details>`,
)}
</form>
</div>`;
}

function knobField(
  name: string,
  { about, words, initial = words?.[0] ?? "", examples }: Knob,
  isOption: boolean,
): Html {
  const wiring = html`id="knob-${name}" name="${name}" aria-describedby="about-${name}" autocomplete="off" spellcheck="false" data-initial="${initial}" ${isOption && html`data-option`}`;
  const list = (all: readonly string[]) =>
    choices(
      all.map((one) => [one, one || "none"]),
      initial,
    );
  const control = words
    ? html`<select ${wiring}>${list(words)}</select>`
    : examples
      ? html`<input type="text" ${wiring} list="${name}-list" placeholder="${examples[0]}"><datalist id="${name}-list">${list(examples)}</datalist>`
      : html`<input type="checkbox" ${wiring}>`;
  return html`<div class="knob"><label for="knob-${name}">${name}</label>${control}<p id="about-${name}">${about}</p></div>`;
}

/** The states of each look, as attributes of the element. No state has typed values: no page can type into the pane. */
const states = {
  Empty: null,
  "With errors": html`data-wrong`,
  Disabled: html`disabled`,
  "Saved card": html`saved-card="${savedCard}"`,
};

/** Each theme in light and dark, in every state, and the form in every language. */
function wallPage({ config: { environments } }: Page): Html {
  const cell = (title: Html | string, attributes: Html) =>
    html`<li><h3>${title}</h3><card-pane defer environment="${environments[0]}" ${attributes}></card-pane></li>`;
  return html`<p class="soft">Themes in every state, and every language. Loaded as you scroll.</p>
${themes.map(
  (theme) => html`<section aria-labelledby="look-${theme}"><h2 id="look-${theme}">${theme}</h2>
${["light", "dark"].map((scheme) => {
  const cells = Object.entries(states).map(([state, attributes]) =>
    cell(state, html`theme="${theme}" scheme="${scheme}" ${attributes}`),
  );
  return html`<ul class="wall stage" data-scheme="${scheme}" aria-label="${theme}, ${scheme}">${cells}</ul>`;
})}</section>`,
)}
<section aria-labelledby="languages"><h2 id="languages">Languages</h2>
<ul class="wall">${localeTags.map((tag) => {
    const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
    return cell(html`<bdi lang="${tag}">${name}</bdi> ${tag}`, html`locale="${tag}"`);
  })}</ul></section>`;
}
