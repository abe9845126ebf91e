import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig } from "vitest/config";
import { angularPlugin } from "./src/bundle/angular.ts";
import { svelteAlias, sveltePlugin } from "./src/bundle/svelte.ts";
import { hangMs } from "./src/process/hang.ts";

/**
 * Vitest gives a worker 60 s to start and 60 s to stop, and has no setting for it. A busy machine takes longer. Delete this when it
 * has one.
 */
const { setTimeout: start } = globalThis;
const ofWorkers: readonly unknown[] = [60_000, 90_000];
const patient = (run: () => void, ms?: number, ...rest: []) =>
  start(run, ofWorkers.includes(ms) ? hangMs : ms, ...rest);
Object.defineProperties(patient, Object.getOwnPropertyDescriptors(start));
globalThis.setTimeout = patient as typeof start;

/** Tests that need a DOM. */
export const domTests = "packages/*/src/**/*.dom.test.ts";
/** Those that define the element themselves. It can be defined once only, so each of these files runs in its own process. */
const definingTests = [
  "packages/{react,vue,svelte,angular,tools}/src/**/*.dom.test.ts",
  "packages/browser/src/early/*.dom.test.ts",
];
/** Tests of the code for browsers. They fake the clock, which the connections of tests with servers must not see. */
const pageTests = "packages/{browser,frame,react,vue,svelte,angular}/src/**/*.test.ts";
/** Every unit test. */
export const unitTests = ["packages/*/src/**/*.test.ts", "apps/*/**/*.test.ts", "e2e/src/**/*.test.ts"];
const exclude = [
  "**/node_modules/**",
  "**/dist/**",
  // The long lane: `npm run nightly`.
  ...(process.env["NIGHTLY"] ? [] : ["**/*.nightly.test.ts"]),
  // The inner loop: `npm run check`.
  ...(process.env["LEFT_OUT"]?.split(" ").filter(Boolean) ?? []),
  // Needs nginx, Caddy and workerd, which its own program installs.
  ...(process.env["CARDPANE_HOSTING"] ? [] : ["**/hosting.test.ts"]),
];

/** The files of a worker share its loaded modules: loading them for each file took a third of the time. */
const sharesModules = { isolate: false };

/** The page of tests that need a DOM. */
export const dom = {
  environment: "happy-dom",
  environmentOptions: { happyDOM: { url: "https://shop.example/" } },
} as const;

/** The settings of all unit tests. */
export const shared = defineConfig({
  plugins: [sveltePlugin(), angularPlugin],
  resolve: { conditions: ["source"], alias: [svelteAlias] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    environment: "node",
    // Tests wait for servers and timers a fifth of their time: one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // Concurrent tests are those that wait for a server's limits: all of them at once, in place of five.
    maxConcurrency: 40,
    // V8 optimizes PGlite's WebAssembly, which takes longer than the queries of the inner loop, and less than those of all tests.
    execArgv: process.env["LEFT_OUT"] === undefined ? [] : ["--liftoff-only"],
    // Longer than a poll, so that a test that hangs in one says what it waits for. At night, some tests work for an hour.
    testTimeout: process.env["NIGHTLY"] ? 12 * hangMs : hangMs + 10_000,
    hookTimeout: hangMs + 10_000,
    expect: { poll: { timeout: hangMs } },
    setupFiles: [fileURLToPath(new URL("vitest.setup.ts", import.meta.url))],
    reporters: ["default"],
  },
});

/**
 * Unit tests are next to the code; those in e2e test packages and the sandbox together, without a browser. A test that needs a
 * DOM is named `*.dom.test.ts`.
 */
export default mergeConfig(shared, {
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...dom,
          name: "dom",
          include: [domTests],
          exclude: [...exclude, ...definingTests],
          ...sharesModules,
        },
      },
      {
        extends: true,
        test: { ...dom, name: "defining", include: definingTests, exclude },
      },
      {
        extends: true,
        test: { name: "page", include: [pageTests], exclude: [...exclude, domTests], ...sharesModules },
      },
      {
        extends: true,
        test: {
          name: "node",
          include: unitTests,
          exclude: [...exclude, domTests, pageTests],
          ...sharesModules,
        },
      },
    ],
  },
});
