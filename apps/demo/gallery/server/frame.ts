/** The layout of the gallery's pages. */
import { html } from "hono/html";
import { layout } from "../../server/http/layout.ts";
import type { Html, Page } from "../../server/http/page.ts";

export const paths = { Options: "/gallery", Wall: "/gallery/wall" } as const;
const scripts = { Options: "gallery-knobs.js", Wall: "gallery-wall.js" } as const;

/** A page of the gallery, with its script. */
export function galleryFrame(page: Page, name: keyof typeof paths, body: Html): Html {
  return layout(page, {
    title: `Gallery: ${name}`,
    styles: page.isQaOpen ? [] : ["tools.css"],
    scripts: [scripts[name]],
    body: html`<div class="gallery" id="gallery" lang="en" dir="ltr" data-environment="${page.config.environments[0]}">
<h1>Gallery</h1>
<nav aria-label="Pages of the gallery"><ul class="gallery-pages">${Object.entries(paths).map(
      ([id, path]) => html`<li><a href="${path}" ${id === name && html`aria-current="page"`}>${id}</a></li>`,
    )}</ul></nav>
${page.pane ? body : html`<p class="message failed">${page.texts.paneMissing}</p>`}
<p class="unseen" id="announce" role="status"></p>
</div>`,
  });
}
