/** The options of a pane and their validation. The error of an invalid option contains its path, never its value. */
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
  type ExpiryKind,
  exact,
  type FieldName,
  type FieldOptions,
  fieldOptions,
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
  withoutUndefined,
} from "@cardpane/contract/messages";
import { invalidOption } from "./errors.ts";

/** Light, dark, or the scheme of the page. */
export type Scheme = "light" | "dark" | "auto";

/** A field of the form: its name, followed by `?` if it may stay empty. */
export type FieldOption = FieldName | `${FieldName}?`;

/** Texts of the page that replace the pane's own: those around the frame, and any text inside it. */
export interface PaneTexts extends OwnTexts {
  /** Name of the iframe for assistive technology. @default "Secure card payment", in the language of `locale` */
  readonly title?: string;
  /** Shown when the pane failed to load. @default "The card form could not be loaded.", in the language of `locale` */
  readonly failed?: string;
  /** Label of the button that loads the pane once more. @default "Try again", in the language of `locale` */
  readonly retry?: string;
}

/** Options of {@link createCardPane}. */
export interface CardPaneOptions {
  /**
   * Address of the pane's host, for example `"https://pane.example"`: the package adds its own version, so that script and frame
   * are of one release after any update. Or of one release there: `"https://pane.example/0.1.0/"`.
   *
   * @default the folder of the script tag; an npm import has no default
   */
  readonly src?: string | null | undefined;
  /** Id of one of the environments that the pane's host lists. @default "live" */
  readonly environment?: string | undefined;
  /**
   * The fields in their order. With a `savedCard` only the CVV is shown.
   *
   * @default ["number", "expiry", "cvv"]
   */
  readonly fields?: readonly FieldOption[] | undefined;
  /**
   * The form of `expiry`: one field, or a field each for month and year, as inputs (`"split"`) or as lists (`"select"`). With
   * `"select"` the fields `expiryMonth` and `expiryYear` are lists, too.
   *
   * @default "single"
   */
  readonly expiry?: ExpiryKind | undefined;
  /**
   * BCP 47 tag, or up to 8 separated by commas: the first language that the pane has is used. `"auto"` takes the nearest `lang`
   * of the page, else the browser's languages. A region falls back to its language (`fr-CH` to `fr`), an unknown language to
   * English.
   *
   * @default "auto"
   */
  readonly locale?: string | undefined;
  /** `"auto"` follows the computed `color-scheme` of the element, live. @default "auto" */
  readonly scheme?: Scheme | undefined;
  /**
   * The base of the look. `none` has no border, background or padding, for fields in boxes that the page draws.
   * @default "classic"
   */
  readonly theme?: Theme | undefined;
  /** Position of the labels. `floating`: inside the empty input, above a filled one. `hidden`: for screen readers only. @default "above" */
  readonly labels?: LabelPlace | undefined;
  /**
   * `paired`: short fields share a row; `stacked`: one field per row; `inline`: one row for up to three fields, from 560 px on;
   * `joined`: the rows of `paired` in one frame, with one line for errors, except where each field has its own mount point. @default "paired"
   */
  readonly rows?: Rows | undefined;
  /** Sizes and gaps for which no token is set. @default "comfortable" */
  readonly density?: Density | undefined;
  /**
   * Selector of an input of the page, for example `"#email"`: the pane copies its look and follows its changes. It searches its
   * own shadow root first. It overrides the theme; custom properties and `tokens` override it. @default null
   */
  readonly match?: string | null | undefined;
  /**
   * Design tokens of the light scheme, and of the dark one unless `darkTokens` overrides them. An invalid token is ignored, and
   * the frame names it in the console. @default {}
   */
  readonly tokens?: Tokens | undefined;
  /** Override `tokens` in the dark scheme. @default {} */
  readonly darkTokens?: Tokens | undefined;
  /** Disables all fields; the element then takes no part in its form. @default false */
  readonly disabled?: boolean | undefined;
  /** The fields cannot be edited. They can be read, focused and tokenized. @default false */
  readonly readOnly?: boolean | undefined;
  /**
   * Initial values: `cardholder` (at most 64 characters) and `postalCode` (16), never card data. A later value replaces the
   * earlier one, and never an edit of the shopper.
   *
   * @default {}
   */
  readonly values?: GivenValues | undefined;
  /** Networks that are accepted; `null` accepts all. For a card with several networks one of them is enough. @default null */
  readonly supportedBrands?: readonly Brand[] | null | undefined;
  /**
   * For a card with several networks, the initial choice: the first of these that it has.
   *
   * @default []
   */
  readonly preferredNetworks?: readonly Brand[] | undefined;
  /**
   * Reports the first 6 or 8 digits of a complete and valid number (`binchange`); 8 only if it has 16 digits or more. `null`
   * reports none.
   *
   * Digits of another number are reported only after the field was empty or replaced as a whole, so that neither a page nor its
   * log collects more digits of one number, whatever the shopper edits.
   *
   * @default null
   */
  readonly bin?: BinSize | null | undefined;
  /** Shows only the last four digits when a valid number loses focus. @default false */
  readonly maskNumber?: boolean | undefined;
  /**
   * Moves the focus to the next field when a keystroke completes a valid one. Not at 16 digits of a network that also has 19,
   * not on paste or autofill, not from a field that was full before, and not into one that holds text.
   * @default false
   */
  readonly autoAdvance?: boolean | undefined;
  /**
   * The code of a payment that was declined, in a page that a server renders after it: the form shows it as
   * `showDecline()` does. A script sets it to `null` before the next payment, or calls that method. @default null
   */
  readonly decline?: string | null | undefined;
  /** A card that the gateway has saved: the form shows its CVV field only. @default null */
  readonly savedCard?: SavedCard | null | undefined;
  /**
   * Texts that replace the pane's own: 1 to 80 characters each, shown unchanged. A page with several languages sets them
   * together with `locale`. @default {}
   */
  readonly texts?: PaneTexts | undefined;
  /** Milliseconds, 1 to 600,000, after which the pane says that it could not be loaded. @default 15000 */
  readonly loadTimeoutMs?: number | undefined;
}

/** A time limit. */
export const milliseconds = integer(1, 600_000);

/**
 * Validates a value that is not one of the options.
 *
 * @throws CardpaneError `options_invalid`
 */
export function checkValue<Value>(guard: Guard<Value>, name: string, value: unknown): Value {
  const trace: Trace = [];
  const checked = guard(withoutUndefined(value), trace);
  if (checked !== undefined) return checked;
  trace.unshift(name);
  throw invalidOption(trace);
}

/** An address or a selector, or `null`. */
const shortText = nullable(text(1, 2_000));

const guard = exact({
  ...optionGuards,
  ...lookGuards,
  match: shortText,
  src: shortText,
  // The same rule as in the configuration of the pane's host.
  environment: pattern(/^[a-z][a-z0-9-]{0,31}$/, "id"),
  scheme: oneOf(["light", "dark", "auto"]),
  tokens: givenTokens,
  darkTokens: givenTokens,
  texts: partial({ ...ownTextGuards, title: text(1, 300), failed: text(1, 300), retry: text(1, 300) }),
  loadTimeoutMs: milliseconds,
});

/** The validated options with their defaults. */
export type Settings = NonNullable<ReturnType<typeof guard>>;

/**
 * The default of each option. The keys are all options: adapters, attributes and properties are derived from them. A default that is
 * boolean makes the option a flag.
 */
export const defaultOptions = {
  src: null,
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
  decline: null,
  savedCard: null,
  texts: {},
  loadTimeoutMs: 15_000,
} satisfies Readonly<Record<keyof CardPaneOptions, unknown>>;

/**
 * Validates the options of a page and adds the defaults; `undefined` gives the default.
 *
 * @throws CardpaneError `options_invalid`, which names the first invalid option
 */
export function readOptions(options: CardPaneOptions): Settings {
  const all = { ...defaultOptions, ...Object(withoutUndefined(options)) };
  if (Array.isArray(all.fields)) all.fields = all.fields.map(toField);
  const trace: Trace = [];
  const settings = guard(all, trace);
  if (!settings) throw invalidOption(trace);
  return settings;
}

/**
 * Validates one field.
 *
 * @throws CardpaneError `options_invalid`
 */
export function readField(option: FieldOption): FieldOptions {
  return checkValue(fieldOptions, "field", toField(option));
}

/**
 * Checks that a form with these options can create a token: it needs number and expiry, or a saved card.
 *
 * @throws CardpaneError `options_invalid`
 */
export function checkTokenizable({ fields, savedCard }: Settings): void {
  const names = new Set(fields.map(({ name }) => name));
  const hasExpiry = names.has("expiry") || (names.has("expiryMonth") && names.has("expiryYear"));
  if (savedCard || (names.has("number") && hasExpiry)) return;
  const expected = ["tokenizable", hasExpiry ? "number" : "expiry"] as const;
  throw invalidOption(Object.assign(["fields"], { expected }));
}

function toField(item: unknown): unknown {
  // A default is a field already; the guard refuses what is none.
  if (typeof item !== "string") return item;
  return { name: item.replace("?", ""), required: !item.endsWith("?") };
}
