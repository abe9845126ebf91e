/**
 * Part of `npm run nightly -- docs`: axe on every page of the built documentation site (apps/docs/dist), wide and narrow, light and
 * dark. A page must also fit the window and print no error. TypeDoc's own pages (`/api/`) are left out.
 */
import { readdirSync } from "node:fs";
import { ensureChromium, ensureHeadlessShell } from "@cardpane/tools/env/chromium";
import { root } from "@cardpane/tools/run/program";
import { chromium, expect, type Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";

const site = "http://site.test/";
const dist = `${root}apps/docs/dist/`;

const views = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

const paths = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".html") && !path.startsWith("api/"),
);
// More than the hand-written pages: an incomplete build would pass unnoticed.
expect(paths.length).toBeGreaterThan(40);

const browser = await chromium.launch({ executablePath: await ensureHeadlessShell(await ensureChromium()) });
const page = await browser.newPage();
const errors: string[] = [];
page.on("pageerror", ({ message }) => errors.push(message));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
await page.route("**", (route) => {
  const { origin, pathname } = new URL(route.request().url());
  return origin === new URL(site).origin ? route.fulfill({ path: dist + pathname }) : route.abort();
});

let failures = 0;
for (const path of paths) {
  await page.goto(site + path, { waitUntil: "networkidle" });
  for (const view of views) {
    try {
      await expectReadable(page, view);
    } catch (error) {
      failures++;
      console.error(`${path} at ${view.width} px, ${view.colorScheme}: ${(error as Error).message}`);
    }
  }
}
await browser.close();
console.log(`${paths.length} pages in ${views.length} views: ${failures} with findings.`);
process.exit(failures > 0 ? 1 : 0);

async function expectReadable(page: Page, { width, colorScheme }: (typeof views)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
  await expectNoFindings(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(errors.splice(0)).toEqual([]);
}
