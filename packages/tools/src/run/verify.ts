/**
 * All checks, in order: format, lint (Biome's and Lit's) and import cycles, types, unused code, build, packages, sizes, unit
 * tests, end-to-end tests.
 *
 *   npm test                 all checks
 *   npm run check            lint, types and unit tests, without a browser: the inner loop
 *   npm run e2e              build and end-to-end tests
 *   ... --only lint,types    the named steps
 */
import { readFile } from "node:fs/promises";
import { ensureChromium, ensureHeadlessShell } from "../env/chromium.ts";
import { missingTool, systemTool } from "../env/system-tool.ts";
import { checkEach, root, run } from "./program.ts";

interface Outcome {
  readonly ok: boolean;
  readonly passed?: number;
  readonly failed?: number;
  readonly skipped?: number;
}

type Step = () => Promise<Outcome>;

const projects = [
  "packages/contract",
  "packages/gateway",
  // The frame is compiled without the types of Node.js, its tests with them.
  "packages/frame",
  "packages/frame/tsconfig.test.json",
  "packages/host",
  "packages/browser",
  // A separate project, because the types for React 18 and those for React 19 declare the same elements.
  "packages/react",
  "packages/vue",
  "packages/svelte",
  "packages/angular",
  "packages/node",
  "packages/tools",
  "apps/sandbox",
  "apps/demo",
  "e2e",
];
/** The native compiler. Tools that need the compiler's API (declarations, today's editors) use the previous version. */
const tsc = "packages/tools/node_modules/typescript-7/bin/tsc";
/** The folders that define custom elements. */
const elementSources = ["packages/frame/src", "packages/browser/src"];
/** Programs that tests compare our results with, and their Debian packages. Tests are skipped if their program is missing. */
const tools = [
  ["zbarimg", "zbar-tools"],
  ["oathtool", "oathtool"],
] as const;
const node = ["--conditions=source", "--import", "tsx"];
const results = `${root}node_modules/.cache/cardpane/`;

const steps: Readonly<Record<string, Step>> = {
  lint: async () => {
    const biome = await run("biome", ["check", "--error-on-warnings", "."]);
    if (biome.code !== 0) return succeeded(biome);
    const [eslint, analyzer] = await Promise.all([
      run("eslint", ["--max-warnings=0", "-c", "packages/tools/eslint.config.js", ...elementSources]),
      // Checks the types of bindings in templates. The page's elements have no templates.
      run("lit-analyzer", ["--strict", "--maxWarnings=0", "packages/frame/src/**/*.ts"]),
    ]);
    // The analyzer also succeeds if it finds no files.
    const isAnalyzed = /Found 0 problems in [1-9]/.test(analyzer.output);
    return { ok: eslint.code === 0 && analyzer.code === 0 && isAnalyzed };
  },
  types: async () => {
    const ok = await checkEach(projects, async (project) => {
      const { code } = await run("node", [tsc, "-p", project], { quiet: true });
      return code === 0;
    });
    return { ok };
  },
  // Files, exports and dependencies that nothing uses.
  unused: async () => succeeded(await run("knip", ["--no-progress"])),
  build: async () => succeeded(await run("node", [...node, "packages/tools/src/build/build.ts"])),
  // The packed packages, checked the way their users import them.
  packages: async () => succeeded(await run("node", [...node, "packages/tools/src/build/check-packages.ts"])),
  size: async () => succeeded(await run("node", [...node, "packages/tools/src/build/size.ts"])),
  unit: async () => {
    const file = `${results}unit.json`;
    const { code } = await run("vitest", [
      "run",
      "--root",
      ".",
      "--config",
      "packages/tools/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ]);
    const report = JSON.parse(await readFile(file, "utf8")) as VitestReport;
    return {
      ok: code === 0,
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  },
  e2e: async () => {
    const file = `${results}e2e.json`;
    const chromium = await ensureChromium();
    const { code } = await run("playwright", ["test", "--reporter=list,json"], {
      env: {
        CHROMIUM_PATH: chromium,
        HEADLESS_SHELL_PATH: await ensureHeadlessShell(chromium),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        NODE_OPTIONS: "--conditions=source",
      },
    });
    const { stats } = JSON.parse(await readFile(file, "utf8")) as PlaywrightReport;
    return {
      ok: code === 0,
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    };
  },
};

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

const named = process.argv.find((_, index, all) => all[index - 1] === "--only")?.split(",");
const quick = process.argv.includes("--quick") ? ["lint", "types", "unit"] : undefined;
const wanted = named ?? quick ?? Object.keys(steps);
const missing: string[] = [];
const totals = { passed: 0, failed: 0, skipped: 0 };
let ok = true;

// The inner loop does not install programs.
if (!quick && wanted.some((name) => name === "unit" || name === "e2e")) await findTools();
for (const name of wanted) {
  const step = steps[name];
  if (!step) throw new Error(`No step is named ${name}. There are: ${Object.keys(steps).join(", ")}.`);
  const startedAt = performance.now();
  console.log(`\n--- ${name}`);
  const outcome = await step();
  totals.passed += outcome.passed ?? 0;
  totals.failed += outcome.failed ?? 0;
  totals.skipped += outcome.skipped ?? 0;
  console.log(
    `--- ${name}: ${outcome.ok ? "ok" : "FAILED"}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  ok &&= outcome.ok;
  // Stops at the first failure, because the output of later steps would hide it.
  if (!outcome.ok) break;
}
if (!ok && totals.failed === 0) totals.failed = 1;
for (const line of missing) console.log(`Not tried: ${line}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(ok ? 0 : 1);

/** Collects the missing tools, to print them at the end, where they are noticed. */
async function findTools(): Promise<void> {
  for (const [program, debianPackage] of tools) {
    if (!(await systemTool(program, debianPackage))) missing.push(missingTool(program, debianPackage));
  }
}

function succeeded({ code }: { code: number }): Outcome {
  return { ok: code === 0 };
}
