/**
 * The gallery, for developers, in English: the pane with every option, and a wall of all looks and languages. Its pages are the
 * same for every address query: scripts parse the query in the browser, so the server's responses contain nothing from it.
 */
import type { Hono } from "hono";
import { openPage } from "../../server/http/page.ts";
import type { Shop } from "../../server/http/shop.ts";
import { paths } from "./frame.ts";
import { knobsPage } from "./knobs-page.ts";
import { wallPage } from "./wall-page.ts";

export function galleryRoutes(app: Hono, shop: Shop): void {
  for (const [path, view] of [
    [paths.Options, knobsPage],
    [paths.Wall, wallPage],
  ] as const) {
    app.get(path, async (c) => c.html(view(openPage(c, shop, await shop.findPane()))));
  }
}
