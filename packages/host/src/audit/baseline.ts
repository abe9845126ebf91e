/**
 * `cardpane-audit.json`: the scripts, frames and security headers that a merchant knows and has justified. PCI DSS 4.0.1 requires
 * an inventory of scripts with a justification of each (6.4.3), and that changes of scripts and headers are noticed (11.6.1).
 */
import { array, boolean, exact, oneOf, pattern, record, type Trace, text } from "@cardpane/contract/messages";
import { authorizations } from "./authorization.ts";
import type { SeenFrame, SeenScript, Visit } from "./visit.ts";

/** A script that a person has justified. */
export interface KnownScript extends Omit<SeenScript, "hash"> {
  /** `*` stands for any text. */
  readonly source: string;
  /** `unchecked`: a person has decided that its text may change. */
  readonly hash: string;
  /** Why the page needs it. */
  readonly justification: string;
  /** Who answers for it. */
  readonly owner: string;
}

export interface Baseline {
  readonly format: 1;
  readonly page: string;
  readonly scripts: readonly KnownScript[];
  readonly frames: readonly SeenFrame[];
  readonly headers: Readonly<Record<string, string>>;
}

/** One difference between a page and its baseline. */
export interface Difference {
  readonly kind: "new" | "changed" | "gone" | "unjustified";
  readonly what: "script" | "frame" | "header";
  /** The script's or frame's source, or the header's name. */
  readonly source: string;
  /** In the baseline. */
  readonly expected?: string;
  /** In the page. */
  readonly actual?: string;
}

const anyText = text(0, 10_000);
const readShape = exact({
  format: oneOf([1]),
  page: anyText,
  scripts: array(
    exact({
      source: text(1, 10_000),
      hash: pattern(/^(sha384-[A-Za-z0-9+/]{64}|unchecked)$/, 'a SHA-384 hash or "unchecked"'),
      integrity: boolean,
      allowed: oneOf(authorizations),
      justification: anyText,
      owner: anyText,
    }),
    0,
    10_000,
  ),
  frames: array(exact({ source: text(1, 10_000), allowed: oneOf(["host", "nothing"]) }), 0, 10_000),
  headers: record(text(1, 200), anyText),
});

/** Reads a baseline. @throws Error with the path of the first wrong value and the expected one */
export function readBaseline(json: string): Baseline {
  const trace: Trace = [];
  const baseline = readShape(JSON.parse(json), trace);
  if (baseline) return baseline as Baseline;
  const path = trace.map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : `${index > 0 ? "." : ""}${key}`));
  const [kind = "", choices] = trace.expected ?? [];
  const expected = trace.known
    ? `is unknown; known are ${trace.known.join(", ")}`
    : `must be ${kind === "choice" ? (choices as readonly unknown[]).join(" or ") : kind}`;
  throw new Error(`${path.join("") || "The file"} ${expected}.`);
}

/** Each difference of several visits from the baseline, once. */
export function compareVisits(baseline: Baseline, visits: readonly Visit[]): readonly Difference[] {
  const seen = scriptsOf(visits);
  const unmatched = seen.filter((script) => !baseline.scripts.some((known) => isSame(known, script)));
  const scripts = unmatched.map((script): Difference => {
    const known = baseline.scripts.find(({ source }) => matches(source, script.source));
    const actual = describe(script);
    const { source } = script;
    return known
      ? { kind: "changed", what: "script", source, expected: describe(known), actual }
      : { kind: "new", what: "script", source, actual };
  });
  const gone = baseline.scripts
    .filter((known) => !seen.some(({ source }) => matches(known.source, source)))
    .map(({ source }): Difference => ({ kind: "gone", what: "script", source }));
  const unjustified = baseline.scripts
    .filter(({ justification, owner }) => justification.trim() === "" || owner.trim() === "")
    .map(({ source }): Difference => ({ kind: "unjustified", what: "script", source }));
  const cut = visits.some(({ isCut }) => isCut)
    ? [{ kind: "new", what: "script", source: "more scripts than are listed" } as const]
    : [];
  return unique([
    ...scripts,
    ...cut,
    ...gone,
    ...unjustified,
    ...compareFrames(baseline, visits),
    ...visits.flatMap(({ headers }) => compareHeaders(baseline.headers, headers)),
  ]);
}

function compareFrames(baseline: Baseline, visits: readonly Visit[]): readonly Difference[] {
  const seen = visits.flatMap(({ frames }) => frames.map(({ source }) => source));
  const isKnown = (frame: string) => baseline.frames.some(({ source }) => matches(source, frame));
  return [
    ...seen
      .filter((source) => !isKnown(source))
      .map((source): Difference => ({ kind: "new", what: "frame", source })),
    ...baseline.frames
      .filter(({ source }) => !seen.some((frame) => matches(source, frame)))
      .map(({ source }): Difference => ({ kind: "gone", what: "frame", source })),
  ];
}

function compareHeaders(known: Baseline["headers"], seen: Visit["headers"]): readonly Difference[] {
  return [...new Set([...Object.keys(known), ...Object.keys(seen)])].flatMap((source): Difference[] => {
    const [expected, actual] = [known[source], seen[source]];
    if (expected === actual) return [];
    if (actual === undefined) return [{ kind: "gone", what: "header", source, expected: expected ?? "" }];
    if (expected === undefined) return [{ kind: "new", what: "header", source, actual }];
    return [{ kind: "changed", what: "header", source, expected, actual }];
  });
}

/** The baseline of what was seen. Known scripts keep what a person wrote; a new one has no justification yet. */
export function updateBaseline(
  page: string,
  visits: readonly Visit[],
  earlier: Baseline | undefined,
): Baseline {
  const scripts = scriptsOf(visits).map((script): KnownScript => {
    const known =
      earlier?.scripts.find((one) => isSame(one, script)) ??
      earlier?.scripts.find(({ source }) => matches(source, script.source));
    if (known && (known.source !== script.source || known.hash === "unchecked")) return known;
    return { ...script, justification: known?.justification ?? "", owner: known?.owner ?? "" };
  });
  const frames = visits.flatMap((visit) => visit.frames);
  return {
    format: 1,
    page,
    scripts: sorted(scripts),
    frames: sorted(
      frames.map((frame) => earlier?.frames.find(({ source }) => matches(source, frame.source)) ?? frame),
    ),
    headers: Object.fromEntries(Object.entries(visits[0]?.headers ?? {}).sort()),
  };
}

/** Each script of several visits once. */
function scriptsOf(visits: readonly Visit[]): readonly SeenScript[] {
  const scripts = visits.flatMap((visit) => visit.scripts);
  return [...new Map(scripts.map((script) => [`${script.source} ${describe(script)}`, script])).values()];
}

function isSame(known: KnownScript, script: SeenScript): boolean {
  if (!matches(known.source, script.source)) return false;
  return known.hash === "unchecked" || (known.hash === script.hash && known.integrity === script.integrity);
}

/** Whether a source is this one, in which `*` stands for any text. */
function matches(known: string, source: string): boolean {
  if (known === source) return true;
  const [first = "", ...rest] = known.split("*");
  if (rest.length === 0) return false;
  if (!source.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const next = isLast ? source.length - part.length : source.indexOf(part, at);
    if (next < at || !source.startsWith(part, next)) return false;
    at = next + part.length;
  }
  return true;
}

function describe({ hash, integrity }: Pick<SeenScript, "hash" | "integrity">): string {
  return `${hash}${integrity ? ", with integrity" : ""}`;
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function sorted<T extends { readonly source: string }>(items: readonly T[]): readonly T[] {
  return [...unique(items)].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
