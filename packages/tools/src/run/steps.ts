/**
 * The steps of `npm test`, `npm run check` and `npm run nightly`. Tests print their output as it comes, the other checks only when
 * they fail, so that they can run at the same time.
 *
 * There are two lanes. Without `NIGHTLY=1` the tests are those that a change must pass within minutes. With it, files named
 * `*.nightly.test.ts` and `*.nightly.spec.ts`, browser tests tagged `@nightly` and the long forms of the others run, too.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { ensureChromium, ensureHeadlessShell } from "../env/chromium.ts";
import { startDatabases } from "../env/databases.ts";
import { missingTool, systemTool } from "../env/system-tool.ts";
import { checkEach, type Ended, root, run } from "../process/program.ts";
import { checkFloors } from "./floors.ts";
import { readPlaywrightReport, readVitestReport, slowestLines, type Tests } from "./reports.ts";

/** How a step ended. */
export interface Outcome {
  readonly ok: boolean;
  readonly tests?: Tests;
  /** What a check without tests printed. */
  readonly output?: string;
}

export type Step = () => Promise<Outcome>;

/**
 * The projects whose types are checked separately, because each lacks types that others have: those of Node.js, of a browser,
 * of a version of React. The first one contains the programs and all that use both.
 */
const projects = [
  "packages/tools",
  "apps/sandbox",
  "packages/node",
  // The frame is compiled without the types of Node.js, its tests with them.
  "packages/frame",
  "packages/frame/tsconfig.test.json",
  "packages/gateway",
  "packages/contract",
  "packages/browser",
  // A separate project, because the types for React 18 and those for React 19 declare the same elements.
  "packages/react",
  "packages/vue",
  "packages/svelte",
  "packages/angular",
  "packages/host",
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
/** The time after the start at which the suites of the databases are left out, if no server was named for them. */
const latestStartMs = 10 * 60_000;
const results = `${root}node_modules/.cache/cardpane/`;
const vitest = ["run", "--root", ".", "--config", "packages/tools/vitest.config.ts"];

/** Tests of whole programs, which wait for `npm test`: more than half of the inner loop's time, and few changes break them alone. */
const longTests = [
  "apps/sandbox/src/start.test.ts",
  "apps/sandbox/src/faults.test.ts",
  "apps/sandbox/src/hostile-input.test.ts",
  "apps/sandbox/src/env-file.test.ts",
  "apps/sandbox/src/wallet/money-faults.test.ts",
  "packages/node/src/examples/shops.test.ts",
  "packages/node/src/doubts/doubts.test.ts",
];

/** What was not tried, and why: printed at the end, where it is noticed. */
export const notTried: string[] = [];

export const steps = {
  lint: async () => {
    const quick = all([floors(), await biome(["."])]);
    if (!quick.ok) return quick;
    // Files, exports and dependencies that nothing uses.
    const knip = async () => succeeded(await run("knip", ["--no-progress"], { quiet: true }));
    return all(await Promise.all([eslint(elementSources), litAnalyzer(), knip()]));
  },
  /** Without knip, which must read every file. */
  "lint-changed": async () => {
    const files = changedFiles(changedSince(), "--diff-filter=d");
    if (files.length === 0) return { ok: true };
    const quick = all([floors(), await biome(files)]);
    if (!quick.ok) return quick;
    const elements = files.filter(
      (file) => file.endsWith(".ts") && elementSources.some((folder) => file.startsWith(`${folder}/`)),
    );
    const checks: Promise<Outcome>[] = [];
    if (elements.length > 0) checks.push(eslint(elements));
    // A template of another file may have the bindings.
    if (elements.some((file) => file.startsWith("packages/frame/"))) checks.push(litAnalyzer());
    return all(await Promise.all(checks));
  },
  types: async () => {
    mkdirSync(`${results}types`, { recursive: true });
    const outputs: string[] = [];
    const ok = await checkEach(projects, async (project) => {
      // The second run reads from the file what the first one found out.
      const file = `${results}types/${project.replaceAll("/", "-")}.tsbuildinfo`;
      // Two projects are checked at a time: with more threads for each, the compiler checks a third of it twice.
      const args = [tsc, "-p", project, "--singleThreaded", "--incremental", "--tsBuildInfoFile", file];
      const { code, output } = await run("node", args, { quiet: true });
      if (code !== 0) outputs.push(output);
      return code === 0;
    });
    return { ok, output: [...new Set(outputs.join("").split("\n"))].join("\n") };
  },
  build: async () => tool("bundle/build.ts"),
  /** The scripts that `npm start` and the tests serve, without the npm packages. */
  "build-to-run": async () => tool("bundle/build.ts", "--to-run"),
  /** The packed packages, checked the way their users import them. */
  packages: async () => tool("release/check-packages.ts"),
  size: async () => tool("bundle/size.ts"),
  /** The sizes of what `build-to-run` builds. */
  "size-to-run": async () => tool("bundle/size.ts", "--to-run"),
  unit: async () => {
    await findTools();
    return process.env["NIGHTLY"] ? onDatabases([]) : unit([]);
  },
  /** Of the projects that changed since the main branch, the unit tests that import what changed, directly or not. */
  "unit-changed": async () => {
    const base = changedSince();
    const folders = changedProjects(base);
    if (folders.length === 0) return { ok: true };
    const changed = changedFiles(base);
    const leftOut = longTests.filter((file) => !changed.includes(file));
    const args = ["--changed", base, "--passWithNoTests", ...folders];
    return unit(args, { ...noServers, LEFT_OUT: leftOut.join(" ") });
  },
  browser: async () => {
    const { chromium, shell } = await findBrowsers();
    const file = `${results}browser.json`;
    rmSync(file, { force: true });
    const { code } = await run("playwright", ["test", "--reporter=list,json"], {
      env: {
        CHROMIUM_PATH: chromium,
        HEADLESS_SHELL_PATH: shell,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        NODE_OPTIONS: "--conditions=source",
      },
    });
    return reported(code, await readPlaywrightReport(file));
  },
  /** The suites that also run on the databases of a production system: the sandbox's on PostgreSQL, the stores on both. */
  databases: async () => {
    if (performance.now() > latestStartMs && !process.env["TEST_DATABASE_URL"]) {
      notTried.push("The suites of the databases, because the steps before took too long.");
      return { ok: true };
    }
    return onDatabases(["apps/sandbox/src", "packages/node/src/stores"]);
  },
} as const satisfies Readonly<Record<string, Step>>;

export type StepName = keyof typeof steps;

export const isStepName = (name: string): name is StepName => Object.hasOwn(steps, name);

/** What a step reads of an earlier one. It is left out if that one failed. */
const needs: Partial<Record<StepName, StepName>> = {
  packages: "build",
  size: "build",
  "size-to-run": "build-to-run",
  browser: "build-to-run",
  // The inner loop: tests of what does not compile tell nothing more.
  "unit-changed": "types",
};

/**
 * Runs groups of steps in their order, the steps of a group at the same time, and leaves out those that need a failed one. Ends with
 * the time of each step, what failed, and one line of all tests.
 */
export async function runSteps(groups: readonly (readonly StepName[])[]): Promise<never> {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const times: string[] = [];
  const failed = new Set<StepName>();
  const failures: string[] = [];
  const runStep = async (name: StepName) => {
    const needed = needs[name];
    if (needed && failed.has(needed)) {
      failed.add(name);
      notTried.push(`${name}, because ${needed} failed.`);
      return;
    }
    const startedAt = performance.now();
    const { ok, tests, output } = await (steps[name] as Step)();
    totals.passed += tests?.passed ?? 0;
    totals.failed += tests?.failed ?? 0;
    totals.skipped += tests?.skipped ?? 0;
    if (tests) console.log(slowestLines(tests).join("\n"));
    const time = `${name} ${((performance.now() - startedAt) / 1000).toFixed(1)}`;
    times.push(time);
    console.log(`--- ${time} s: ${ok ? "ok" : "FAILED"}`);
    if (ok) return;
    failed.add(name);
    failures.push(...failureLines(name, tests, output));
  };
  // Missing programs are installed while the first steps run. A browser that cannot be installed fails its own step.
  if (groups.flat().includes("browser")) findBrowsers().catch(() => undefined);
  for (const group of groups) {
    console.log(`\n--- ${group.join(", ")}`);
    await Promise.all(group.map(runStep));
  }
  if (failed.size > 0 && totals.failed === 0) totals.failed = 1;
  for (const line of new Set(notTried)) console.log(`Not tried: ${line}`);
  console.log(`\nSeconds: ${times.join(", ")}; ${(performance.now() / 1000).toFixed(1)} in all.`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}\n`);
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exit(failed.size > 0 ? 1 : 0);
}

/** What failed in a step, with the commands that run it alone. */
export function failureLines(name: StepName, tests: Tests | undefined, output = ""): readonly string[] {
  const shown = 20;
  const list = tests?.failures ?? [];
  if (list.length === 0) {
    const lines = output.trimEnd().split("\n").filter(Boolean);
    const more = lines.length > shown ? [`    and ${lines.length - shown} lines above`] : [];
    return [
      `  ${name}`,
      ...lines.slice(0, shown).map((line) => `    ${line}`),
      ...more,
      `    npm test -- --only ${name}`,
    ];
  }
  const more = list.length > shown ? [`  and ${list.length - shown} more`] : [];
  return [
    ...list
      .slice(0, shown)
      .flatMap(({ name: test, sentence, command }) => [`  ${test}`, `    ${sentence}`, `    ${command}`]),
    ...more,
  ];
}

/** Runs a program of this package. */
async function tool(path: string, ...args: readonly string[]): Promise<Outcome> {
  const { code, output } = await run("node", [...node, `packages/tools/src/${path}`, ...args]);
  // The reason for its end is at the end.
  return succeeded({ code, output: output.trimEnd().split("\n").slice(-10).join("\n") });
}

/** Without a server's address, suites run on the databases that need none. */
const noServers = { TEST_DATABASE_URL: "", TEST_MYSQL_URL: "" };

async function unit(
  args: readonly string[],
  env: Readonly<Record<string, string>> = noServers,
): Promise<Outcome> {
  const file = `${results}unit.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  rmSync(file, { force: true });
  const { code } = await run("vitest", [...vitest, ...reporters, ...args], { env });
  return reported(code, await readVitestReport(file));
}

async function onDatabases(args: readonly string[]): Promise<Outcome> {
  const databases = await startDatabases();
  notTried.push(...databases.missing);
  try {
    return await unit(args, databases.env);
  } finally {
    await databases.stop();
  }
}

function floors(): Outcome {
  const complaints = checkFloors();
  return { ok: complaints.length === 0, output: complaints.join("\n") };
}

/** Biome ignores the files among these that are not its own. */
async function biome(paths: readonly string[]): Promise<Outcome> {
  const options = ["--error-on-warnings", "--no-errors-on-unmatched", "--files-ignore-unknown=true"];
  return succeeded(await run("biome", ["check", ...options, ...paths], { quiet: true }));
}

async function eslint(paths: readonly string[]): Promise<Outcome> {
  const config = ["--max-warnings=0", "-c", "packages/tools/eslint.config.js"];
  return succeeded(await run("eslint", [...config, ...paths], { quiet: true }));
}

/** Checks the types of bindings in templates. The page's elements have no templates. */
async function litAnalyzer(): Promise<Outcome> {
  const args = ["--strict", "--maxWarnings=0", "packages/frame/src/**/*.ts"];
  const { code, output } = await run("lit-analyzer", args, { quiet: true });
  // The analyzer also succeeds if it finds no files.
  return { ok: code === 0 && /Found 0 problems in [1-9]/.test(output), output };
}

/** The changed files, also those that are not committed. */
function changedFiles(base: string, ...options: readonly string[]): readonly string[] {
  const list = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  return [
    ...list("diff", "--name-only", ...options, base),
    ...list("ls-files", "--others", "--exclude-standard"),
  ];
}

/** The folders of the projects that have a changed file. */
function changedProjects(base: string): readonly string[] {
  const folders = changedFiles(base).flatMap(
    (file) => /^(?:(?:packages|apps)\/[^/]+|e2e)\//.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)];
}

/** The newest commit that this branch shares with the main branch. */
function changedSince(): string {
  for (const branch of ["origin/main", "main"]) {
    try {
      return execFileSync("git", ["merge-base", "HEAD", branch], {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    } catch {
      // The branch does not exist here.
    }
  }
  return "HEAD";
}

/** Finds the tools that some tests need, once, and installs the missing ones if possible. */
const findTools = once(async () => {
  for (const [program, debianPackage] of tools) {
    if (!(await systemTool(program, debianPackage))) notTried.push(missingTool(program, debianPackage));
  }
});

/** Finds the browsers, once, and installs the missing ones. One installation at a time: apt locks its files. */
const findBrowsers = once(async () => {
  await findTools();
  const chromium = await ensureChromium();
  return { chromium, shell: await ensureHeadlessShell(chromium) };
});

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function succeeded({ code, output }: Ended): Outcome {
  return { ok: code === 0, output };
}

/** The outcome of checks: of the failed ones, the output. */
function all(outcomes: readonly Outcome[]): Outcome {
  const failed = outcomes.filter(({ ok }) => !ok);
  return { ok: failed.length === 0, output: failed.map(({ output }) => output).join("\n") };
}

function reported(code: number, tests: Tests): Outcome {
  return { ok: code === 0, tests };
}
