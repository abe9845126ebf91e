/**
 * `npm run nightly -- stryker`: changes every condition, value and statement of the modules below, one by one, with Stryker. A test
 * must fail each time. mutants.txt has the defences that must not be missing; this finds those that nobody thought of.
 *
 *   npm run nightly -- stryker            every module; fails if the score of one is lower than before
 *   npm run nightly -- stryker <names>    the named modules
 *
 * Stryker keeps its results in node_modules/.cache/cardpane/stryker, and tests only what has changed since.
 */
import { pnpm } from "../process/pnpm.ts";
import { mustRun, run } from "../process/program.ts";

/** Has its own lock file, because nothing else needs Stryker. */
const folder = "packages/tools/stryker";

interface Target {
  readonly name: string;
  /** The files to change, as patterns. */
  readonly mutate: readonly string[];
  /** The test files, as patterns. */
  readonly tests: readonly string[];
  /** The lowest percentage of changes that a test must notice. */
  readonly score: number;
}

const targets: readonly Target[] = [
  {
    name: "guards",
    mutate: ["packages/contract/src/guards/*.ts", "packages/contract/src/messages/option-guards.ts"],
    tests: ["packages/contract/src/{guards,messages}/*.test.ts"],
    score: 95,
  },
  {
    name: "pairing",
    mutate: ["packages/frame/src/split/pairing.ts"],
    tests: ["packages/frame/src/split/*.test.ts"],
    score: 90,
  },
  {
    name: "tokenize",
    mutate: ["packages/frame/src/tokenize/*.ts"],
    tests: ["packages/frame/src/tokenize/*.test.ts"],
    score: 85,
  },
  {
    name: "checkout",
    // What a report does to an attempt. The model checker walks too long to run for each change.
    mutate: ["packages/node/src/orders/apply-report.ts"],
    tests: ["packages/node/src/checkout/{checkout,rules}.test.ts"],
    score: 80,
  },
];

const given = process.argv.slice(2);
const unknown = given.filter((name) => !targets.some((target) => target.name === name));
if (unknown.length > 0)
  throw new Error(`No module is named ${unknown.join(", ")}: ${targets.map(({ name }) => name).join(", ")}.`);

await mustRun("npx", [...pnpm, "--dir", folder, "install", "--frozen-lockfile"], { quiet: true });
const failed: string[] = [];
for (const target of targets.filter(({ name }) => given.length === 0 || given.includes(name))) {
  const mutate = [...target.mutate, "!**/*.test*.ts"];
  const { code } = await run(`${folder}/node_modules/.bin/stryker`, ["run", `${folder}/stryker.config.js`], {
    env: { STRYKER_TARGET: JSON.stringify({ ...target, mutate }), NODE_OPTIONS: "--conditions=source" },
  });
  if (code !== 0) failed.push(target.name);
}
if (failed.length > 0) throw new Error(`Too many changes were not noticed: ${failed.join(", ")}.`);
