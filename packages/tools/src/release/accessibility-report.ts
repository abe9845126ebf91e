/**
 * The accessibility report of a release: each criterion of WCAG 2.2, A and AA, with its clause of EN 301 549, the browser tests that are
 * tagged with it, and their last run. Without a test there is no claim.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { root } from "../process/program.ts";

/** All criteria of levels A and AA, by guideline. 4.1.1 is obsolete. */
const criteria =
  `1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13
  2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8
  3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`.split(/\s+/);
/** New in WCAG 2.2: EN 301 549 V3.2.1 refers to WCAG 2.1. */
const without301549 = ["2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8"];

export interface TaggedTest {
  readonly criterion: string;
  readonly file: string;
  readonly title: string;
}

/** What the last run of the browser tests says of one. */
export interface LastRun {
  readonly passed: boolean;
  /** ISO 8601. */
  readonly at: string;
}

/** The tests that are tagged with a criterion, from the sources. */
export function taggedTests(): readonly TaggedTest[] {
  const folder = `${root}e2e/src/`;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".spec.ts"))
    .flatMap((file) => {
      const text = readFileSync(folder + file, "utf8");
      return [...text.matchAll(/"@wcag-([\d.]+)"/g)].map(({ index, 1: criterion = "" }) => {
        const [, title = ""] =
          [...text.slice(0, index).matchAll(/\btest\(\s*["`]([^"`]+)["`]/g)].at(-1) ?? [];
        return { criterion, file, title };
      });
    })
    .sort((a, b) => (a.file + a.title < b.file + b.title ? -1 : 1));
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly { readonly startTime: string; readonly status: string }[];
    }[];
  }[];
}

/** The runs in a JSON report of Playwright, by file and title; none if there is no report. */
export function lastRuns(report: string): ReadonlyMap<string, LastRun> {
  const runs = new Map<string, LastRun>();
  const visit = ({ suites = [], specs = [] }: Suite) => {
    for (const { title, file, ok, tests } of specs) {
      const result = tests.flatMap(({ results }) => results).at(-1);
      if (result && result.status !== "skipped")
        runs.set(`${file} ${title}`, { passed: ok, at: result.startTime });
    }
    suites.forEach(visit);
  };
  if (existsSync(report)) visit(JSON.parse(readFileSync(report, "utf8")) as Suite);
  return runs;
}

/** The page. Supports: each test of the criterion passed in the last run; partly: not each did, or was run. */
export function accessibilityReport(
  version: string,
  tests: readonly TaggedTest[],
  runs: ReadonlyMap<string, LastRun>,
): string {
  const rows = criteria.map((criterion) => {
    const own = tests.filter((test) => test.criterion === criterion);
    const shown = own.map(({ file, title }) => {
      const run = runs.get(`${file} ${title}`);
      return {
        passed: run?.passed === true,
        text: `${title} (${file}): ${run ? `${run.passed ? "passed" : "failed"} ${run.at}` : "not run"}`,
      };
    });
    const state =
      own.length === 0 ? "not tested" : shown.every(({ passed }) => passed) ? "supports" : "partly";
    const clause = without301549.includes(criterion) ? "-" : `9.${criterion}`;
    return [
      criterion,
      clause,
      state,
      ...(shown.length > 0 ? [shown.map(({ text }) => text).join("\n")] : [""]),
    ];
  });
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${tag}>`).join("")}</tr>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Accessibility report of Cardpane ${version}</title>
<style>body { font: 16px system-ui; margin: 2rem } table { border-collapse: collapse } td, th { border: 1px solid #999; padding: 4px 8px; text-align: left; vertical-align: top; white-space: pre-line }</style>
<h1>Accessibility report of Cardpane ${version}</h1>
<p>The card form against WCAG 2.2, levels A and AA, and EN 301 549 V3.2.1, by the project's tests in Chromium. No external audit.
Not tested: screen readers by ear, iOS Safari, Android. The page around the form is the merchant's, the page inside a challenge the bank's.</p>
<table>${line("th", ["WCAG 2.2", "EN 301 549", "state", "tests and their last run"])}
${rows.map((row) => line("td", row)).join("\n")}
</table>
</html>
`;
}
