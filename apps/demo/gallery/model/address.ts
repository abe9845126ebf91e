/**
 * The gallery's state is in its address: the values of changed knobs by name, in the order of the table; a knob with its
 * initial value is left out. Invalid parts of an address are ignored and reported.
 */
import { isKnob, type KnobName, knobs } from "./knobs.ts";

/** The values of the knobs that were changed. */
export type State = Readonly<Partial<Record<KnobName, string>>>;

/** A part of an address that is ignored. */
export interface Problem {
  readonly kind: "unknown" | "malformed";
  /** The knob's name, or the unknown name, cut short. Shown as text, never as markup. */
  readonly name: string;
  /** The possible values; empty if the name is unknown, or any value is possible. */
  readonly fits: string;
}

/** Names of QA settings, which the server reads. */
const foreign = /^(qa|challenge|windowSize)$/;
const maxProblems = 8;

/** Parses the query of an address: the values of knobs, and the problems. */
export function readAddress(search: string): {
  readonly state: State;
  readonly problems: readonly Problem[];
} {
  const state: Partial<Record<KnobName, string>> = {};
  const problems: Problem[] = [];
  for (const [name, text] of new URLSearchParams(search)) {
    if (foreign.test(name)) continue;
    if (!isKnob(name)) problems.push({ kind: "unknown", name: name.slice(0, 40), fits: "" });
    else if (isPosition(name, text)) state[name] = text;
    else problems.push({ kind: "malformed", name, fits: fitsOf(name) });
  }
  return { state: settled(state), problems: problems.slice(0, maxProblems) };
}

/** The possible values of a knob, as a text for the address's author. */
function fitsOf(name: KnobName): string {
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

/** Whether a text is a valid value of a knob. */
export function isPosition(name: KnobName, text: string): boolean {
  return text === initialOf(name) || knobs[name].read(text) !== undefined;
}

/** The initial value of a knob's control. */
export function initialOf(name: KnobName): string {
  const { control } = knobs[name];
  return "initial" in control ? String(control.initial) : "";
}

/** The state without the knobs that have their initial value, in the order of the table. */
export function settled(state: State): State {
  const names = (Object.keys(knobs) as KnobName[]).filter(
    (name) => state[name] !== undefined && state[name] !== initialOf(name),
  );
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

/** The query of a state with its question mark, or an empty text. Punctuation that an address may contain is not encoded. */
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
