/**
 * Mutation tests: removes one defence after the other, and prints the unit test that fails. The files of the repository are not
 * changed: the edit is applied while Vitest transforms the file.
 *
 *   npm run nightly -- mutants         every mutant; fails if one survives
 *   npm run nightly -- mutants <text>  the mutants whose file or defence contains the text
 */
import { realpathSync } from "node:fs";
import { availableParallelism } from "node:os";
import { mergeConfig } from "vitest/config";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import { dom, domTests, shared, unitTests } from "../../vitest.config.ts";
import { root } from "../process/program.ts";
import { type Mutant, mutants } from "./list.ts";

/** The mutant that the next run applies. */
let current: Mutant | undefined;
let applied = 0;
/** The number of tests that pass without a mutant, by file. */
const passedBefore = new Map<string, number>();

const [text = ""] = process.argv.slice(2);
const chosen = mutants.filter(({ file, defence }) => `${file} ${defence}`.includes(text));
// A misspelt text must not pass.
if (chosen.length === 0) throw new Error(`No mutant's file or defence contains ${text}.`);

const plugins = [
  {
    name: "cardpane-mutant",
    enforce: "pre" as const,
    transform(code: string, id: string) {
      if (!current || fileOf(id) !== realpathSync(root + current.file)) return undefined;
      if (code.split(current.from).length !== 2) throw new Error(`The text is not once in ${id}.`);
      applied += 1;
      return { code: code.replace(current.from, () => current?.to ?? ""), map: null };
    },
  },
];

const startedAt = performance.now();
const vitest = await createVitest(
  "test",
  {
    root,
    // The projects of the config file do not get the plugin. So its shared settings are used directly.
    config: false,
    watch: false,
    bail: 1,
    reporters: [{}],
    silent: true,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Kills mutants that wait for ever. Unchanged code passes within this time, otherwise the first run below fails.
    testTimeout: 60_000,
    expect: { poll: { timeout: 5_000 } },
  },
  {
    test: {
      projects: [
        mergeConfig(shared, { plugins, test: { ...dom, name: "dom", include: [domTests] } }),
        mergeConfig(shared, { plugins, test: { name: "node", include: unitTests, exclude: [domTests] } }),
      ],
    },
  },
);
try {
  process.exitCode = await main(vitest);
} finally {
  await vitest.close();
}

async function main(runner: Vitest): Promise<number> {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const before = await runTests(runner, tests);
  if (before) {
    console.error(`Without any mutant this test fails: ${before}`);
    return 1;
  }
  console.log(`${tests.length} test files pass without a mutant, after ${seconds()} s.\n`);
  const survivors: Mutant[] = [];
  for (const mutant of chosen) {
    const failed = await tryMutant(runner, mutant);
    if (failed === undefined) survivors.push(mutant);
    console.log(`${failed === undefined ? "SURVIVED" : "killed  "}  ${mutant.file}: ${mutant.defence}`);
    if (failed !== undefined) console.log(`          by: ${failed}`);
  }
  const killed = chosen.length - survivors.length;
  console.log(
    `\n${killed} of ${chosen.length} killed (${Math.floor((100 * killed) / chosen.length)} %), ${seconds()} s`,
  );
  for (const { file, defence } of survivors) console.log(`survived: ${file}: ${defence}`);
  return survivors.length > 0 ? 1 : 0;
}

async function tryMutant(runner: Vitest, mutant: Mutant): Promise<string | undefined> {
  const path = realpathSync(root + mutant.file);
  current = mutant;
  applied = 0;
  runner.invalidateFile(path);
  try {
    const failed = await runTests(runner, mutant.tests);
    if (applied === 0) console.error(`No test of “${mutant.defence}” loads ${mutant.file}.`);
    return applied === 0 ? undefined : failed;
  } finally {
    current = undefined;
    runner.invalidateFile(path);
  }
}

/** The first test that fails; `undefined` if all pass. */
async function runTests(runner: Vitest, files: readonly string[]): Promise<string | undefined> {
  const specifications = files.flatMap((file) => runner.getModuleSpecifications(realpathSync(root + file)));
  const known = specifications.length > 0 ? specifications : await findSpecifications(runner, files);
  const { testModules, unhandledErrors } = await runner.runTestSpecifications(known, false);
  // Vitest also returns the modules of earlier runs, with the failures that other mutants caused.
  const ran = new Set(known.map(({ moduleId }) => moduleId));
  for (const testModule of testModules.filter(({ moduleId }) => ran.has(moduleId))) {
    const failed = failureOf(testModule);
    if (failed !== undefined) return failed;
  }
  const [error] = unhandledErrors;
  return error === undefined ? undefined : `an error that no test catches: ${String(error).slice(0, 200)}`;
}

async function findSpecifications(runner: Vitest, files: readonly string[]) {
  const found = await runner.globTestSpecifications();
  const paths = files.map((file) => realpathSync(root + file));
  const named = found.filter(({ moduleId }) => paths.includes(moduleId));
  if (named.length !== files.length) throw new Error(`Vitest does not run all of ${files.join(", ")}.`);
  return named;
}

function failureOf(testModule: TestModule): string | undefined {
  const [broken] = testModule.errors();
  if (broken) return `${testModule.relativeModuleId}: ${broken.message.slice(0, 200)}`;
  for (const test of testModule.children.allTests("failed")) return test.fullName;
  if (!testModule.ok()) return `${testModule.relativeModuleId}: a hook failed`;
  // At the first failure Vitest stops its other processes, and sometimes the report of the failure is lost.
  const passed = [...testModule.children.allTests("passed")].length;
  const expected = passedBefore.get(testModule.moduleId) ?? passed;
  passedBefore.set(testModule.moduleId, expected);
  return passed < expected
    ? `${testModule.relativeModuleId}: ${expected - passed} tests did not run`
    : undefined;
}

function fileOf(id: string): string {
  return id.replace(/[?#].*$/, "");
}

function seconds(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}
