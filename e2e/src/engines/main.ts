/**
 * `npm run nightly -- engines`: the browser tests tagged `@engines` in Firefox, and short scenarios in WebKitGTK, which Playwright
 * cannot drive. Both are Debian's, or any other on the path. Playwright's own Firefox and WebKit run the same tests if they are
 * installed (`npx playwright install firefox webkit`). For a missing engine it prints how to install it; with no engine it fails.
 *
 *   npm run nightly -- engines                        all tests in all engines
 *   npm run nightly -- engines webkit              in one
 *   npm run nightly -- engines firefox "the caret" those whose title contains this text
 */
import { existsSync } from "node:fs";
import { buildRelease } from "@cardpane/tools/bundle/build-release";
import { findTool, systemTool } from "@cardpane/tools/env/system-tool";
import { run } from "@cardpane/tools/process/program";
import { firefox, webkit } from "@playwright/test";
import { startStack } from "../support/stack/start.ts";
import { scenarios } from "./scenarios.ts";
import { Shopper } from "./shopper.ts";
import { startWebKit } from "./webkit.ts";

/** Each engine by its name: runs its tests, or resolves to `undefined` if it is missing and could not be installed. */
const engines: Readonly<Record<string, () => Promise<boolean | undefined>>> = {
  async firefox() {
    if (existsSync(firefox.executablePath())) return runSpecs({ browserName: "firefox" });
    const executablePath = findTool("firefox") ?? (await systemTool("firefox-esr", "firefox-esr"));
    if (!executablePath) return missing("Firefox", "firefox-esr");
    // With Fission, Playwright does not find the documents of frames.
    const launchOptions = { executablePath, firefoxUserPrefs: { "fission.autostart": false } };
    return runSpecs({ browserName: "firefox", channel: "moz-firefox", launchOptions });
  },
  async webkit() {
    if (existsSync(webkit.executablePath())) return runSpecs({ browserName: "webkit" });
    const driver = await systemTool("WebKitWebDriver", "webkit2gtk-driver");
    const display = await systemTool("Xvfb", "xvfb");
    return driver && display
      ? runScenarios(driver, display)
      : missing("WebKit", "webkit2gtk-driver and xvfb");
  },
};

const [only, part = ""] = process.argv.slice(2);
if (only && !Object.hasOwn(engines, only))
  throw new Error(`No engine is named ${only}. There are: ${Object.keys(engines).join(", ")}.`);
await buildRelease();
const passed: (boolean | undefined)[] = [];
for (const [name, test] of Object.entries(engines)) if (!only || name === only) passed.push(await test());
const ran = passed.filter((ok) => ok !== undefined);
process.exitCode = ran.length > 0 && ran.every(Boolean) ? 0 : 1;

/** Playwright's tests, with other options of the browser. Chromium's own are replaced. */
async function runSpecs(use: object): Promise<boolean> {
  const named = part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const { code } = await run("playwright", ["test", "--reporter=list", "--grep", `${named}.*@engines`], {
    env: {
      ENGINE_OPTIONS: JSON.stringify({ launchOptions: {}, ...use }),
      NIGHTLY: "1",
      NODE_OPTIONS: "--conditions=source",
    },
  });
  return code === 0;
}

async function runScenarios(driver: string, display: string): Promise<boolean> {
  const { stack, close } = await startStack();
  const engine = await startWebKit({ driver, display });
  const failed: string[] = [];
  const chosen = Object.entries(scenarios).filter(([title]) => title.includes(part));
  console.log(`WebKitGTK ${engine.version}`);
  for (const [title, scenario] of chosen) {
    const shopper = new Shopper(engine.driver, stack);
    try {
      await scenario(shopper);
      console.log(`ok      ${title}`);
    } catch (error) {
      failed.push(title);
      console.log(`FAILED  ${title}\n${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  await engine.close();
  await close();
  console.log(`${chosen.length - failed.length} of ${chosen.length} passed`);
  return chosen.length > 0 && failed.length === 0;
}

function missing(engine: string, packages: string): undefined {
  console.error(`${engine} is not there, and could not be installed: install Debian's ${packages}.`);
}
