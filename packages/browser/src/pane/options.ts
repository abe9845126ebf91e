/**
 * What a page may ask for, checked one by one: a wrong option is thrown with its path, never with what was given.
 */
import {
  type Density,
  defaultLook,
  givenTokens,
  type LabelPlace,
  lookGuards,
  type Rows,
  type Theme,
  type Tokens,
} from "@cardpane/contract/appearance";
import {
  type BinSize,
  type Brand,
  boolean,
  type ExpiryKind,
  exact,
  type FieldName,
  type FieldOptions,
  type GivenValues,
  type Guard,
  integer,
  nullable,
  type OwnTexts,
  oneOf,
  optionGuards,
  ownTextGuards,
  partial,
  pattern,
  type SavedCard,
  type Trace,
  text,
} from "@cardpane/contract/messages";
import { CardpaneError, invalidOption } from "./errors.ts";

/** Light, dark, or what the page itself is. */
export type Scheme = "light" | "dark" | "auto";

/** A field of the form: its name, with a `?` after it where it may stay empty, or the same as an object. */
export type FieldOption =
  | FieldName
  | `${FieldName}?`
  | { readonly name: FieldName; readonly required?: boolean };

/**
 * A page's own words in place of the pane's, which are in the language of `locale`: those around the frame, and any of the
 * frame's.
 */
export interface PaneTexts extends OwnTexts {
  /** Name of the iframe for assistive technology. @default "Secure card payment", in the language of `locale` */
  readonly title?: string;
  /** @default "The card form could not be loaded.", in the language of `locale` */
  readonly failed?: string;
  /** On the button that loads it once more. @default "Try again", in the language of `locale` */
  readonly retry?: string;
}

/** Options of {@link createCardPane}. */
export interface CardPaneOptions {
  /**
   * Base address of a release on the pane's host, for example `"https://pane.example/0.1.0/"`.
   *
   * @default where the script tag came from; there is none for an npm import
   */
  readonly src?: string | null | undefined;
  /**
   * Origin of the pane's host, for example `"https://pane.example"`, in place of `src`: the package adds its own version, so
   * that script and frame are of one release after any update. Exactly one of both.
   *
   * @default null
   */
  readonly host?: string | null | undefined;
  /** Id of one of the environments that the pane's host lists. @default "live" */
  readonly environment?: string | undefined;
  /**
   * The fields, in the order they are shown. With a `savedCard` it is the CVV alone.
   *
   * @default ["number", "expiry", "cvv"]
   */
  readonly fields?: readonly FieldOption[] | undefined;
  /**
   * How `expiry` is asked for: in one field, or in one for the month and one for the year, to type into (`"split"`) or to
   * choose from (`"select"`). Fields named `expiryMonth` and `expiryYear` are lists with `"select"`, too.
   *
   * @default "single"
   */
  readonly expiry?: ExpiryKind | undefined;
  /**
   * BCP 47 tag, or up to 8 separated by commas, of which the first that the pane speaks is taken, or `"auto"`: the nearest
   * `lang` of the page, else the browser's languages. A region falls back to its language (`fr-CH` to `fr`), what is unknown to
   * English.
   *
   * @default "auto"
   */
  readonly locale?: string | undefined;
  /** `"auto"` follows the computed `color-scheme` of the element, live. @default "auto" */
  readonly scheme?: Scheme | undefined;
  /**
   * What the look starts from: `classic` and `flat` and `line` are light or dark as `scheme` is, `night` is dark; `none` has no
   * border, ground or room of its own, for fields in boxes that the page draws. @default "classic"
   */
  readonly theme?: Theme | undefined;
  /** `floating` labels stand in the empty input and move up; `hidden` ones are read out only. @default "above" */
  readonly labels?: LabelPlace | undefined;
  /**
   * `paired`: short fields share a row; `stacked`: a row for each; `inline`: one row for up to three, from 560 px on.
   * @default "paired"
   */
  readonly rows?: Rows | undefined;
  /** How much room there is where no token sets it. @default "comfortable" */
  readonly density?: Density | undefined;
  /**
   * Selector of an input of the page, for example `"#email"`: the pane takes its look, follows its changes, and looks for
   * it in its own shadow root first. Over the theme; custom properties and `tokens` are over it. @default null
   */
  readonly match?: string | null | undefined;
  /**
   * Design tokens of the light scheme, and of the dark one where `darkTokens` has none. One that does not fit changes
   * nothing, and the frame names it in the console. @default {}
   */
  readonly tokens?: Tokens | undefined;
  /** On top of `tokens` when the scheme is dark. @default {} */
  readonly darkTokens?: Tokens | undefined;
  /** @default false */
  readonly disabled?: boolean | undefined;
  /** Nobody may change what stands in the fields; they can be read, focused and tokenized. @default false */
  readonly readOnly?: boolean | undefined;
  /**
   * What the page knows already and the form starts with: `cardholder` (1 to 64 characters) and `postalCode` (1 to 16), never
   * anything of the card. Another value later, or none, takes the place of the one before, not of what the shopper typed or
   * deleted.
   *
   * @default {}
   */
  readonly values?: GivenValues | undefined;
  /** Networks that are taken; `null` takes all. Of a card with several, one is enough. @default null */
  readonly supportedBrands?: readonly Brand[] | null | undefined;
  /**
   * Of networks that share a card, the one that stands chosen until the shopper chooses: the first of these that it has.
   *
   * @default []
   */
  readonly preferredNetworks?: readonly Brand[] | undefined;
  /**
   * Reports the first 6 or 8 digits of the number (`binchange`), 8 only of a number that has 16 or more; `null` reports none.
   *
   * Only of a number that is whole and right, and of another one only after the field was empty or replaced as a whole. So a
   * page, or its log, never collects more digits than these of one number, whatever the shopper edits where.
   *
   * @default null
   */
  readonly bin?: BinSize | null | undefined;
  /** Shows the last four digits only, once the number is right and left. @default false */
  readonly maskNumber?: boolean | undefined;
  /**
   * Goes on to the next field when a key has filled one as far as it goes, and right: not at 16 digits of a network that has
   * numbers of 19, not on paste or autofill, not out of a field that was filled before, not into one that holds something.
   * @default false
   */
  readonly autoAdvance?: boolean | undefined;
  /** A card that the gateway keeps: the form asks for its CVV alone. @default null */
  readonly savedCard?: SavedCard | null | undefined;
  /**
   * What the page says in its own words: 1 to 80 characters each, shown as they are. Where it speaks several languages it
   * gives them together with another `locale`. @default {}
   */
  readonly texts?: PaneTexts | undefined;
  /** Milliseconds until a frame that does not get ready is given up. @default 15000 */
  readonly loadTimeoutMs?: number | undefined;
  /**
   * Prints the steps of handshake and session to the console (`console.debug`): message types, events, origins, codes. Never
   * what was typed, never a token. @default false
   */
  readonly debug?: boolean | undefined;
}

const milliseconds = integer(1, 600_000);

/**
 * Checks one value that is not among the options.
 *
 * @throws CardpaneError `options_invalid`
 */
export function checkValue(guard: Guard<unknown>, name: string, value: unknown): void {
  const trace: Trace = [];
  if (guard(value, trace) !== undefined) return;
  trace.unshift(name);
  throw invalidOption(trace);
}

/** @throws CardpaneError `options_invalid` */
export function checkTimeout(timeoutMs: number): void {
  checkValue(milliseconds, "timeoutMs", timeoutMs);
}

/** An address or a selector, or none. */
const shortText = nullable(text(1, 2_000));

const guard = exact({
  ...optionGuards,
  ...lookGuards,
  match: shortText,
  src: shortText,
  host: shortText,
  // As the pane's host takes it.
  environment: pattern(/^[a-z][a-z0-9-]{0,31}$/, "an id in lower case, up to 32 characters"),
  scheme: oneOf(["light", "dark", "auto"]),
  tokens: givenTokens,
  darkTokens: givenTokens,
  texts: partial({ ...ownTextGuards, title: text(1, 300), failed: text(1, 300), retry: text(1, 300) }),
  loadTimeoutMs: milliseconds,
  debug: boolean,
});

/** The options with their defaults, checked. */
export type Settings = NonNullable<ReturnType<typeof guard>>;

const defaults = {
  src: null,
  host: null,
  environment: "live",
  fields: ["number", "expiry", "cvv"].map(toField),
  expiry: "single",
  locale: "auto",
  scheme: "auto",
  ...defaultLook,
  match: null,
  tokens: {},
  darkTokens: {},
  disabled: false,
  readOnly: false,
  values: {},
  supportedBrands: null,
  preferredNetworks: [],
  bin: null,
  maskNumber: false,
  autoAdvance: false,
  savedCard: null,
  texts: {},
  loadTimeoutMs: 15_000,
  debug: false,
};

/**
 * Checks a page's options and fills in the defaults; `undefined` takes the default.
 *
 * @throws CardpaneError `options_invalid`, naming the first option that does not fit.
 */
export function readOptions(options: CardPaneOptions): Settings {
  const all: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(options)) {
    const isList = name === "fields" && Array.isArray(value);
    if (value !== undefined) all[name] = isList ? value.map(toField) : value;
  }
  const trace: Trace = [];
  const settings = guard(all, trace);
  if (!settings) throw invalidOption(trace);
  return settings;
}

/**
 * Reads one field.
 *
 * @throws CardpaneError `options_invalid`
 */
export function readField(option: FieldOption): FieldOptions {
  const trace: Trace = [];
  const list = optionGuards.fields([toField(option)], trace);
  // The page gave one field, not a list of one.
  trace[0] = "field";
  if (!list?.[0]) throw invalidOption(trace);
  return list[0];
}

/**
 * Checks that a form of these options can make a token: number and expiry, or a saved card.
 *
 * @throws CardpaneError `options_invalid`
 */
export function checkTokenizable({ fields, savedCard }: Settings): void {
  const names = new Set(fields.map(({ name }) => name));
  const hasExpiry = names.has("expiry") || (names.has("expiryMonth") && names.has("expiryYear"));
  if (savedCard || (names.has("number") && hasExpiry)) return;
  throw new CardpaneError("options_invalid", {
    message: `The option \`fields\` can never make a token without ${hasExpiry ? "number" : "expiry"}. Add it, or set \`savedCard\`.`,
  });
}

function toField(item: unknown): unknown {
  if (typeof item !== "string") return { required: true, ...Object(item) };
  return { name: item.replace("?", ""), required: !item.endsWith("?") };
}
