import { availableParallelism } from "node:os";
import { defineConfig, mergeConfig } from "vitest/config";
import { angularPlugin } from "./src/build/angular.ts";
import { svelteAlias, sveltePlugin } from "./src/build/svelte.ts";

/** Packages whose tests use a DOM or change globals: each of their test files runs in its own process. */
const pages = ["frame", "browser", "react", "vue", "svelte", "angular", "tools"].map(
  (name) => `packages/${name}/src/**`,
);
/** Every unit test. */
export const unitTests = ["packages/*/src/**/*.test.ts", "apps/*/**/*.test.ts", "e2e/src/**/*.test.ts"];
const exclude = [
  "**/node_modules/**",
  "**/dist/**",
  // The long lane: `npm run nightly`.
  ...(process.env["NIGHTLY"] ? [] : ["**/*.nightly.test.ts"]),
  // Needs nginx, Caddy and workerd, which its own program installs.
  ...(process.env["CARDPANE_HOSTING"] ? [] : ["**/hosting.test.ts"]),
];

/** The settings of all unit tests. */
export const shared = defineConfig({
  plugins: [sveltePlugin(), angularPlugin],
  resolve: { conditions: ["source"], alias: [svelteAlias] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    environment: "node",
    // Tests wait for servers and timers a fifth of their time: one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // V8 compiles PGlite's WebAssembly without optimizing it: tests open many databases and send few queries to each.
    execArgv: ["--liftoff-only"],
    // These bounds end tests that hang. They are not limits for slow machines.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // In place of vitest's default of one second, which is too short for a slow machine.
    expect: { poll: { timeout: 25_000 } },
    reporters: ["default"],
  },
});

/**
 * Unit tests are next to the code; those in e2e test packages and the sandbox together, without a browser. A test that needs a
 * DOM declares it: `// @vitest-environment happy-dom`.
 */
export default mergeConfig(shared, {
  test: {
    projects: [
      {
        extends: true,
        test: { name: "pages", include: pages.map((files) => `${files}/*.test.ts`), exclude },
      },
      {
        extends: true,
        test: {
          name: "servers",
          include: unitTests,
          exclude: [...exclude, ...pages],
          // The files of a worker share its loaded modules: loading the sandbox for each file took a third of the time.
          isolate: false,
        },
      },
    ],
  },
});
