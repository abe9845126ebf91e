import type * as playwright from "playwright-core";
import { expect, it } from "vitest";
import { BrowserError, openBrowser } from "./shopper-browser.ts";

const absent = () => Promise.reject(new Error("Cannot find package 'playwright-core'"));
const broken = () =>
  Promise.resolve({
    chromium: { launch: () => Promise.reject(new Error("spawn ENOENT\n<lines of a log>")) },
  } as unknown as typeof playwright);

it.each<[string, string | undefined, () => Promise<typeof playwright>, string]>([
  [
    "package and browser",
    undefined,
    absent,
    "A browser needs playwright-core: npm install --save-dev playwright-core, then npx playwright-core install chromium, or pass the path of a Chromium with --browser.",
  ],
  [
    "the package",
    "/opt/chromium",
    absent,
    "A browser needs playwright-core: npm install --save-dev playwright-core.",
  ],
  [
    "its browser",
    undefined,
    broken,
    "playwright-core has no browser yet: npx playwright-core install chromium, or pass the path of a Chromium with --browser.",
  ],
  [
    "the named browser",
    "/opt/chromium",
    broken,
    "/opt/chromium did not start as a browser: Error: spawn ENOENT",
  ],
])("names only what is missing: %s", async (_, path, load, message) => {
  const opening = openBrowser(path, load);
  await expect(opening).rejects.toThrow(BrowserError);
  await expect(opening).rejects.toThrow(new BrowserError(message));
});
