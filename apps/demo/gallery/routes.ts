/**
 * The gallery, for developers, in English: the pane with a knob for each option, and a wall of all looks and languages. Its pages
 * are the same for every query: scripts parse the query in the browser, so the server's responses contain nothing from it.
 */
import type { CardPaneOptions } from "@cardpane/browser";
import { themes } from "@cardpane/contract/appearance";
import type { Hono } from "hono";
import { html } from "hono/html";
import { layout } from "../server/http/layout.ts";
import { type Html, openPage, type Page } from "../server/http/page.ts";
import type { Shop } from "../server/http/shop.ts";
import { unknownEnvironment } from "../server/qa/settings.ts";
import { grouped, testCards, testCvv, testExpiry } from "../server/qa/test-cards.ts";
import { type KnobName, knobGroups, knobNames, knobs, paneLanguages, savedCards } from "./knobs.ts";

const pages = {
  "/gallery": { name: "Options", script: "gallery.js", body: optionsPage },
  "/gallery/wall": { name: "Wall", script: "gallery-wall.js", body: wallPage },
} as const;

export function galleryRoutes(app: Hono, shop: Shop): void {
  for (const [path, { name, script, body }] of Object.entries(pages)) {
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
          scripts: [script],
          body: html`<div class="stack" id="gallery" lang="en" dir="ltr" data-environment="${page.config.environments[0]}">
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
<div id="problems" role="status"></div>
<div class="beside">
<div class="stack">
<section aria-labelledby="stage-title"><h2 class="quiet-title" id="stage-title">The form</h2>
<div class="stage" id="stage"><div id="stage-page">
<div class="field" id="sample" hidden><label for="email">Email</label><input id="email" type="email" autocomplete="off" dir="ltr"></div>
<div id="pane"></div>
</div></div>
<p class="soft">Enter a test card: ${grouped(number)}, ${testExpiry(page.now)}, ${testCvv}.</p>
<p class="problem" id="stage-failed" role="alert"></p>
<p class="bar">${methods.map((name) => html`<button type="button" class="button small" data-method="${name}">${name}()</button> `)}</p></section>
${codeBlock("html", "HTML")}${codeBlock("js", "JavaScript")}
<section aria-labelledby="events-title"><h2 class="quiet-title" id="events-title">Events</h2>
<p class="soft">Events sent to the page. They never contain typed data.</p>
<ol class="log" id="events" data-empty="Nothing yet." tabindex="0" aria-labelledby="events-title"></ol></section>
<section aria-labelledby="snapshot-title"><h2 class="quiet-title" id="snapshot-title">Snapshot</h2>
<pre class="log" id="snapshot" tabindex="0" role="group" aria-labelledby="snapshot-title"></pre></section>
</div>
<form class="knobs" id="knobs" aria-labelledby="knobs-title" novalidate>
<p class="ends"><b id="knobs-title">Options</b> <a href="/gallery">Reset all</a></p>
${knobGroups.map((group) => {
  const names = knobNames.filter((name) => knobs[name].group === group);
  return html`<details ${group !== "Card" && group !== "Host" && html`open`}><summary><h2>${group}</h2></summary>
${names.map((name) => knobField(name, environments))}</details>`;
})}
</form>
</div>`;
}

/** A knob with its name and its description. */
function knobField(name: KnobName, environments: readonly string[]): Html {
  const { about, control, initial, words: given } = knobs[name];
  const words = name === "environment" ? [...environments, unknownEnvironment] : given;
  const wiring = html`id="knob-${name}" name="${name}" aria-describedby="about-${name}" autocomplete="off" spellcheck="false"`;
  const options = words.map((word) => html`<option ${word === initial && html`selected`}>${word}</option>`);
  const controls = {
    choice: html`<select ${wiring}>${options}</select>`,
    flag: html`<input type="checkbox" ${wiring}>`,
    line: html`<input type="text" ${wiring} list="${name}-list" placeholder="${words[0] ?? ""}"><datalist id="${name}-list">${options}</datalist>`,
  };
  return html`<div class="knob"><label for="knob-${name}">${name}</label>${controls[control]}<p id="about-${name}">${about}</p></div>`;
}

/** Code with a button that copies it. */
function codeBlock(id: string, name: string): Html {
  return html`<section aria-labelledby="code-${id}-title"><p class="ends"><b id="code-${id}-title">${name}</b>
<button type="button" class="button small" data-copy="code-${id}" aria-live="polite">Copy ${name}</button></p>
<pre class="log" id="code-${id}" tabindex="0" role="group" aria-labelledby="code-${id}-title"></pre></section>`;
}

/** The states of each look. No state has typed values: no page can type into the pane. */
const states: Readonly<Record<string, CardPaneOptions>> = {
  Empty: {},
  "With errors": {},
  Disabled: { disabled: true },
  "Saved card": { savedCard: savedCards.visa },
};

/** Each theme in light and dark, in every state, and the form in every language. Each pane loads near the viewport. */
function wallPage(): Html {
  return html`<p class="soft">Themes in every state, and every language. Loaded as you scroll.</p>
${themes.map(
  (theme) => html`<section aria-labelledby="look-${theme}"><h2 id="look-${theme}">${theme}</h2>
${(["light", "dark"] as const).map((scheme) => {
  // Contrast tools treat a frame without a background as white, even in the dark scheme.
  const look = { theme, scheme, ...(scheme === "dark" && { tokens: { colorBackground: "#12141a" } }) };
  const cells = Object.entries(states).map(([state, options]) => cell(state, { ...look, ...options }));
  return html`<ul class="wall stage" data-scheme="${scheme}" data-ground="${theme}" aria-label="${theme}, ${scheme}">${cells}</ul>`;
})}</section>`,
)}
<section aria-labelledby="languages"><h2 id="languages">Languages</h2>
<ul class="wall">${paneLanguages.map((tag) => {
    const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
    return cell(html`<bdi lang="${tag}">${name}</bdi> ${tag}`, { locale: tag });
  })}</ul></section>`;
}

function cell(title: Html | string, options: CardPaneOptions): Html {
  return html`<li data-cell="${JSON.stringify(options)}" ${title === "With errors" && html`data-wrong`}><h3>${title}</h3><div></div></li>`;
}
