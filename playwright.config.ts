import { defineConfig } from "@playwright/test";

// The shell where there is one: the browser's windows, which no test looks at, take as much time as our pages.
const executablePath = process.env["HEADLESS_SHELL_PATH"] ?? process.env["CHROMIUM_PATH"];

/** Real browser, real origins, real servers: each worker starts a stack of its own on free ports. */
export default defineConfig({
  testDir: "e2e/src",
  testMatch: "**/*.spec.ts",
  outputDir: "node_modules/.cache/cardpane/e2e",
  fullyParallel: true,
  forbidOnly: !!process.env["CI"],
  // On two cores a quarter faster than two; each has a stack of its own.
  workers: 3,
  // Ends what hangs; how long a test takes is the machine's affair.
  timeout: 60_000,
  expect: { timeout: 7_000 },
  use: {
    browserName: "chromium",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
    locale: "en-GB",
    // A trace costs an eighth of the time. To look at a test that fails: `npx playwright test <file> --trace on`.
    trace: "off",
  },
});
