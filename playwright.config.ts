import { defineConfig } from "@playwright/test";
import { hangMs } from "./packages/tools/src/process/hang.ts";

// The headless shell if there is one: the browser's windows, which no test reads, take as much time as our pages.
const executablePath = process.env["HEADLESS_SHELL_PATH"] || process.env["CHROMIUM_PATH"];

/** Another engine than Chromium, for the tests tagged `@engines`: `npm run nightly -- engines` sets it. */
const engine = process.env["ENGINE_OPTIONS"];

/** Real browser, real origins, real servers: each worker has its own servers on free ports. */
export default defineConfig({
  testDir: "e2e/src",
  globalSetup: "./e2e/src/support/stack/global-setup.ts",
  testMatch: "**/*.spec.ts",
  // The long lane: `npm run nightly`.
  ...(process.env["NIGHTLY"] ? {} : { testIgnore: "**/*.nightly.spec.ts", grepInvert: /@nightly/ }),
  outputDir: "node_modules/.cache/cardpane/e2e",
  fullyParallel: true,
  forbidOnly: !!process.env["CI"],
  // On two cores, three workers are a quarter faster than two. Each has its own servers.
  workers: 3,
  timeout: hangMs + 10_000,
  expect: { timeout: hangMs, toPass: { timeout: hangMs } },
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
    ...(engine ? JSON.parse(engine) : {}),
    locale: "en-GB",
    // A trace costs an eighth of the time. To debug a failing test: `npx playwright test <file> --trace on`.
    trace: "off",
  },
});
