import { expect, it } from "vitest";
import { accessibilityReport, type LastRun, lastRuns, taggedTests } from "./accessibility-report.ts";

const test = (criterion: string, title: string) => ({ criterion, file: "pane/a.spec.ts", title });
const rowOf = (html: string, criterion: string) =>
  html.split("\n").find((line) => line.includes(`<td>${criterion}</td>`)) ?? "";
const at = "2026-11-28T20:00:00.000Z";

it("finds a title for each tagged browser test", () => {
  const tests = taggedTests();
  expect(tests.length).toBeGreaterThan(15);
  expect(tests.filter(({ title }) => title === "")).toEqual([]);
});

it("has a row for each of the 55 criteria, and claims nothing without a test that passed", () => {
  const runs = new Map<string, LastRun>([
    ["pane/a.spec.ts passes", { passed: true, at }],
    ["pane/a.spec.ts fails", { passed: false, at }],
  ]);
  const tests = [
    test("2.1.1", "passes"),
    test("2.1.2", "passes"),
    test("2.1.2", "fails"),
    test("2.5.8", "never ran"),
  ];
  const html = accessibilityReport("1.0.0", tests, runs);
  expect(html.match(/<tr><td>\d\.\d\.\d+<\/td>/g)).toHaveLength(55);
  expect(rowOf(html, "2.1.1")).toContain(
    `<td>9.2.1.1</td><td>supports</td><td>passes (pane/a.spec.ts): passed ${at}</td>`,
  );
  expect(rowOf(html, "2.1.2")).toContain("<td>partly</td>");
  expect(rowOf(html, "2.5.8")).toContain(
    "<td>-</td><td>partly</td><td>never ran (pane/a.spec.ts): not run</td>",
  );
  expect(rowOf(html, "1.1.1")).toContain("<td>9.1.1.1</td><td>not tested</td><td></td>");
  expect(accessibilityReport("1.0.0", taggedTests(), new Map())).not.toContain("supports</td>");
});

it("has no run without a report", () => {
  expect(lastRuns("/nowhere/browser.json").size).toBe(0);
});
