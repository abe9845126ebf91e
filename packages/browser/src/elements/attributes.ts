/** The attributes and properties of `<card-pane>` that set an option, derived from the table of options. */
import { hasOwn } from "@cardpane/contract/messages";
import { type CardPaneOptions, defaultOptions } from "../api/options.ts";

/** Converts the text of an attribute, or the value of a property, to the option. The pane validates the result. */
type Read = (given: unknown) => unknown;

const text: Read = (given) => given;

/** The text `false` counts as false, because templates write it if they do not know the property. */
const flag: Read = (given) => (typeof given === "string" ? given !== "false" : !!given);

const names: Read = (given) => (typeof given === "string" ? given.match(/[^\s,]+/g) : given);

/** An invalid text is returned as it is, and refused by the validation of the option. */
const json: Read = (given) => {
  try {
    return JSON.parse(given as string);
  } catch {
    return given;
  }
};

/**
 * The attribute of an element that loads nothing yet, because its options are not set. A framework may put an element into the page
 * long before it runs the adapter's effects: in a part of the page that is hidden (React's `<Activity>`) or that is hydrated later.
 */
export const defer = "defer";

/** The options that have a property only. */
const propertyOnly = ["tokens", "darkTokens", "texts", "loadTimeoutMs"] as const;
export type PropertyOnly = (typeof propertyOnly)[number];

/** How the options are read that are neither flags nor plain text. */
const readers: { readonly [Name in OptionName]?: Read } = {
  fields: names,
  supportedBrands: names,
  preferredNetworks: names,
  bin: json,
  savedCard: json,
  values: json,
};

/** The name of an option. */
type OptionName = keyof CardPaneOptions;

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

/** The option of each attribute: `mask-number` sets `maskNumber`. */
export function attributeOptions(): ReadonlyMap<string, OptionName> {
  const names = elementOptions().filter((name) => !propertyOnly.some((other) => other === name));
  return new Map(names.map((name) => [attributeOf(name), name]));
}

function attributeOf(option: OptionName): string {
  return option === "readOnly" ? "readonly" : option.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
}

/** Whether an option is on or off. */
export function isFlag(option: OptionName): boolean {
  return typeof defaultOptions[option] === "boolean";
}

/** Reads the text of an attribute; `null`, a missing attribute, gives the default. */
export function readAttribute(option: OptionName, given: unknown): unknown {
  if (given === undefined || given === null) return undefined;
  const own = hasOwn(readers, option) ? readers[option] : undefined;
  return (own ?? (isFlag(option) ? flag : text))(given);
}

/** Reads the value of a property; an empty text, unless it is a flag's, gives the default as well. */
export function readProperty(option: OptionName, given: unknown): unknown {
  return readAttribute(option, given === "" && !isFlag(option) ? null : given);
}
