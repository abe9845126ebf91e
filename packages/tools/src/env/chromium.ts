/**
 * Finds a Chromium, or installs one: CHROMIUM_PATH, Playwright's own, the system's; else by apt where that is possible,
 * else by Playwright's own download. And its headless shell: the same engine without the browser's windows around it, in
 * which most tests take half as long.
 */
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { run } from "../run/run.ts";
import { installPackages, systemTool } from "./system-tool.ts";

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
 * @throws Error with the command to run, if none is available.
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

/**
 * Where Debian's headless shell stands, installed where that is possible: what HEADLESS_SHELL_PATH names, or the system's.
 * Where there is none, or where CHROMIUM_PATH names a browser, it is the whole Chromium that was found.
 */
export async function ensureHeadlessShell(chromiumPath: string): Promise<string> {
  const named = process.env["HEADLESS_SHELL_PATH"];
  if (named || process.env["CHROMIUM_PATH"]) return named ?? chromiumPath;
  const shell = "chromium-headless-shell";
  return (await systemTool(shell, shell)) ?? chromiumPath;
}
