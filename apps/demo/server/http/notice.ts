/** Pages that say one thing: nothing is here, something broke. */
import { html } from "hono/html";
import { layout } from "./layout.ts";
import type { Html, Page } from "./page.ts";

export function notFoundPage(page: Page): Html {
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
