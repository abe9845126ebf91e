/**
 * The gallery: the pane with every option, a theme editor, all languages, all looks. Its pages are the same for every address
 * query: scripts parse the query in the browser, so the server's responses contain nothing from it.
 */
import type { Hono } from "hono";
import { type Html, openPage, type Page } from "../../server/http/page.ts";
import type { Shop } from "../../server/http/shop.ts";
import { knobsPage } from "./knobs-page.ts";
import { themePage } from "./theme-page.ts";
import { languagesPage, looksPage } from "./walls-pages.ts";

const pages: Readonly<Record<string, (page: Page) => Html>> = {
  "/gallery": knobsPage,
  "/gallery/theme": themePage,
  "/gallery/languages": languagesPage,
  "/gallery/looks": looksPage,
};

export function galleryRoutes(app: Hono, shop: Shop): void {
  for (const [path, view] of Object.entries(pages)) {
    app.get(path, async (c) => c.html(view(openPage(c, shop, await shop.findPane()))));
  }
}
