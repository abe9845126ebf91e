/** The results for a person and for CI: an HTML page with screenshots, JSON and JUnit. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SandboxError } from "../errors.ts";
import type { Result } from "./run.ts";

interface Run {
  readonly shop: string;
  readonly at: Date;
  readonly results: readonly Result[];
}

/** How many results have a status. */
export function countOf(results: readonly Result[], status: Result["status"]): number {
  return results.filter((result) => result.status === status).length;
}

/** One line, and the reason and advice of a failure. */
export function lineOf({ name, status, seconds, title, reason, advice }: Result): string {
  const label = { passed: "ok     ", failed: "FAILED ", skipped: "skipped" }[status];
  const line = `${label} ${name.padEnd(22)} ${`${seconds.toFixed(1)} s`.padStart(7)}  ${title}`;
  if (status === "passed") return line;
  return status === "skipped"
    ? `${line} (${reason})`
    : `${line}\n          ${reason}\n          Change: ${advice}`;
}

/** Writes `report.html`, `report.json` and `junit.xml` into a folder. @throws SandboxError `bad-setting` */
export function writeReports(folder: string, run: Run): void {
  const files = { "report.html": html(run), "report.json": json(run), "junit.xml": junit(run) };
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  } catch (error) {
    throw new SandboxError("bad-setting", `--report: ${folder} cannot be written (${String(error)}).`);
  }
}

function json({ shop, at, results }: Run): string {
  const shown = results.map(({ screenshot: _, ...result }) => result);
  const counts = Object.fromEntries(
    (["passed", "failed", "skipped"] as const).map((status) => [status, countOf(results, status)]),
  );
  return `${JSON.stringify({ shop, at, ...counts, scenarios: shown }, null, 2)}\n`;
}

function junit({ results }: Run): string {
  const cases = results.map(({ name, title, seconds, status, reason = "", advice = "" }) => {
    const inner = {
      passed: "",
      skipped: `<skipped message="${escaped(reason)}"/>`,
      failed: `<failure message="${escaped(reason)}">${escaped(advice)}</failure>`,
    }[status];
    return `  <testcase classname="certify" name="${escaped(`${name}: ${title}`)}" time="${seconds}">${inner}</testcase>`;
  });
  const time = results.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="certify" tests="${results.length}" failures="${countOf(results, "failed")}" skipped="${countOf(results, "skipped")}" time="${time}">
${cases.join("\n")}
</testsuite>
`;
}

function html({ shop, at, results }: Run): string {
  const failed = countOf(results, "failed");
  const rows = results.map(
    ({ name, title, status, seconds, reason, advice, references, screenshot }) => `<section class="${status}">
<h2>${escaped(title)}</h2>
<p class="soft">${status}, ${escaped(name)}, ${seconds} s${references?.length ? `, order ${escaped(references.join(", "))}` : ""}</p>
${reason === undefined ? "" : `<p>${escaped(reason)}</p>`}
${advice === undefined ? "" : `<p><strong>Change:</strong> ${escaped(advice)}</p>`}
${screenshot === undefined ? "" : `<img alt="The shopper's page at the end" src="data:image/png;base64,${screenshot}">`}
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Certify: ${escaped(shop)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
section { border-left: 4px solid #2e7d32; padding: 0 1rem; margin: 1rem 0 }
.failed { border-color: #b00020 }
.skipped { border-color: #757575 }
h2 { font-size: 1rem; margin: 0 }
p { margin: .25rem 0 }
.soft { color: #595959 }
img { max-width: 100%; border: 1px solid #ccc }
</style>
<h1>${failed === 0 ? "The shop holds" : `The shop fails in ${failed} of ${results.length}`}</h1>
<p class="soft">${escaped(shop)}, ${at.toISOString()}, ${countOf(results, "passed")} passed, ${failed} failed, ${countOf(results, "skipped")} skipped</p>
${[...rows].sort((one, other) => Number(other.includes('class="failed"')) - Number(one.includes('class="failed"'))).join("\n")}
`;
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
}
