import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { svelteAlias, sveltePlugin } from "./src/svelte.ts";

/**
 * Unit tests stand beside the code; those of e2e try packages and the sandbox together, without a browser. A test that
 * needs a DOM says so: `// @vitest-environment happy-dom`.
 */
export default defineConfig({
  plugins: [sveltePlugin()],
  resolve: { conditions: ["source"], alias: [svelteAlias] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/**/*.test.ts", "e2e/src/**/*.test.ts"],
    exclude: [
      "**/node_modules/**",
      "**/dist/**",
      // Needs nginx and Caddy, which npm test does not install.
      ...(process.env["CARDPANE_HOSTING"] ? [] : ["**/hosting.test.ts"]),
    ],
    environment: "node",
    // Of two cores Vitest would use one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // They end what hangs; how long a test takes is the machine's affair.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What a test waits for may take as long as the test: a second, as is usual, is a bound that nobody chose.
    expect: { poll: { timeout: 25_000 } },
    reporters: ["default"],
  },
});
