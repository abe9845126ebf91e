/**
 * Finds a Chromium, or installs one: CHROMIUM_PATH, Playwright's own, the system's; else by apt where that is possible,
 * else by Playwright's own download.
 */
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { run } from "./run.ts";
import { installPackages } from "./system-tool.ts";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Where a Chromium stands, or `undefined`. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and nothing is there.`);
    return named;
  }
  return [chromium.executablePath(), ...places].find((path) => path && existsSync(path));
}

/**
 * Where a Chromium stands, installed when there was none.
 *
 * @throws Error that says what to do, when none could be had.
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.error("No Chromium found.");
  await installPackages(["chromium", "fonts-liberation"]);
  const installed = findChromium();
  if (installed) return installed;
  console.error("Asking Playwright for its own.");
  await run("playwright", ["install", "chromium"]);
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  throw new Error("No Chromium could be found or installed. Install one and set CHROMIUM_PATH to it.");
}
