/**
 * The fixtures of every test: a stack that no other worker uses, a merchant's site that serves the test's pages, and a watch that fails a test
 * on console errors and on requests to servers outside the stack.
 */

import { hangMs } from "@cardpane/tools/process/hang";
import { test as base, expect, type LaunchOptions } from "@playwright/test";
import { isNightly } from "./lanes.ts";
import { endStackOfWorker, type Stack, stackOfWorker } from "./stack/start.ts";

interface Watch {
  /** Addresses besides those of the stack that a test may request. */
  readonly known: string[];
  /** Console errors that a test expects, as patterns. */
  readonly expectedErrors: RegExp[];
  /** Every line the page printed. */
  readonly consoleLines: string[];
}

/** For tests that need no browser: a stack without a page. */
export const stackTest = base.extend<{ freshAfterFailure: undefined }, { stack: Stack }>({
  freshAfterFailure: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use, testInfo) => {
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) await endStackOfWorker(testInfo.parallelIndex);
    },
    { auto: true },
  ],
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use, { parallelIndex }) => {
      const { stack, close } = await stackOfWorker(parallelIndex);
      await use(stack);
      await close();
    },
    { scope: "worker", timeout: hangMs },
  ],
});

export const test = stackTest.extend<{ watch: Watch }>({
  // In the shop nothing moves, because drawing it takes a twelfth of the time. The nightly run, and the tests of the pane, have motion.
  contextOptions: async ({ contextOptions }, use, { file }) => {
    const isStill = file.includes("/src/shop/") && !isNightly;
    await use(isStill ? { ...contextOptions, reducedMotion: "reduce" } : contextOptions);
  },
  watch: [
    async ({ page, stack }, use) => {
      // Firefox reports the icon that it requests by itself, if the page's policy forbids it.
      // Chromium reports a font without a reason if its page is left while it loads.
      const expectedErrors = [/\/favicon\.ico/, /^Fetch API cannot load \S+\.woff2\. $/];
      const watch: Watch = { expectedErrors, known: [], consoleLines: [] };
      const unexpected: string[] = [];
      const foreign: string[] = [];
      const known: string[] = [
        stack.shop,
        stack.pane,
        stack.gateway,
        stack.faults,
        stack.site.url,
        "http://127.0.0.1:9/",
      ];
      page.on("console", (line) => {
        watch.consoleLines.push(line.text());
        if (line.type() === "error") unexpected.push(line.text());
      });
      page.on("pageerror", (error) => unexpected.push(String(error)));
      page.on("request", (request) => {
        const url = request.url();
        if (/^https?:/.test(url) && ![...known, ...watch.known].some((origin) => url.startsWith(origin)))
          foreign.push(url);
      });
      await use(watch);
      expect(foreign, "requests to someone who is not part of the stack").toEqual([]);
      expect(
        unexpected.filter((text) => !watch.expectedErrors.some((pattern) => pattern.test(text))),
        "errors in the console",
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Full Chromium with more arguments, for `test.use` at the top of a file: the headless shell lacks autofill and the back-forward
 * cache, which Playwright turns off, too.
 */
export const wholeChromiumWith = (...args: readonly string[]) => {
  const executablePath = process.env["CHROMIUM_PATH"];
  const which = executablePath ? { executablePath } : { channel: "chromium" };
  const launchOptions = (
    { launchOptions: given }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ) =>
    use({
      ...given,
      ...which,
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
      args: [...(given.args ?? []), ...args],
    });
  return { launchOptions };
};

/** The same without arguments. One object, because Playwright starts new workers for each file that has its own options. */
export const wholeChromium = wholeChromiumWith();

export { expect, type Stack };
