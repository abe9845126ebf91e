/** The attributes of `<card-pane>` that set an option. The property with the option's name sets the same option. */
import type { CardPaneOptions } from "../pane/options.ts";

interface Kind {
  /** Converts the text of the attribute, or the value of the property, to the option. The pane validates the result. */
  readonly read: (given: unknown) => unknown;
  /** Converts a valid option to the text of the attribute; `null` removes the attribute. */
  readonly write: (option: unknown) => string | null;
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

const json: Kind = { read: readJson, write: JSON.stringify };

/**
 * The attribute of an element that loads nothing yet, because its options are not set. A framework may put an element into the page
 * long before it runs the adapter's effects: in a part of the page that is hidden (React's `<Activity>`) or that is hydrated later.
 */
export const defer = "defer";

/** The option of each attribute, and its conversion. */
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

/** Options whose properties are not reflected to an attribute, because their text would be JSON or is not useful. */
export const unreflectedProperties = [
  "tokens",
  "darkTokens",
  "savedCard",
  "values",
  "texts",
  "loadTimeoutMs",
] as const;

/** One of {@link unreflectedProperties}. */
export type UnreflectedProperty = (typeof unreflectedProperties)[number];

/** The value of the property for an attribute's text; a missing attribute gives `false` for a flag and `null` otherwise. */
export function readAttribute(attribute: AttributeName, text: string | null): unknown {
  return attributes[attribute][1].read(text);
}

/** The option for a property's value; `undefined`, `null`, and an empty text except for a flag, give the default. */
export function readProperty(attribute: AttributeName, given: unknown): unknown {
  const { read }: Kind = attributes[attribute][1];
  const isNothing = given === undefined || given === null || (given === "" && read !== flag.read);
  return isNothing ? undefined : read(given);
}

/** The text of an attribute for a valid option; `null` removes the attribute. */
export function writeAttribute(attribute: AttributeName, option: unknown): string | null {
  const { write }: Kind = attributes[attribute][1];
  return option === undefined ? null : write(option);
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
