/**
 * The steps of `npm test`, `npm run check` and `npm run nightly`. Tests print their output as it comes, the other checks only when
 * they fail, so that they can run at the same time.
 *
 * There are two lanes. Without `NIGHTLY=1` the tests are those that a change must pass within minutes. With it, files named
 * `*.nightly.test.ts` and `*.nightly.spec.ts`, browser tests tagged `@nightly` and the long forms of the others run, too.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { ensureChromium, ensureHeadlessShell } from "../env/chromium.ts";
import { startDatabases } from "../env/databases.ts";
import { missingTool, systemTool } from "../env/system-tool.ts";
import { checkEach, root, run } from "../process/program.ts";
import { checkFloors } from "./floors.ts";
import { readPlaywrightReport, readVitestReport, slowestLines, type Tests } from "./reports.ts";

/** How a step ended. */
export interface Outcome {
  readonly ok: boolean;
  readonly tests?: Tests;
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

/** What was not tried, and why: printed at the end, where it is noticed. */
export const notTried: string[] = [];

export const steps = {
  lint: async () => {
    const floors = checkFloors();
    if (floors.length > 0) console.error(floors.join("\n"));
    if (!(await biome(["."])) || floors.length > 0) return { ok: false };
    // Files, exports and dependencies that nothing uses.
    const knip = async () => (await run("knip", ["--no-progress"], { quiet: true })).code === 0;
    const oks = await Promise.all([eslint(elementSources), litAnalyzer(), knip()]);
    return { ok: oks.every(Boolean) };
  },
  /** Without knip, which must read every file. */
  "lint-changed": async () => {
    const files = changedFiles(changedSince(), "--diff-filter=d");
    if (files.length === 0) return { ok: true };
    if (!(await biome(files))) return { ok: false };
    const elements = files.filter(
      (file) => file.endsWith(".ts") && elementSources.some((folder) => file.startsWith(`${folder}/`)),
    );
    const checks: Promise<boolean>[] = [];
    if (elements.length > 0) checks.push(eslint(elements));
    // A template of another file may have the bindings.
    if (elements.some((file) => file.startsWith("packages/frame/"))) checks.push(litAnalyzer());
    return { ok: (await Promise.all(checks)).every(Boolean) };
  },
  types: async () => {
    mkdirSync(`${results}types`, { recursive: true });
    const ok = await checkEach(projects, async (project) => {
      // The second run reads from the file what the first one found out.
      const file = `${results}types/${project.replaceAll("/", "-")}.tsbuildinfo`;
      // Two projects are checked at a time: with more threads for each, the compiler checks a third of it twice.
      const args = [tsc, "-p", project, "--singleThreaded", "--incremental", "--tsBuildInfoFile", file];
      const { code } = await run("node", args, { quiet: true });
      return code === 0;
    });
    return { ok };
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
    return unit(["--changed", base, "--passWithNoTests", ...folders]);
  },
  browser: async () => {
    const { chromium, shell } = await findBrowsers();
    const file = `${results}browser.json`;
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

/**
 * Runs groups of steps in their order until one fails, the steps of a group at the same time. Prints the time of each step, and
 * ends with one line of all tests.
 */
export async function runSteps(groups: readonly (readonly StepName[])[]): Promise<never> {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const times: string[] = [];
  const runStep = async (name: StepName) => {
    const startedAt = performance.now();
    const { ok, tests } = await (steps[name] as Step)();
    totals.passed += tests?.passed ?? 0;
    totals.failed += tests?.failed ?? 0;
    totals.skipped += tests?.skipped ?? 0;
    if (tests) console.log(slowestLines(tests).join("\n"));
    const time = `${name} ${((performance.now() - startedAt) / 1000).toFixed(1)}`;
    times.push(time);
    console.log(`--- ${time} s: ${ok ? "ok" : "FAILED"}`);
    return ok;
  };
  // Missing programs are installed while the first steps run. A browser that cannot be installed fails its own step.
  if (groups.flat().includes("browser")) findBrowsers().catch(() => undefined);
  let ok = true;
  for (const group of groups) {
    console.log(`\n--- ${group.join(", ")}`);
    ok = (await Promise.all(group.map(runStep))).every(Boolean);
    // Stops at the first failure, because the output of later steps would hide it.
    if (!ok) break;
  }
  if (!ok && totals.failed === 0) totals.failed = 1;
  for (const line of new Set(notTried)) console.log(`Not tried: ${line}`);
  console.log(`\nSeconds: ${times.join(", ")}; ${(performance.now() / 1000).toFixed(1)} in all.`);
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exit(ok ? 0 : 1);
}

/** Runs a program of this package. */
async function tool(path: string, ...args: readonly string[]): Promise<Outcome> {
  return succeeded(await run("node", [...node, `packages/tools/src/${path}`, ...args]));
}

/** Without a server's address, suites run on the databases that need none. */
const noServers = { TEST_DATABASE_URL: "", TEST_MYSQL_URL: "" };

async function unit(
  args: readonly string[],
  env: Readonly<Record<string, string>> = noServers,
): Promise<Outcome> {
  const file = `${results}unit.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
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

/** Biome ignores the files among these that are not its own. */
async function biome(paths: readonly string[]): Promise<boolean> {
  const options = ["--error-on-warnings", "--no-errors-on-unmatched", "--files-ignore-unknown=true"];
  return (await run("biome", ["check", ...options, ...paths], { quiet: true })).code === 0;
}

async function eslint(paths: readonly string[]): Promise<boolean> {
  const config = ["--max-warnings=0", "-c", "packages/tools/eslint.config.js"];
  return (await run("eslint", [...config, ...paths], { quiet: true })).code === 0;
}

/** Checks the types of bindings in templates. The page's elements have no templates. */
async function litAnalyzer(): Promise<boolean> {
  const args = ["--strict", "--maxWarnings=0", "packages/frame/src/**/*.ts"];
  const { code, output } = await run("lit-analyzer", args, { quiet: true });
  // The analyzer also succeeds if it finds no files.
  return code === 0 && /Found 0 problems in [1-9]/.test(output);
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

function succeeded({ code }: { code: number }): Outcome {
  return { ok: code === 0 };
}

function reported(code: number, tests: Tests): Outcome {
  return { ok: code === 0, tests };
}
