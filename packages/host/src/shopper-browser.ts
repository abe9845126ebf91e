/**
 * A browser that visits a page as a shopper does: no page can tell it from a shopper's by its name or by `navigator.webdriver`.
 * For `cardpane doctor` and `cardpane audit`, and for `certify` of the sandbox.
 */
import type * as playwright from "playwright-core";

export interface ShopperBrowser {
  /** Opens a window of its own, without cookies and storage of the others. */
  newContext(options?: playwright.BrowserContextOptions): Promise<playwright.BrowserContext>;
  close(): Promise<void>;
}

/** The browser, or the package that controls it, is missing. The message names what to install. */
export class BrowserError extends Error {
  override readonly name = "BrowserError";
}

/**
 * Starts a Chromium through the optional dependency playwright-core.
 *
 * @param executablePath the path of a Chromium. Default: playwright-core's own
 * @throws BrowserError
 */
export async function openBrowser(
  executablePath?: string,
  load: () => Promise<typeof playwright> = () => import("playwright-core"),
): Promise<ShopperBrowser> {
  const { chromium } = await load().catch((cause: unknown) => {
    const browser = executablePath === undefined ? `, then ${ownBrowser}` : "";
    throw new BrowserError(
      `A browser needs playwright-core: npm install --save-dev playwright-core${browser}.`,
      {
        cause,
      },
    );
  });
  const browser = await chromium
    .launch({
      ...(executablePath !== undefined && { executablePath }),
      args: ["--disable-blink-features=AutomationControlled"],
      // Chromium's sandbox does not work as root.
      chromiumSandbox: process.getuid?.() !== 0,
    })
    .catch((cause: unknown) => {
      const [reason = ""] = String(cause).split("\n");
      throw new BrowserError(
        executablePath === undefined
          ? `playwright-core has no browser yet: ${ownBrowser}.`
          : `${executablePath} did not start as a browser: ${reason}`,
        { cause },
      );
    });
  const userAgent = await agentOf(browser);
  return {
    newContext: (options) => browser.newContext({ userAgent, ...options }),
    close: () => browser.close(),
  };
}

const ownBrowser = "npx playwright-core install chromium, or pass the path of a Chromium with --browser";

async function agentOf(browser: playwright.Browser): Promise<string> {
  const page = await browser.newPage();
  const agent = await page.evaluate("navigator.userAgent");
  await page.close();
  return String(agent).replace("HeadlessChrome", "Chrome");
}
