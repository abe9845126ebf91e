/** Stryker runs tests in threads, which refuse the options of Node.js of the usual configuration. */
import { defineConfig } from "vitest/config";

const { tests } = JSON.parse(process.env.STRYKER_TARGET);

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: { include: tests, testTimeout: 20_000, expect: { poll: { timeout: 5_000 } } },
});
