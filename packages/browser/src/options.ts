/**
 * What a page may ask for, checked one by one: a wrong option is thrown with its path, never with what was given.
 */
import { parseTokens, type Tokens } from "@cardpane/contract/appearance";
import {
  type Brand,
  boolean,
  exact,
  type FieldName,
  integer,
  nullable,
  oneOf,
  optionGuards,
  pattern,
  type SavedCard,
  text,
} from "@cardpane/contract/messages";
import { CardpaneError } from "./errors.ts";

/** Light, dark, or what the page itself is. */
export type Scheme = "light" | "dark" | "auto";

/** A field of the form; by its name alone it is required. */
export type FieldOption = FieldName | { readonly name: FieldName; readonly required?: boolean };

/** Options of {@link createCardPane}. */
export interface CardPaneOptions {
  /**
   * Base address of a release on the pane's host, for example `"https://pane.example/0.1.0/"`.
   *
   * @default where the script tag came from; there is none for an npm import
   */
  readonly src?: string | undefined;
  /** Id of one of the environments that the pane's host lists. @default "live" */
  readonly environment?: string | undefined;
  /**
   * The fields, in the order they are shown. With a `savedCard` it is the CVV alone.
   *
   * @default ["number", "expiry", "cvv"]
   */
  readonly fields?: readonly FieldOption[] | undefined;
  /** BCP 47 tag, or `"auto"`: the nearest `lang` of the page, else the browser's. @default "auto" */
  readonly locale?: string | undefined;
  /** `"auto"` follows the computed `color-scheme` of the element, live. @default "auto" */
  readonly scheme?: Scheme | undefined;
  /** Design tokens of the light scheme, and of the dark one where `darkTokens` has none. @default {} */
  readonly tokens?: Tokens | undefined;
  /** On top of `tokens` when the scheme is dark. @default {} */
  readonly darkTokens?: Tokens | undefined;
  /** @default false */
  readonly disabled?: boolean | undefined;
  /** Networks that are taken; `null` takes all. @default null */
  readonly supportedBrands?: readonly Brand[] | null | undefined;
  /** A card that the gateway keeps: the form asks for its CVV alone. @default null */
  readonly savedCard?: SavedCard | null | undefined;
  /** Name of the iframe for assistive technology. @default "Secure card payment", in the pane's language */
  readonly title?: string | undefined;
  /** Shows a sentence and a button to try again in the element when the pane fails. @default true */
  readonly failureContent?: boolean | undefined;
  /** Milliseconds until a frame that does not get ready is given up. @default 15000 */
  readonly loadTimeoutMs?: number | undefined;
}

/** What milliseconds may be. */
export const milliseconds = integer(1, 600_000);

const guard = exact({
  src: nullable(text(1, 2_000)),
  // As the pane's host takes it.
  environment: pattern(/^[a-z][a-z0-9-]{0,31}$/),
  locale: optionGuards.locale,
  scheme: oneOf(["light", "dark", "auto"]),
  fields: optionGuards.fields,
  tokens: parseTokens,
  darkTokens: parseTokens,
  disabled: boolean,
  supportedBrands: optionGuards.supportedBrands,
  savedCard: optionGuards.savedCard,
  title: nullable(text(1, 200)),
  failureContent: boolean,
  loadTimeoutMs: milliseconds,
});

const defaults = {
  src: null,
  environment: "live",
  locale: "auto",
  scheme: "auto",
  fields: ["number", "expiry", "cvv"],
  tokens: {},
  darkTokens: {},
  disabled: false,
  supportedBrands: null,
  savedCard: null,
  title: null,
  failureContent: true,
  loadTimeoutMs: 15_000,
};

/** The options with their defaults, checked. */
export type Settings = NonNullable<ReturnType<typeof guard>>;

/**
 * Checks a page's options and fills in the defaults; `undefined` takes the default.
 *
 * @throws CardpaneError `options_invalid`, naming the first option that does not fit.
 */
export function readOptions(options: CardPaneOptions): Settings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { fields, ...others } = { ...defaults, ...Object.fromEntries(given) };
  const path: string[] = [];
  const settings = guard({ ...others, fields: Array.isArray(fields) ? fields.map(toField) : fields }, path);
  if (!settings) throw invalidOption(path.join("."));
  return settings;
}

/** The error for an option that does not fit. */
export function invalidOption(path: string): CardpaneError {
  return new CardpaneError("options_invalid", { message: `The option ${path} is not valid. Correct it.` });
}

function toField(item: unknown): unknown {
  return { required: true, ...(typeof item === "string" ? { name: item } : Object(item)) };
}
