/**
 * The gallery's state is its address: positions of knobs by name, in the order of the table, and nothing for a knob that
 * keeps its initial position. What an address has wrong is left out and reported.
 */
import { isKnob, type KnobName, knobs } from "./knobs.ts";

/** The positions of the knobs that were changed. */
export type State = Readonly<Partial<Record<KnobName, string>>>;

/** A part of an address that is left out. */
export interface Problem {
  readonly kind: "unknown" | "malformed";
  /** Of the knob; what an address may hold instead is cut short. Shown as text, never as markup. */
  readonly name: string;
  /** What it may be instead; empty where the name is unknown, or anything may. */
  readonly fits: string;
}

/** Names that a page of the gallery reads by itself. */
const foreign = /^(qa|challenge|windowSize)$/;
const maxProblems = 8;

/** The other parameters of a page's address: names with their possible values. */
export type OwnNames = Readonly<Record<string, readonly string[]>>;

/** Reads the query of an address: knobs, what the page has besides them, and what is neither or does not fit. */
export function readAddress(
  search: string,
  own: OwnNames = {},
): {
  readonly state: State;
  readonly others: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
} {
  const state: Partial<Record<KnobName, string>> = {};
  const others: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const [name, text] of new URLSearchParams(search)) {
    if (foreign.test(name)) continue;
    const values = Object.hasOwn(own, name) ? own[name] : undefined;
    if (!values && !isKnob(name)) problems.push({ kind: "unknown", name: name.slice(0, 40), fits: "" });
    else if (values?.includes(text)) others[name] = text;
    else if (isKnob(name) && isPosition(name, text)) state[name] = text;
    else problems.push({ kind: "malformed", name, fits: values ? values.join(", ") : fitsOf(name) });
  }
  return { state: settled(state), others, problems: problems.slice(0, maxProblems) };
}

/** The possible values of a knob, as text for the author of the address. */
function fitsOf(name: string): string {
  if (!isKnob(name)) return "";
  const { control } = knobs[name];
  switch (control.type) {
    case "choice":
    case "list":
      return control.values.join(", ");
    case "flag":
      return "1";
    case "number":
      return `${control.min}–${control.max}`;
    case "fields":
    case "text":
      return control.initial;
    case "lines":
      return control.example.split("\n")[0] ?? "";
    case "fixed":
      return "";
    default:
      return control satisfies never;
  }
}

/** Whether a knob can have this position. */
export function isPosition(name: KnobName, text: string): boolean {
  return text === initialOf(name) || knobs[name].read(text) !== undefined;
}

/** What a knob's control shows at first. */
export function initialOf(name: KnobName): string {
  const { control } = knobs[name];
  return "initial" in control ? String(control.initial) : "";
}

/** The state without knobs that stand where they stood at first, in the order of the table. */
export function settled(state: State): State {
  const names = (Object.keys(knobs) as KnobName[]).filter(
    (name) => state[name] !== undefined && state[name] !== initialOf(name),
  );
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

/** The query of a state, with its question mark, or empty. Punctuation that an address may contain stays readable. */
export function addressOf(state: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(state).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${readable(text)}`],
  );
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

function readable(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|3B|2C|3F|20)/g, (mark) =>
    mark === "%20" ? "+" : decodeURIComponent(mark),
  );
}
