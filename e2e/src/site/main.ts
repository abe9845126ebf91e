/**
 * Part of `npm run nightly -- docs`: axe on every page of the built documentation site (apps/docs/dist), wide and narrow, light and
 * dark. A page must also fit the window and print no error. The home page's pane is used by keyboard. Of TypeDoc's pages (`/api/`) it
 * checks one of each kind, for WCAG only; in their sidebar and headings, each `summary` with a link in it is TypeDoc's own.
 *
 * The first argument is the site's origin, which the pane's host lists. Nothing listens there: the files come from the folder.
 */
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { paneField } from "@cardpane/sandbox/playwright";
import { ensureChromium, ensureHeadlessShell } from "@cardpane/tools/env/chromium";
import { hangMs } from "@cardpane/tools/process/hang";
import { root } from "@cardpane/tools/process/program";
import { chromium, expect } from "@playwright/test";
import { expectNoFindings, wcag } from "../support/axe.ts";

const [, , site = ""] = process.argv;
const dist = `${root}apps/docs/dist/`;

/** The home page's pane, when it is ready. */
const livePane = ".live-pane.ready";

const views = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

type View = (typeof views)[number];
type AxeOptions = Parameters<typeof expectNoFindings>[1];

const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".html"),
);
const isApi = (path: string) => path.startsWith("api/");
// The longest name of each kind, the most difficult to fit.
const byLength = files.filter(isApi).sort((a, b) => a.length - b.length);
const samples = [...new Map(byLength.map((path) => [dirname(path), path])).values()];
const paths = [...files.filter((path) => !isApi(path)), ...samples];
// More than the hand-written pages: an incomplete build would pass unnoticed.
expect(paths.length - samples.length).toBeGreaterThan(40);
expect(samples.length).toBeGreaterThan(5);

const browser = await chromium.launch({
  executablePath: await ensureHeadlessShell(await ensureChromium()),
  // A page from a folder has no address, and Chromium would ask whether it may use one of this machine.
  args: ["--disable-features=LocalNetworkAccessChecks"],
});
const page = await browser.newPage();
page.setDefaultTimeout(hangMs);
const errors: string[] = [];
page.on("pageerror", ({ message }) => errors.push(message));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
let isPaneHostUp = true;
await page.route("**", (route) => {
  const { origin, hostname, pathname } = new URL(route.request().url());
  if (origin === site) return route.fulfill({ path: dist + pathname });
  return hostname === "127.0.0.1" && isPaneHostUp ? route.continue() : route.abort();
});

let failures = 0;
for (const path of paths) {
  await page.goto(`${site}/${path}`, { waitUntil: "networkidle" });
  if (path === "index.html") await expect(page.locator(livePane)).toBeVisible();
  for (const view of views) {
    try {
      await expectReadable(view, isApi(path) ? { tags: wcag, exclude: "summary:has(a)" } : {});
    } catch (error) {
      failures++;
      console.error(`${path} at ${view.width} px, ${view.colorScheme}: ${(error as Error).message}`);
    }
  }
}
const withPane = await expectUsablePane();
expect(await expectPicture()).toEqual(withPane);
await browser.close();
console.log(`${paths.length} pages in ${views.length} views: ${failures} with findings.`);
process.exit(failures > 0 ? 1 : 0);

async function expectReadable({ width, colorScheme }: View, options: AxeOptions): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveCSS(
    "color-scheme",
    colorScheme === "dark" ? "dark" : /normal|light/,
  );
  await expect(page.getByRole("main")).toHaveCount(1);
  await expectNoFindings(page, options);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(errors.splice(0)).toEqual([]);
}

/** A keyboard reaches the home page's pane, fills it in, checks it and leaves it. @returns the place of the content below it */
async function expectUsablePane() {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${site}/index.html`);
  await expect(page.locator(livePane)).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const place = await page.locator(".VPFeatures").boundingBox();
  await page.getByRole("link", { name: "Errors by symptom" }).focus();
  for (const text of ["4242424242424241", "1239", "123"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  const number = await paneField(page, "number");
  await expect(number).toHaveAccessibleDescription(/number/);
  await expect(number).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2");
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Valid. Nothing was sent.");
  await page.keyboard.press("Tab");
  await expect(page.locator(".VPFeature").first()).toBeFocused();
  expect(errors.splice(0)).toEqual([]);
  return place;
}

/** Without the pane's host the home page keeps its picture. @returns the place of the content below it */
async function expectPicture() {
  isPaneHostUp = false;
  await page.goto(`${site}/index.html`, { waitUntil: "networkidle" });
  await expect(page.getByRole("img", { name: "The card form" })).toBeVisible();
  await expect(page.locator(livePane)).toHaveCount(0);
  return page.locator(".VPFeatures").boundingBox();
}
