/** Reads the JSON reports of Vitest and Playwright: how many tests passed, what failed, and which files took the most time. */
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../process/program.ts";

/** What failed. */
export interface Failure {
  /** The test, or the file if it could not be run. */
  readonly name: string;
  readonly sentence: string;
  /** Runs this alone. */
  readonly command: string;
}

/** The tests of one report. */
export interface Tests {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The time that each file took, the slowest first. Files run side by side, so their sum is longer than the step. */
  readonly files: readonly { readonly path: string; readonly seconds: number }[];
  readonly failures: readonly Failure[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status?: string;
    /** Why the file could not be run. */
    readonly message?: string;
    readonly assertionResults?: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly ok?: boolean;
    readonly title?: string;
    readonly file?: string;
    readonly line?: number;
    readonly tests: readonly {
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** Reads what Vitest's JSON reporter wrote. */
export async function readVitestReport(file: string): Promise<Tests> {
  const report = (await readReport(file)) as VitestReport | undefined;
  if (!report) return noReport("Vitest", "npm test -- --only unit");
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    files: slowestFirst(
      report.testResults.map(({ name, startTime, endTime }) => ({
        path: relative(root, name),
        seconds: (endTime - startTime) / 1_000,
      })),
    ),
    failures: report.testResults.flatMap(({ name, status, message = "", assertionResults = [] }) => {
      const path = relative(root, name);
      const failed = assertionResults
        .filter((test) => test.status === "failed")
        .map(({ fullName, failureMessages: [reason = ""] }) => [fullName, reason] as const);
      const all = failed.length > 0 || status !== "failed" ? failed : ([["", message]] as const);
      return all.map(([title, reason]) => ({
        name: [path, title].filter(Boolean).join(": "),
        sentence: sentenceOf(reason),
        command: `npx vitest run --root . --config packages/tools/vitest.config.ts ${path}`,
      }));
    }),
  };
}

/** Reads what Playwright's JSON reporter wrote. */
export async function readPlaywrightReport(file: string): Promise<Tests> {
  const report = (await readReport(file)) as PlaywrightReport | undefined;
  if (!report) return noReport("Playwright", "npm test -- --only browser");
  const { stats, suites } = report;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    files: slowestFirst(
      suites.map((suite) => ({ path: `e2e/src/${suite.file}`, seconds: secondsOf(suite) })),
    ),
    failures: suites.flatMap(failuresOf),
  };
}

/** A runner that died leaves no report, or a part of one. */
async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return;
  }
}

function noReport(name: string, command: string): Tests {
  const sentence = "The test runner ended before it wrote its report.";
  return { passed: 0, failed: 1, skipped: 0, files: [], failures: [{ name, sentence, command }] };
}

function failuresOf({ specs = [], suites = [] }: PlaywrightSuite): readonly Failure[] {
  const own = specs
    .filter(({ ok }) => ok === false)
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      const path = `e2e/src/${file}`;
      return {
        name: `${path}:${line}: ${title}`,
        sentence: sentenceOf(errors[0]?.message ?? ""),
        command: `NODE_OPTIONS=--conditions=source npx playwright test ${path}:${line}`,
      };
    });
  return [...own, ...suites.flatMap(failuresOf)];
}

/** The first line of an error, without colours. */
function sentenceOf(text: string): string {
  return stripVTControlCharacters(text).split("\n").find(Boolean)?.trim() ?? "";
}

/** The ten slowest files, as lines. */
export function slowestLines({ files }: Tests): readonly string[] {
  const sum = files.reduce((total, { seconds }) => total + seconds, 0);
  return [
    `The slowest of ${files.length} files (${sum.toFixed(0)} s in all, some of them side by side):`,
    ...files.slice(0, 10).map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`),
  ];
}

function secondsOf({ specs = [], suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return (
    own.reduce((total, { duration }) => total + duration / 1_000, 0) +
    suites.reduce((total, suite) => total + secondsOf(suite), 0)
  );
}

function slowestFirst(files: Tests["files"]): Tests["files"] {
  return [...files].sort((a, b) => b.seconds - a.seconds);
}
