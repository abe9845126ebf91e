/** Reports are read as the runners write them. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../process/program.ts";
import { readPlaywrightReport, readVitestReport, slowestLines } from "./reports.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cardpane-reports-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(report: unknown): Promise<string> {
  const file = join(folder, "report.json");
  await writeFile(file, JSON.stringify(report));
  return file;
}

it("counts Vitest's tests and lists its slowest files first", async () => {
  const file = await write({
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { name: `${root}packages/a.test.ts`, startTime: 1_000, endTime: 1_500 },
      { name: `${root}packages/b.test.ts`, startTime: 1_000, endTime: 4_000 },
    ],
  });
  const tests = await readVitestReport(file);
  expect(tests).toMatchObject({ passed: 7, failed: 1, skipped: 3 });
  expect(slowestLines(tests)).toEqual([
    "The slowest of 2 files (4 s in all, some of them side by side):",
    "    3.0 s  packages/b.test.ts",
    "    0.5 s  packages/a.test.ts",
  ]);
});

it("counts Playwright's tests, also the flaky ones, and adds up the time of nested suites and of retries", async () => {
  const spec = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const file = await write({
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      { file: "pane/a.spec.ts", specs: [spec(500)] },
      {
        file: "pane/b.spec.ts",
        specs: [spec(1_000)],
        suites: [{ file: "pane/b.spec.ts", specs: [spec(2_000, 500)] }],
      },
    ],
  });
  const tests = await readPlaywrightReport(file);
  expect(tests).toMatchObject({ passed: 4, failed: 1, skipped: 2 });
  expect(tests.files).toEqual([
    { path: "e2e/src/pane/b.spec.ts", seconds: 3.5 },
    { path: "e2e/src/pane/a.spec.ts", seconds: 0.5 },
  ]);
});
