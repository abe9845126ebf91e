/** The shop's files: styles and pictures, the built page scripts, the typefaces from their packages. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";

const demo = new URL("../../", import.meta.url);
const scripts = fileURLToPath(new URL("dist", demo));
const folders = [fileURLToPath(new URL("static", demo)), scripts];
/** The typefaces, Latin. The style sheet loads them by their paths in this folder. */
const typefaces = {
  "source-serif.woff2": "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2",
  "source-sans.woff2": "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
} as const;
const { resolve: fileOf } = createRequire(import.meta.url);

/** The typeface of the texts, for the pane's host: shop and pane then look alike. */
export const shopFont = {
  family: "Source Sans",
  file: fileOf(typefaces["source-sans.woff2"]),
  weight: "200 900",
};

/** The folder of the addresses: new with each start of the shop, so that browsers can keep a file until then. */
const folder = `/assets/${Date.now().toString(36)}`;

/** The address of a file. */
export function asset(name: string): string {
  return `${folder}/${name}`;
}

export const typefaceHrefs = Object.keys(typefaces).map(asset);

/** Serves the files. An address of another start is not found: browsers would keep this start's file as that one. */
export function assetRoutes(app: Hono): void {
  app.use(asset("*"), async (c, next) => {
    await next();
    if (c.res.ok) c.header("Cache-Control", "public, max-age=31536000, immutable");
  });
  for (const [name, path] of Object.entries(typefaces))
    app.get(asset(name), serveStatic({ path: fileOf(path) }));
  const rewriteRequestPath = (url: string) => url.slice(folder.length);
  for (const root of folders)
    if (existsSync(root)) app.get(asset("*"), serveStatic({ root, rewriteRequestPath }));
}

/** @throws Error when the page scripts are not built. */
export function checkScripts(): void {
  // The folder alone says nothing: a build that was cleaned or failed may leave it empty.
  if (!existsSync(`${scripts}/checkout.js`))
    throw new Error("The shop's page scripts are not built. Run `npm run build` first.");
}
