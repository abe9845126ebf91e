/** The attributes of `<card-pane>` that set an option. Each has a property of the option's name that takes the same, by value. */
import type { CardPaneOptions } from "../pane/options.ts";

interface Kind {
  /** The option, from the text of the attribute or what the property was set to. The pane checks the result. */
  readonly read: (given: unknown) => unknown;
  /** The text of the attribute, from an option that fits; `null`: no attribute. */
  readonly write: (option: unknown) => string | null;
}

const text: Kind = { read: (given) => given, write: String };

const number: Kind = { read: (given) => (typeof given === "string" ? Number(given) : given), write: String };

/** Templates write `false` as text where they know no property. */
const flag: Kind = {
  read: (given) => (typeof given === "string" ? given !== "false" : !!given),
  write: (isOn) => (isOn ? "" : null),
};

const names: Kind = {
  read: (given) => (typeof given === "string" ? given.match(/[^\s,]+/g) : given),
  write: (list) => (list as readonly unknown[]).map(nameOf).join(" "),
};

const json: Kind = { read: readJson, write: JSON.stringify };

/**
 * Stands on an element while its options are still to be set. A framework may put an element into the page long before it runs the
 * adapter's effects: in a part of the page that is hidden (React's `<Activity>`) or that is hydrated later.
 */
export const unbound = "unbound";

/** Each attribute: the option that it sets, and how. */
export const attributes = {
  src: ["src", text],
  host: ["host", text],
  environment: ["environment", text],
  fields: ["fields", names],
  expiry: ["expiry", text],
  locale: ["locale", text],
  scheme: ["scheme", text],
  theme: ["theme", text],
  labels: ["labels", text],
  rows: ["rows", text],
  density: ["density", text],
  match: ["match", text],
  "supported-brands": ["supportedBrands", names],
  "preferred-networks": ["preferredNetworks", names],
  bin: ["bin", number],
  "mask-number": ["maskNumber", flag],
  "auto-advance": ["autoAdvance", flag],
  "saved-card": ["savedCard", json],
  values: ["values", json],
  readonly: ["readOnly", flag],
  debug: ["debug", flag],
} as const satisfies Readonly<Record<string, readonly [keyof CardPaneOptions, Kind]>>;

/** An attribute that sets an option. */
export type AttributeName = keyof typeof attributes;

/** Options that are properties and are not reflected: an attribute could not hold them, or only as JSON, or has no use for them. */
export const unreflectedProperties = [
  "tokens",
  "darkTokens",
  "savedCard",
  "values",
  "texts",
  "loadTimeoutMs",
] as const;

/** One of them. */
export type UnreflectedProperty = (typeof unreflectedProperties)[number];

/** Reads an attribute, as the option and as the property has it; one that is not there is off, or `null`. */
export function readAttribute(attribute: AttributeName, text: string | null): unknown {
  return attributes[attribute][1].read(text);
}

/** Reads what a property was set to: nothing, or an empty text where that names nothing, takes the default. */
export function readProperty(attribute: AttributeName, given: unknown): unknown {
  const { read }: Kind = attributes[attribute][1];
  const isNothing = given === undefined || given === null || (given === "" && read !== flag.read);
  return isNothing ? undefined : read(given);
}

/** The text of an attribute for an option that fits. */
export function writeAttribute(attribute: AttributeName, option: unknown): string | null {
  const { write }: Kind = attributes[attribute][1];
  return option === undefined ? null : write(option);
}

/** A field may be an object. */
function nameOf(item: unknown): string {
  const { name = item, required = true }: { name?: unknown; required?: boolean } = Object(item);
  return `${name}${required ? "" : "?"}`;
}

/** The value of JSON; a text that is none stays a text, which no option takes. */
function readJson(given: unknown): unknown {
  try {
    return JSON.parse(given as string);
  } catch {
    return given;
  }
}
