/** The attributes of `<card-pane>` that set an option, derived from the table of options. */
import { type CardPaneOptions, defaultOptions } from "../pane/options.ts";

interface Kind {
  /** Converts the text of the attribute, or the value of the property, to the option. The pane validates the result. */
  readonly read: (given: unknown) => unknown;
  /** Converts a valid option to the text of the attribute; `null` removes it. Without it, the property is not reflected. */
  readonly write?: (option: unknown) => string | null;
}

const text: Kind = { read: (given) => given, write: String };

const number: Kind = { read: (given) => (typeof given === "string" ? Number(given) : given), write: String };

/** The text `false` counts as false, because templates write it if they do not know the property. */
const flag: Kind = {
  read: (given) => (typeof given === "string" ? given !== "false" : !!given),
  write: (isOn) => (isOn ? "" : null),
};

const names: Kind = {
  read: (given) => (typeof given === "string" ? given.match(/[^\s,]+/g) : given),
  write: (list) => (list as readonly unknown[]).map(nameOf).join(" "),
};

const json: Kind = { read: readJson };

/** No attribute is read. */
const unread: Kind = { read: (given) => given ?? undefined };

/**
 * The attribute of an element that loads nothing yet, because its options are not set. A framework may put an element into the page
 * long before it runs the adapter's effects: in a part of the page that is hidden (React's `<Activity>`) or that is hydrated later.
 */
export const defer = "defer";

/** An option that has a property only. */
export type PropertyOnly = "tokens" | "darkTokens" | "texts" | "loadTimeoutMs";

/** The kinds of the attributes that are neither flags nor plain text. */
const kinds: { readonly [Name in OptionName]?: Kind } & Readonly<Record<PropertyOnly, Kind>> = {
  fields: names,
  supportedBrands: names,
  preferredNetworks: names,
  bin: number,
  savedCard: json,
  values: json,
  tokens: unread,
  darkTokens: unread,
  texts: unread,
  loadTimeoutMs: unread,
};

/** The name of an option. */
export type OptionName = keyof CardPaneOptions;

/** The attribute of an option. */
export type AttributeName<Name extends string> = Name extends "readOnly"
  ? "readonly"
  : Name extends `${infer Head}${infer Tail}`
    ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${AttributeName<Tail>}`
    : Name;

/**
 * The options of a page's element. `disabled` is not among them: it is the platform's part of a form control. A function, like
 * attributeOptions(), because bundlers keep a computed table even in an application without elements.
 */
export function elementOptions() {
  const names = Object.keys(defaultOptions) as OptionName[];
  return names.filter((name) => name !== "disabled");
}

/** The attribute of an option: `mask-number` sets `maskNumber`. */
export function attributeOf(option: OptionName): string {
  return option === "readOnly" ? "readonly" : option.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
}

/** The kind of an option. */
export function kindOf(option: OptionName): Kind {
  return kinds[option] ?? (typeof defaultOptions[option] === "boolean" ? flag : text);
}

/** The option of each attribute. */
export function attributeOptions(): ReadonlyMap<string, OptionName> {
  const read = elementOptions().filter((name) => kindOf(name) !== unread);
  return new Map(read.map((name) => [attributeOf(name), name]));
}

/** The option for a property's value; `undefined`, `null`, and an empty text except for a flag, give the default. */
export function readProperty({ read }: Kind, given: unknown): unknown {
  const isNothing = given === undefined || given === null || (given === "" && read !== flag.read);
  return isNothing ? undefined : read(given);
}

/** The attribute's form of a field, which may be an object. */
function nameOf(item: unknown): string {
  const { name = item, required = true }: { name?: unknown; required?: boolean } = Object(item);
  return `${name}${required ? "" : "?"}`;
}

/** Parses JSON; an invalid text is returned as it is, and refused by the validation of the option. */
function readJson(given: unknown): unknown {
  try {
    return JSON.parse(given as string);
  } catch {
    return given;
  }
}
