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

/** One of some values, which are the option's values. */
export function choice<Word extends string>(
  words: readonly Word[],
  initial: Word,
  { attribute = null, ...row }: Row,
): Knob<Word> {
  return {
    ...row,
    attribute,
    control: { type: "choice", values: words, initial },
    read: (text) => words.find((word) => word === text),
  };
}

/** One of some names that stand for other values; `none` stands for the option's default. */
export function sample<Value>(
  samples: Readonly<Record<string, Value>>,
  { attribute = null, ...row }: Row,
): Knob<Value> {
  return {
    ...row,
    attribute,
    control: { type: "choice", values: ["none", ...Object.keys(samples)], initial: "none" },
    read: (text) => (Object.hasOwn(samples, text) ? samples[text] : undefined),
  };
}

/** On with `1`; off where the address has none. */
export function flag({ attribute = null, ...row }: Row): Knob<boolean> {
  return {
    ...row,
    attribute,
    control: { type: "flag" },
    read: (text) => (text === "1" ? true : undefined),
  };
}

/** A whole number between two, both included. */
export function whole(
  bounds: { readonly min: number; readonly max: number; readonly initial: number },
  { attribute = null, ...row }: Row,
): Knob<number> {
  return {
    ...row,
    attribute,
    control: { type: "number", ...bounds },
    read: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= bounds.min && value <= bounds.max ? value : undefined;
    },
  };
}

/** Names separated by commas, at least one and none twice. */
export function list<Name extends string>(
  names: readonly Name[],
  { attribute = null, ...row }: Row,
): Knob<readonly Name[]> {
  return {
    ...row,
    attribute,
    control: { type: "list", values: names },
    read: (text) => {
      const found = text.split(",").map((part) => names.find((name) => name === part));
      const known = found.filter((name) => name !== undefined);
      return known.length === found.length && new Set(known).size === known.length ? known : undefined;
    },
  };
}

/** Text that a function of its own reads. */
export function own<Value>(
  control: Control,
  read: (text: string) => Value | undefined,
  { attribute = null, ...row }: Row,
): Knob<Value> {
  return { ...row, attribute, control, read };
}
