/** Reports are read as the runners write them. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../process/program.ts";
import { readPlaywrightReport, readVitestReport, slowestLines } from "./reports.ts";
import { failureLines } from "./steps.ts";

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

it("names what failed: the test, or the file that could not be run, with its first sentence and the command", async () => {
  const file = await write({
    testResults: [
      {
        name: `${root}packages/a.test.ts`,
        status: "failed",
        assertionResults: [
          {
            status: "failed",
            fullName: "a card is kept",
            failureMessages: ["\u001b[31mError: no\u001b[39m\n at x"],
          },
          { status: "passed", fullName: "another", failureMessages: [] },
        ],
      },
      { name: `${root}packages/b.test.ts`, status: "failed", message: "Cannot find x", assertionResults: [] },
      { name: `${root}packages/c.test.ts`, status: "passed", message: "", assertionResults: [] },
    ],
  });
  const command = "npx vitest run --root . --config packages/tools/vitest.config.ts";
  expect((await readVitestReport(file)).failures).toEqual([
    {
      name: "packages/a.test.ts: a card is kept",
      sentence: "Error: no",
      command: `${command} packages/a.test.ts`,
    },
    { name: "packages/b.test.ts", sentence: "Cannot find x", command: `${command} packages/b.test.ts` },
  ]);
  const spec = { ok: false, title: "pays", file: "pane/a.spec.ts", line: 7 };
  const results = [{ duration: 1, errors: [{ message: "Error: late\nmore" }] }];
  const browser = await write({
    stats: {},
    suites: [{ file: "pane/a.spec.ts", specs: [{ ...spec, tests: [{ results }] }] }],
  });
  expect((await readPlaywrightReport(browser)).failures).toEqual([
    {
      name: "e2e/src/pane/a.spec.ts:7: pays",
      sentence: "Error: late",
      command: "NODE_OPTIONS=--conditions=source npx playwright test e2e/src/pane/a.spec.ts:7",
    },
  ]);
});

it.each(["", "{"])("a runner that left %j in place of a report has failed", async (text) => {
  const file = join(folder, "cut.json");
  await writeFile(file, text);
  for (const read of [readVitestReport, readPlaywrightReport])
    for (const path of [file, `${file}.none`])
      expect(await read(path)).toMatchObject({
        failed: 1,
        failures: [{ sentence: "The test runner ended before it wrote its report." }],
      });
});

it("the lines at the end name the failed tests, or what a check printed, and the command", () => {
  const failure = { name: "a.test.ts: x", sentence: "Error: no", command: "npx vitest run a.test.ts" };
  const tests = { passed: 1, failed: 1, skipped: 0, files: [], failures: [failure] };
  expect(failureLines("unit", tests)).toEqual([
    "  a.test.ts: x",
    "    Error: no",
    "    npx vitest run a.test.ts",
  ]);
  expect(failureLines("unit", { ...tests, failures: Array(25).fill(failure) }).at(-1)).toBe("  and 5 more");
  expect(failureLines("types", undefined, "a.ts(1,2): error TS1\n")).toEqual([
    "  types",
    "    a.ts(1,2): error TS1",
    "    npm test -- --only types",
  ]);
});
