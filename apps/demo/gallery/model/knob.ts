/**
 * What a knob of the gallery is. Its position is text, as it stands in the page's address; where the address has none
 * the option has its default. `read` decides what text is a position: what it does not take never reaches the pane.
 */

/** Under which heading a knob stands. */
export const knobGroups = ["form", "look", "language", "card", "host", "page"] as const;
export type KnobGroup = (typeof knobGroups)[number];

/** How a position is set on the page; `initial` is what it shows where the address has none. */
export type Control =
  | { readonly type: "choice"; readonly values: readonly string[]; readonly initial: string }
  | { readonly type: "flag" }
  | {
      readonly type: "number";
      readonly min: number;
      readonly max: number;
      readonly initial: number;
    }
  /** One line, with what may be meant. */
  | { readonly type: "text"; readonly suggestions: readonly string[]; readonly initial: string }
  /** Fields of the form in an order, each off, required or optional. */
  | { readonly type: "fields"; readonly values: readonly string[]; readonly initial: string }
  /** Any of some names, in the order in which they were chosen. */
  | { readonly type: "list"; readonly values: readonly string[] }
  /** Lines of `name: value`, which stand in the address with this between them. */
  | { readonly type: "lines"; readonly separator: ";" | "\n"; readonly example: string }
  /** Cannot be changed here. */
  | { readonly type: "fixed" };

export interface Knob<Value = unknown> {
  readonly group: KnobGroup;
  /** What it does, in one line for developers, in English. */
  readonly about: string;
  readonly control: Control;
  /** The attribute of `<card-pane>` for the same option, or `null` where there is only a property, or none. */
  readonly attribute: string | null;
  /** What a position means; `undefined` where the text is none. */
  readonly read: (text: string) => Value | undefined;
}

/** The members of a row of the table besides its kind. */
interface Row {
  readonly group: KnobGroup;
  readonly about: string;
  readonly attribute?: string | null;
}

/** Text that a function of its own reads. */
export function own<Value>(
  control: Control,
  read: (text: string) => Value | undefined,
  row: Row,
): Knob<Value> {
  return { attribute: null, ...row, control, read };
}

/** One of some values, which are the option's values. */
export function choice<Word extends string>(words: readonly Word[], initial: Word, row: Row): Knob<Word> {
  return own({ type: "choice", values: words, initial }, (text) => words.find((word) => word === text), row);
}

/** One of some names that stand for other values; `none` stands for the option's default. */
export function sample<Value>(samples: Readonly<Record<string, Value>>, row: Row): Knob<Value> {
  const values = ["none", ...Object.keys(samples)];
  const read = (text: string) => (Object.hasOwn(samples, text) ? samples[text] : undefined);
  return own({ type: "choice", values, initial: "none" }, read, row);
}

/** On with `1`; off where the address has none. */
export function flag(row: Row): Knob<boolean> {
  return own({ type: "flag" }, (text) => (text === "1" ? true : undefined), row);
}

/** A whole number between two, both included. */
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

/** Names separated by commas, at least one and none twice. */
export function list<Name extends string>(names: readonly Name[], row: Row): Knob<readonly Name[]> {
  const read = (text: string) => {
    const found = text.split(",").map((part) => names.find((name) => name === part));
    const known = found.filter((name) => name !== undefined);
    return known.length === found.length && new Set(known).size === known.length ? known : undefined;
  };
  return own({ type: "list", values: names }, read, row);
}
