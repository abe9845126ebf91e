import { defineConfig } from "@playwright/test";

/** Real browser, real origins, real servers: each worker starts a stack of its own on free ports. */
export default defineConfig({
  testDir: "e2e/src",
  testMatch: "**/*.spec.ts",
  outputDir: "node_modules/.cache/cardpane/e2e",
  fullyParallel: true,
  forbidOnly: !!process.env["CI"],
  // Three are a quarter faster on two cores, and late now and then for what has to happen within 50 ms.
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  use: {
    browserName: "chromium",
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] ? { executablePath: process.env["CHROMIUM_PATH"] } : {}),
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
