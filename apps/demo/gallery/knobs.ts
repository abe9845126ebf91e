/**
 * The knobs of the gallery: one for each option of the pane, and those of the page around it. A new option is a row here; the
 * type of the table reports a missing one. The panel, the address, the pane and the code to copy are derived from the table.
 *
 * A knob's value is a text, as in the page's address. `read` parses it: a text that it rejects never reaches the pane.
 */
import type { CardPaneOptions, FieldName, SavedCard } from "@cardpane/browser";
import {
  densities,
  fittingTokens,
  type GivenTokens,
  labelPlaces,
  rowKinds,
  type Tokens,
  themes,
} from "@cardpane/contract/appearance";
import { brands, expiryKinds, optionGuards, ownTextGuards, partial, text } from "@cardpane/contract/messages";

/** The groups of the panel. */
export const knobGroups = ["Form", "Look", "Language", "Card", "Host", "Surrounding page"] as const;
type Group = (typeof knobGroups)[number];

export interface Knob<Value = unknown> {
  readonly group: Group;
  /** The effect, in one line for developers, in English. */
  readonly about: string;
  /** A choice of words, a checkbox (its text is `1`), or a line of text. */
  readonly control: "choice" | "flag" | "line";
  /** The words of a choice, or suggestions for a line. */
  readonly words: readonly string[];
  /** The value without one in the address. */
  readonly initial: string;
  readonly read: (text: string) => Value | undefined;
}

function choice<Word extends string>(
  group: Group,
  about: string,
  words: readonly Word[],
  initial: Word | undefined = words[0],
): Knob<Word> {
  const read = (given: string) => words.find((word) => word === given);
  return { group, about, control: "choice", words, initial: initial ?? "", read };
}

/** A choice between names of sample values; `none` is the option's default. */
function sample<Value>(group: Group, about: string, samples: Readonly<Record<string, Value>>): Knob<Value> {
  const words = ["none", ...Object.keys(samples)];
  const read = (given: string) => (Object.hasOwn(samples, given) ? samples[given] : undefined);
  return { group, about, control: "choice", words, initial: "none", read };
}

function flag(group: Group, about: string): Knob<boolean> {
  const read = (given: string) => given === "1" || undefined;
  return { group, about, control: "flag", words: [], initial: "", read };
}

function line<Value>(
  group: Group,
  about: string,
  words: readonly string[],
  read: (text: string) => Value | undefined,
): Knob<Value> {
  return { group, about, control: "line", words, initial: "", read };
}

type Fields = NonNullable<CardPaneOptions["fields"]>;
type Texts = NonNullable<CardPaneOptions["texts"]>;

const stored = {
  paymentAccountId: "5f2b1c0e-8a4d-4e6f-9b7a-1c2d3e4f5a6b",
  consumerId: "gallery-shopper",
} as const;

/** Cards that a gateway might store; these ids do not exist. */
export const savedCards = {
  visa: { ...stored, brand: "visa", lastFour: "4242" },
  amex: { ...stored, brand: "american-express", lastFour: "0005" },
  unknown: { ...stored, brand: null, lastFour: null },
} as const satisfies Record<string, SavedCard>;

/** The languages of the pane. A test compares them with the frame's. */
export const paneLanguages = (
  "ar bg cs da de el en en-AU en-CA en-GB en-NZ en-US es es-419 es-ES et fi fil fr fr-CA fr-FR he hr hu id it it-IT ja ko lt lv " +
  "ms mt nb nl no pl pt pt-BR ro ru sk sl sv th tr uk vi zh zh-HK zh-TW"
).split(" ");

const longText = text(1, 300);
const readOwnTexts = partial({ ...ownTextGuards, title: longText, failed: longText, retry: longText });

export const optionKnobs = {
  fields: line(
    "Form",
    "Which fields, in which order; one with ? may stay empty.",
    ["number,expiry,cvv", "number,expiry,cvv,cardholder?,postalCode?", "cvv,expiry,number"],
    readFields,
  ),
  expiry: choice("Form", "One field, two fields, or two lists.", expiryKinds),
  disabled: flag("Form", "Disables all fields."),
  readOnly: flag("Form", "Fields can't be edited."),
  autoAdvance: flag("Form", "Moves to the next field when one is complete."),
  values: sample("Form", "Values the page already knows; the form starts with them.", {
    cardholder: { cardholder: "Ada Example" },
    both: { cardholder: "Ada Example", postalCode: "10115" },
  }),
  theme: choice("Look", "The look to start from.", themes),
  scheme: choice("Look", "Light, dark, or the same as the page.", ["auto", "light", "dark"]),
  labels: choice("Look", "Position of labels; hidden labels are for screen readers only.", labelPlaces),
  rows: choice("Look", "Which fields share a row; inline from 560 px on.", rowKinds, "paired"),
  density: choice("Look", "Amount of spacing.", densities, "comfortable"),
  // The style sheet has a rule for each look of the page's input.
  match: sample("Look", "An input of the page whose look the pane copies.", {
    rounded: "#email",
    underlined: "#email",
  }),
  tokens: line("Look", "Design tokens, as JSON.", ['{"radius":2,"colorAccent":"#b3261e"}'], readTokens),
  darkTokens: line("Look", "Extra tokens for the dark scheme.", ['{"colorAccent":"#ffb4ab"}'], readTokens),
  locale: line(
    "Language",
    "BCP 47 tags in order of preference, or auto.",
    ["auto", ...paneLanguages],
    (given) => optionGuards.locale(given),
  ),
  texts: line(
    "Language",
    "Custom texts, as JSON.",
    ['{"labels":{"cvv":"Code on the back"}}'],
    (given) => readOwnTexts(readJson(given)) as Texts | undefined,
  ),
  supportedBrands: line(
    "Card",
    "Accepted networks; none accepts all.",
    [brands.join(",")],
    (given) => optionGuards.supportedBrands(listOf(given)) ?? undefined,
  ),
  preferredNetworks: line(
    "Card",
    "The network selected first when a card has several.",
    ["cartes-bancaires,visa"],
    (given) => optionGuards.preferredNetworks(listOf(given)),
  ),
  bin: sample("Card", "Reports the first digits of the number.", { 6: 6, 8: 8 } as const),
  maskNumber: flag("Card", "Shows only the last four digits after a valid number loses focus."),
  savedCard: sample<SavedCard>(
    "Card",
    "A card stored by the gateway: only its CVV is requested.",
    savedCards,
  ),
  environment: line("Host", "ID of the gateway environment, as listed by the pane's host.", [], (given) =>
    /^[a-z][a-z0-9-]{0,31}$/.test(given) ? given : undefined,
  ),
  loadTimeoutMs: line(
    "Host",
    "Milliseconds to wait for the frame before it counts as failed.",
    ["15000"],
    (given) => (/^[1-9]\d{0,4}$/.test(given) ? Number(given) : undefined),
  ),
  debug: flag("Host", "Logs handshake and session steps to the console; never card data or tokens."),
} satisfies {
  // The gallery's page contains the script tag, so it needs no `src`.
  readonly [Name in keyof Required<Omit<CardPaneOptions, "src">>]: Knob<NonNullable<CardPaneOptions[Name]>>;
};

const pageKnobs = {
  form: choice("Surrounding page", "One frame for the whole form, or one per field.", ["whole", "split"]),
  width: choice("Surrounding page", "Width in px.", ["280", "320", "480", "720", "full"], "480"),
  page: choice("Surrounding page", "Colour scheme.", ["auto", "light", "dark"]),
  dir: choice("Surrounding page", "Direction.", ["ltr", "rtl"]),
  lang: choice("Surrounding page", "Language; locale auto follows it.", [
    "none",
    "en",
    "de",
    "ar",
    "he",
    "ja",
  ]),
} as const;

export type OptionName = keyof typeof optionKnobs;
export type KnobName = OptionName | keyof typeof pageKnobs;

/** Every knob, by its name in the address. */
export const knobs: Readonly<Record<KnobName, Knob>> = { ...optionKnobs, ...pageKnobs };
export const knobNames = Object.keys(knobs) as KnobName[];

/** The texts of the changed knobs, in the order of the table. */
export type State = Readonly<Partial<Record<KnobName, string>>>;

/** Whether a text is a value of a knob. */
export function isValue(name: KnobName, given: string): boolean {
  return given === knobs[name].initial || knobs[name].read(given) !== undefined;
}

/** The state without knobs at their initial value, in the order of the table. */
export function withoutInitials(given: Readonly<Record<string, string>>): State {
  const names = knobNames.filter((name) => Object.hasOwn(given, name) && given[name] !== knobs[name].initial);
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** Parses the query of an address: the state, and in English the parts that are ignored. They are shown as text, never as markup. */
export function readAddress(search: string): { readonly state: State; readonly problems: readonly string[] } {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    // The server reads QA's settings.
    if (/^(qa|challenge|windowSize)$/.test(name)) continue;
    const known = knobNames.find((one) => one === name);
    if (!known) problems.push(`"${name.slice(0, 40)}" is not an option`);
    else if (isValue(known, value)) given[known] = value;
    else problems.push(`"${known}" has an invalid value. Use: ${knobs[known].words.join(", ") || "1"}`);
  }
  return { state: withoutInitials(given), problems: problems.slice(0, 8) };
}

/** The query of a state with its question mark, or an empty text. */
export function addressOf(state: State): string {
  const query = new URLSearchParams(state as Record<string, string>).toString().replaceAll("%2C", ",");
  return query && `?${query}`;
}

/** The pane's options: those that were changed, and the shop's environment. */
export function optionsOf(state: State, environment: string): CardPaneOptions {
  const names = Object.keys(optionKnobs) as OptionName[];
  const changed = names.flatMap((name) => {
    const value = state[name] === undefined ? undefined : optionKnobs[name].read(state[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { environment, ...Object.fromEntries(changed) };
}

/** The same options for `update()`: an unchanged option is reset to its default. */
export function everyOption(options: CardPaneOptions): CardPaneOptions {
  const none = Object.fromEntries(Object.keys(optionKnobs).map((name) => [name, undefined]));
  return { ...none, ...options };
}

/** A field, with a `?` after its name if it is optional. */
export type PlaceName = FieldName | `${FieldName}?`;

/** The fields of a split form; the expiry has as many fields as its option says. */
export function placesOf({
  fields = ["number", "expiry", "cvv"],
  expiry = "single",
}: CardPaneOptions): readonly PlaceName[] {
  const names = fields.map((one) =>
    typeof one === "string" ? one : `${one.name}${one.required === false ? "?" : ""}`,
  );
  return names.flatMap((name) =>
    expiry !== "single" && /^expiry\??$/.test(name)
      ? ["Month", "Year"].map((part) => name.replace("expiry", `expiry${part}`))
      : [name],
  ) as readonly PlaceName[];
}

/** Names of fields, with `?` after an optional one; at least one, no duplicates, and one kind of expiry. */
function readFields(given: string): Fields | undefined {
  const names = given.split(",");
  const fields = names.map((name) => ({ name: name.replace(/\?$/, ""), required: !name.endsWith("?") }));
  return optionGuards.fields(fields) ? (names as Fields) : undefined;
}

/** Design tokens; `undefined` if one is unknown or its value is invalid. */
function readTokens(given: string): Tokens | undefined {
  const value = readJson(given);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  let isRefused = false;
  const tokens = fittingTokens(value as GivenTokens, () => {
    isRefused = true;
  });
  return isRefused ? undefined : tokens;
}

/** Names separated by commas; no list, if one comes twice. */
function listOf(given: string): readonly string[] | undefined {
  const names = given.split(",");
  return new Set(names).size === names.length ? names : undefined;
}

function readJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
