/** Parts of every gallery page: title, links to the other pages, and the data for its script. */
import { html } from "hono/html";
import { layout } from "../../server/http/layout.ts";
import type { Html, Page } from "../../server/http/page.ts";
import type { GalleryTexts } from "../texts/en.ts";
import type { GalleryData } from "../web/wire.ts";

type GalleryPage = keyof GalleryTexts["pages"];

const paths: Readonly<Record<GalleryPage, string>> = {
  knobs: "/gallery",
  theme: "/gallery/theme",
  languages: "/gallery/languages",
  looks: "/gallery/looks",
};

const scripts: Readonly<Record<GalleryPage, string>> = {
  knobs: "gallery-knobs.js",
  theme: "gallery-theme.js",
  languages: "gallery-wall.js",
  looks: "gallery-wall.js",
};

/** A page of the gallery, with its script. */
export function galleryFrame(page: Page, name: GalleryPage, body: Html): Html {
  const { gallery } = page.texts;
  const data: GalleryData = { texts: gallery.script, environment: page.config.environments[0] };
  return layout(page, {
    title: `${gallery.title}: ${gallery.pages[name]}`,
    styles: ["gallery.css", "gallery-stage.css"],
    scripts: [scripts[name]],
    body: html`<div class="gallery" id="gallery" data-gallery="${JSON.stringify(data)}">
<h1>${gallery.title}</h1>
<nav aria-label="${gallery.pagesLabel}"><ul class="gallery-pages">${Object.entries(paths).map(
      ([id, path]) =>
        html`<li><a href="${path}" data-page ${id === name && html`aria-current="page"`}>${gallery.pages[id as GalleryPage]}</a></li>`,
    )}</ul></nav>
<p class="gallery-intro">${gallery.intros[name]}</p>
<div id="problems" role="status"></div>
${page.pane ? body : html`<p class="message failed">${page.texts.paneMissing}</p>`}
<p class="unseen" id="announce" role="status"></p>
</div>`,
  });
}

/** A name from code: not translated, written left to right. */
export function code(name: string): Html {
  return html`<bdi lang="en" dir="ltr">${name}</bdi>`;
}

/** Code with a button that copies it. */
export function codeBlock({ texts: { gallery } }: Page, id: keyof typeof gallery.codes): Html {
  return html`<div class="code-block">
<div class="code-head"><h3 id="code-${id}-title">${gallery.codes[id]}</h3>
<button type="button" class="small-button" data-copy="code-${id}" data-name="${gallery.codes[id]}">${gallery.copy(gallery.codes[id])}</button></div>
<pre id="code-${id}" lang="en" dir="ltr" tabindex="0" role="group" aria-labelledby="code-${id}-title"></pre>
</div>`;
}
