/** Reads the JSON reports of Vitest and Playwright: how many tests passed, and which files took the most time. */
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { root } from "../process/program.ts";

/** The tests of one report. */
export interface Tests {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The time that each file took, the slowest first. Files run side by side, so their sum is longer than the step. */
  readonly files: readonly { readonly path: string; readonly seconds: number }[];
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
  }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
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
  const report = JSON.parse(await readFile(file, "utf8")) as VitestReport;
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
  };
}

/** Reads what Playwright's JSON reporter wrote. */
export async function readPlaywrightReport(file: string): Promise<Tests> {
  const { stats, suites } = JSON.parse(await readFile(file, "utf8")) as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    files: slowestFirst(
      suites.map((suite) => ({ path: `e2e/src/${suite.file}`, seconds: secondsOf(suite) })),
    ),
  };
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
