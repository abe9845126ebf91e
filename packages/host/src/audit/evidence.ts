/** The evidence of an audit, for an assessor: an HTML page of its result. */
import type { Baseline, Difference } from "./baseline.ts";

export interface AuditResult {
  readonly ok: boolean;
  /** The address that was visited. */
  readonly page: string;
  /** ISO 8601. */
  readonly time: string;
  readonly visits: number;
  readonly differences: readonly Difference[];
  /** What was seen, with the justifications of the baseline. */
  readonly seen: Baseline;
  readonly notSeen: readonly string[];
}

/** The limits of every audit. */
export const notSeen: readonly string[] = [
  "what the page sends to other countries, networks, devices or browsers",
  "what it shows after a login, or with a cart of other contents",
  "a script that recognizes an automatic visit, or that runs for few shoppers or at other times",
  "scripts inside frames of other origins, for which their owners answer",
];

/** A page without scripts. */
export function evidencePage({ ok, page, time, visits, differences, seen }: AuditResult): string {
  const result = ok
    ? "No difference from the baseline"
    : `${differences.length} differences from the baseline`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Audit of ${escapeHtml(page)}</title>
<style>body { font: 14px system-ui; margin: 2rem } td, th { border: 1px solid #999; padding: 4px 8px; text-align: left; overflow-wrap: anywhere } table { border-collapse: collapse }</style>
<h1>Scripts, frames and security headers of ${escapeHtml(page)}</h1>
<p>${escapeHtml(time)}, ${visits} visits by cardpane audit. PCI DSS 4.0.1, 6.4.3 and 11.6.1.</p>
<h2>${result}</h2>
${table(
  ["difference", "source", "in the baseline", "in the page"],
  differences.map(({ kind, what, source, expected = "", actual = "" }) => [
    `${kind} ${what}`,
    source,
    expected,
    actual,
  ]),
)}
<h2>Scripts</h2>
${table(
  ["source", "SHA-384", "integrity attribute", "allowed by", "justification", "owner"],
  seen.scripts.map(({ source, hash, integrity, allowed, justification, owner }) => [
    source,
    hash,
    integrity ? "yes" : "no",
    allowed,
    justification,
    owner,
  ]),
)}
<h2>Frames</h2>
${table(
  ["source", "allowed by"],
  seen.frames.map(({ source, allowed }) => [source, allowed]),
)}
<h2>Security headers</h2>
${table(["header", "value"], Object.entries(seen.headers))}
<h2>Not seen</h2>
<ul>${notSeen.map((limit) => `<li>${escapeHtml(limit)}</li>`).join("")}</ul>
</html>
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${line("th", head)}${rows.map((row) => line("td", row)).join("")}</table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
