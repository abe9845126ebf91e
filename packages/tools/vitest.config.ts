import { availableParallelism } from "node:os";
import { defineConfig, mergeConfig } from "vitest/config";
import { svelteAlias, sveltePlugin } from "./src/build/svelte.ts";

/** What has a DOM, or globals of its own: each of their files gets a process. */
const pages = ["frame", "browser", "react", "vue", "svelte", "angular", "tools"].map(
  (name) => `packages/${name}/src/**`,
);
/** Every unit test. */
export const unitTests = ["packages/*/src/**/*.test.ts", "apps/*/**/*.test.ts", "e2e/src/**/*.test.ts"];
const exclude = [
  "**/node_modules/**",
  "**/dist/**",
  // Needs nginx and Caddy, which npm test does not install.
  ...(process.env["CARDPANE_HOSTING"] ? [] : ["**/hosting.test.ts"]),
];

/** What all unit tests share. */
export const shared = defineConfig({
  plugins: [sveltePlugin()],
  resolve: { conditions: ["source"], alias: [svelteAlias] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    environment: "node",
    // A fifth of the time goes by in waiting for servers and timers: one more than there are cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    // V8 compiles PGlite's WebAssembly without optimizing it: a test makes few queries of many databases.
    execArgv: ["--liftoff-only"],
    // They end what hangs; how long a test takes is the machine's affair.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What a test waits for may take as long as the test: vitest's default of a second is a bound that we did not choose.
    expect: { poll: { timeout: 25_000 } },
    reporters: ["default"],
  },
});

/**
 * Unit tests stand beside the code; those of e2e try packages and the sandbox together, without a browser. A test that
 * needs a DOM declares it: `// @vitest-environment happy-dom`.
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
          // Their files share a process and what it has loaded: to load the sandbox for each took a third of the time.
          isolate: false,
        },
      },
    ],
  },
});
