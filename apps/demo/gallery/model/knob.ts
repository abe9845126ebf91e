/**
 * A knob of the gallery. Its value is a text, as in the page's address; without a value in the address, the option has its
 * default. `read` parses the text: a text that it rejects never reaches the pane.
 */

/** The heading of a knob's group. */
export const knobGroups = ["form", "look", "language", "card", "host", "page"] as const;
export type KnobGroup = (typeof knobGroups)[number];

/** The kind of control; `initial` is its value if the address has none. */
export type Control =
  | { readonly type: "choice"; readonly values: readonly string[]; readonly initial: string }
  | { readonly type: "flag" }
  | {
      readonly type: "number";
      readonly min: number;
      readonly max: number;
      readonly initial: number;
    }
  /** One line of text, with suggestions. */
  | { readonly type: "text"; readonly suggestions: readonly string[]; readonly initial: string }
  /** The fields of the form, in their order, each off, required or optional. */
  | { readonly type: "fields"; readonly values: readonly string[]; readonly initial: string }
  /** Any of some names, in the order of selection. */
  | { readonly type: "list"; readonly values: readonly string[] }
  /** Lines of `name: value`; in the address, `separator` is between them. */
  | { readonly type: "lines"; readonly separator: ";" | "\n"; readonly example: string }
  /** Cannot be changed in the gallery. */
  | { readonly type: "fixed" };

export interface Knob<Value = unknown> {
  readonly group: KnobGroup;
  /** The effect, in one line for developers, in English. */
  readonly about: string;
  readonly control: Control;
  /** The attribute of `<card-pane>` for the same option; `null` if there is none. */
  readonly attribute: string | null;
  /** Parses a text; `undefined` if it is invalid. */
  readonly read: (text: string) => Value | undefined;
}

/** The members of a table row except its control. */
interface Row {
  readonly group: KnobGroup;
  readonly about: string;
  readonly attribute?: string | null;
}

/** A knob with its own `read`. */
export function own<Value>(
  control: Control,
  read: (text: string) => Value | undefined,
  row: Row,
): Knob<Value> {
  return { attribute: null, ...row, control, read };
}

/** A choice between the option's values. */
export function choice<Word extends string>(words: readonly Word[], initial: Word, row: Row): Knob<Word> {
  return own({ type: "choice", values: words, initial }, (text) => words.find((word) => word === text), row);
}

/** A choice between names of sample values; `none` is the option's default. */
export function sample<Value>(samples: Readonly<Record<string, Value>>, row: Row): Knob<Value> {
  const values = ["none", ...Object.keys(samples)];
  const read = (text: string) => (Object.hasOwn(samples, text) ? samples[text] : undefined);
  return own({ type: "choice", values, initial: "none" }, read, row);
}

/** On with `1`; off if the address has no value. */
export function flag(row: Row): Knob<boolean> {
  return own({ type: "flag" }, (text) => (text === "1" ? true : undefined), row);
}

/** A whole number from `min` to `max`, both included. */
export function whole(
  bounds: { readonly min: number; readonly max: number; readonly initial: number },
  row: Row,
): Knob<number> {
  const read = (text: string) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= bounds.min && value <= bounds.max ? value : undefined;
  };
  return own({ type: "number", ...bounds }, read, row);
}

/** Names separated by commas, at least one and no duplicates. */
export function list<Name extends string>(names: readonly Name[], row: Row): Knob<readonly Name[]> {
  const read = (text: string) => {
    const found = text.split(",").map((part) => names.find((name) => name === part));
    const known = found.filter((name) => name !== undefined);
    return known.length === found.length && new Set(known).size === known.length ? known : undefined;
  };
  return own({ type: "list", values: names }, read, row);
}
