/** Stryker's options for the module that STRYKER_TARGET describes: src/mutants/stryker.ts. */
const { name, mutate, score } = JSON.parse(process.env.STRYKER_TARGET);
const cache = `node_modules/.cache/cardpane/stryker/${name}`;

export default {
  mutate,
  testRunner: "vitest",
  vitest: { configFile: "packages/tools/stryker/vitest.config.js" },
  concurrency: 1,
  // Code that runs once, when its file is loaded: every test would have to run for each of these mutants.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `${cache}.incremental.json`,
  reporters: ["clear-text", "json", "progress-append-only"],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: `${cache}.json` },
  // Not below node_modules, where Vitest finds no tests.
  tempDirName: ".stryker-tmp",
  ignorePatterns: ["apps", "e2e", "dist", ".cache"],
  thresholds: { high: 100, low: score, break: score },
};
