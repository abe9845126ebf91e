/**
 * Finds a Chromium: CHROMIUM_PATH, Playwright's, the system's. If there is none, installs one with apt if possible, else with
 * Playwright. Also finds the headless shell: the same engine without windows, in which most tests take half as long.
 */
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { run } from "../process/program.ts";
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

/** The path of a Chromium, or `undefined`. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and nothing is there.`);
    return named;
  }
  return [chromium.executablePath(), ...places].find((path) => path && existsSync(path));
}

/**
 * The path of a Chromium. Installs one if there is none.
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
 * The path of the headless shell: HEADLESS_SHELL_PATH, else Debian's, which is installed if possible. If there is no shell, or
 * if CHROMIUM_PATH names a browser, the path of the whole Chromium.
 */
export async function ensureHeadlessShell(chromiumPath: string): Promise<string> {
  const named = process.env["HEADLESS_SHELL_PATH"];
  if (named || process.env["CHROMIUM_PATH"]) return named ?? chromiumPath;
  const shell = "chromium-headless-shell";
  return (await systemTool(shell, shell)) ?? chromiumPath;
}
