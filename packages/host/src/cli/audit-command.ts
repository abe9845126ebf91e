/** `cardpane audit`: compares the scripts, frames and security headers of a merchant's page with those that a person has justified. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Baseline, compareVisits, readBaseline, updateBaseline } from "../audit/baseline.ts";
import { type AuditResult, evidencePage, notSeen } from "../audit/evidence.ts";
import { type Visit, visitPage } from "../audit/visit.ts";
import { messageOf } from "../error.ts";
import { openBrowser } from "../shopper-browser.ts";
import { type Command, UsageError } from "./command.ts";

export const auditUsage = `cardpane audit <url> [options]  compares scripts, frames and security headers of a page with cardpane-audit.json

  --update               writes the file; a person fills in justification and owner of each new script. In the file, "hash":
                         "unchecked" accepts any text of a script, and * in a source stands for any text
  --file <path>          the file (cardpane-audit.json)
  --evidence <folder>    also writes the result as HTML and JSON, named by the time
  --visits <number>      how often the page is visited: some scripts come later (3)
  --stay <seconds>       how long a visit lasts after the page has loaded, at least (3)
  --timeout <seconds>    the time within which the page must load (20)
  --browser <path>       the path of a Chromium (playwright-core's own)
  --json                 prints the result as a JSON object
  Exit code: 0 no difference, 1 differences, or scripts without justification or owner, 2 the command could not run
  Requires playwright-core: npm install --save-dev playwright-core`;

/** Audits one page. */
export const auditCommand: Command = async (args, { cwd, out }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      update: { type: "boolean", default: false },
      file: { type: "string", default: "cardpane-audit.json" },
      evidence: { type: "string" },
      visits: { type: "string", default: "3" },
      stay: { type: "string", default: "3" },
      timeout: { type: "string", default: "20" },
      browser: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0 || !/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError("audit takes the address of one page, for example https://shop.example/checkout.");
  const count = readNumber(values.visits, "--visits", 1, 20);
  const stayMs = readNumber(values.stay, "--stay", 0, 600) * 1_000;
  const timeoutMs = readNumber(values.timeout, "--timeout", 1, 600) * 1_000;
  const file = resolve(cwd, values.file);
  const baseline = readFile(file, url, values.update);
  const visits = await visitOften(url, count, { stayMs, timeoutMs, browser: values.browser });
  const seen = updateBaseline(url, visits, baseline);
  if (values.update) {
    writeFileSync(file, `${JSON.stringify(seen, null, 2)}\n`);
    const open = compareVisits(seen, visits).filter(({ kind }) => kind === "unjustified").length;
    out(`${file}: ${counts(seen)}. Without justification or owner: ${open}.`);
    return 0;
  }
  const differences = compareVisits(baseline ?? seen, visits);
  const result: AuditResult = {
    ok: differences.length === 0,
    page: url,
    time: new Date().toISOString(),
    visits: count,
    differences,
    seen,
    notSeen,
  };
  if (values.evidence !== undefined) writeEvidence(resolve(cwd, values.evidence), result);
  if (values.json) out(JSON.stringify(result));
  else {
    for (const { kind, what, source, expected, actual } of differences) {
      out(`${kind} ${what}  ${source}`);
      if (expected !== undefined) out(`  expected ${expected}`);
      if (actual !== undefined) out(`  actual   ${actual}`);
      if (kind === "unjustified") out(`  fill in its justification and owner in ${values.file}`);
    }
    out(`${counts(seen)} in ${count} visits, ${differences.length} differences`);
    out(`Not seen: ${notSeen.join("; ")}.`);
  }
  return result.ok ? 0 : 1;
};

function counts({ scripts, frames, headers }: Baseline): string {
  return `${scripts.length} scripts, ${frames.length} frames, ${Object.keys(headers).length} security headers`;
}

function readNumber(text: string, option: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+(\.\d)?$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${option} must be a number from ${min} to ${max}.`);
}

function readFile(file: string, url: string, isUpdate: boolean): Baseline | undefined {
  if (!existsSync(file)) {
    if (isUpdate) return undefined;
    throw new UsageError(`${file} does not exist. Write it: cardpane audit ${url} --update.`);
  }
  let baseline: Baseline;
  try {
    baseline = readBaseline(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new UsageError(`${file} is not a file of cardpane audit: ${messageOf(cause)}`, { cause });
  }
  if (baseline.page !== url)
    throw new UsageError(`${file} is about ${baseline.page}. Name another one for this page with --file.`);
  return baseline;
}

/** Visits a page like a shopper who comes back: cookies and storage stay. */
async function visitOften(
  url: string,
  count: number,
  { browser: path, ...options }: { stayMs: number; timeoutMs: number; browser: string | undefined },
): Promise<readonly Visit[]> {
  const browser = await openBrowser(path);
  try {
    const context = await browser.newContext();
    const visits: Visit[] = [];
    for (let visit = 0; visit < count; visit++) visits.push(await visitPage(context, url, options));
    return visits;
  } catch (cause) {
    throw new UsageError(`The page could not be audited: ${messageOf(cause)}`, { cause });
  } finally {
    await browser.close();
  }
}

/** Writes the result beside those of before: evidence is never replaced. */
function writeEvidence(folder: string, result: AuditResult): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `audit-${result.time.replaceAll(/[:.]/g, "-")}`);
  writeFileSync(`${path}.html`, evidencePage(result), { flag: "wx" });
  writeFileSync(`${path}.json`, `${JSON.stringify(result, null, 2)}\n`, { flag: "wx" });
}
