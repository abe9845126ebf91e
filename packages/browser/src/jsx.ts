/**
 * Types of the elements for JSX and templates, for any framework and without depending on one: each merges them into its
 * own list of elements. `@cardpane/browser/react`, `/react18`, `/vue` and `/svelte` have done so; others in one declaration of
 * the application.
 *
 * @example
 * import type { CardPaneJsx } from "@cardpane/browser/jsx";
 *
 * declare module "preact" {
 *   namespace JSX {
 *     interface IntrinsicElements extends CardPaneJsx<HTMLAttributes<HTMLElement>> {}
 *   }
 * }
 */
import type { BinSize } from "@cardpane/contract/messages";
import type { CardPaneElementEventMap } from "./elements/card-pane.ts";
import type { CardPaneEventName } from "./pane/events.ts";
import type { CardPaneOptions, FieldOption, Scheme } from "./pane/options.ts";

/** The attributes of `<card-pane>`. */
export interface CardPaneAttributes {
  /** Base address of a release on the pane's host. */
  readonly src?: string | undefined;
  /** Origin of the pane's host, in place of `src`: the package adds its own version. */
  readonly host?: string | undefined;
  /** Id of an environment that the pane's host lists. @default "live" */
  readonly environment?: string | undefined;
  /** Names in their order, `?` after one that may stay empty. @default "number expiry cvv" */
  readonly fields?: string | readonly FieldOption[] | undefined;
  /** Month and year in one field, in two, or in two lists. @default "single" */
  readonly expiry?: CardPaneOptions["expiry"];
  /** BCP 47 tags, separated by commas, or `"auto"`. @default "auto" */
  readonly locale?: string | undefined;
  /** @default "auto" */
  readonly scheme?: Scheme | undefined;
  /** What the look starts from. @default "classic" */
  readonly theme?: CardPaneOptions["theme"];
  /** @default "above" */
  readonly labels?: CardPaneOptions["labels"];
  /** @default "paired" */
  readonly rows?: CardPaneOptions["rows"];
  /** @default "comfortable" */
  readonly density?: CardPaneOptions["density"];
  /** Selector of an input of the page, whose look the pane takes. */
  readonly match?: string | undefined;
  /** Networks that are taken, separated by spaces. @default all */
  readonly "supported-brands"?: string | undefined;
  /** Of networks that share a card, those that stand chosen until the shopper chooses, separated by spaces. */
  readonly "preferred-networks"?: string | undefined;
  /** Tells so many of the number's first digits. @default none */
  readonly bin?: `${BinSize}` | BinSize | undefined;
  /** Shows the last four digits alone once the number is right and left. @default false */
  readonly "mask-number"?: boolean | undefined;
  /** Goes on to the next field when a key has filled one as far as it goes. @default false */
  readonly "auto-advance"?: boolean | undefined;
  /** Prints the steps of handshake and session to the console, never card data or tokens. @default false */
  readonly debug?: boolean | undefined;
  /** JSON of a saved card, whose CVV alone is asked for. */
  readonly "saved-card"?: string | undefined;
  /** The page's HTML has the iframe, as `paneMarkup()` of `@cardpane/node` writes it. @default false */
  readonly early?: boolean | undefined;
  /** @default false */
  readonly readonly?: boolean | undefined;
  /** @default false */
  readonly disabled?: boolean | undefined;
  /** Of the token in the form's data; without it the element leaves its form alone. */
  readonly name?: string | undefined;
}

/** The properties of `<card-pane>` that no attribute can hold, or only by another name. */
export type CardPaneProperties = Pick<
  CardPaneOptions,
  | "tokens"
  | "darkTokens"
  | "savedCard"
  | "values"
  | "texts"
  | "loadTimeoutMs"
  | "supportedBrands"
  | "preferredNetworks"
  | "maskNumber"
  | "autoAdvance"
  | "readOnly"
>;

/** The attributes of `<card-pane-field>`. */
export interface CardPaneFieldAttributes {
  /** The field, `?` after it where it may stay empty: `"number"`, `"cardholder?"`. */
  readonly name: string;
}

type Handler<Name extends CardPaneEventName> = (event: CardPaneElementEventMap[Name]) => void;

/** `onready` for React 19, Preact and Svelte 5, `on:ready` for Solid and Svelte 4. */
type JsxHandlers = {
  readonly [Name in CardPaneEventName as `on${Name}` | `on:${Name}`]?: Handler<Name> | undefined;
};

/** `@ready` in a template of Vue. */
type TemplateHandlers = {
  readonly [Name in CardPaneEventName as `on${Capitalize<Name>}`]?: Handler<Name> | undefined;
};

/** `prop:tokens` for Solid, which takes any other name for an attribute. */
type PrefixedProperties = {
  readonly [Name in keyof CardPaneProperties as `prop:${Name}`]?: CardPaneProperties[Name];
};

/** What `<card-pane>` takes in JSX. */
export type CardPaneJsxProps = CardPaneAttributes & CardPaneProperties & PrefixedProperties & JsxHandlers;

/**
 * The elements for a framework's `JSX.IntrinsicElements`.
 *
 * @typeParam Html what the framework lets any element take: `class`, `children`, `ref`. Ours go before it.
 */
export interface CardPaneJsx<Html = { readonly children?: unknown }> {
  "card-pane": Omit<Html, keyof CardPaneJsxProps> & CardPaneJsxProps;
  "card-pane-field": Omit<Html, keyof CardPaneFieldAttributes> & CardPaneFieldAttributes;
}

/** Text of an attribute; one that is on or off is empty or not there. */
type AsText<Attributes> = {
  readonly [Name in keyof Attributes]?: boolean extends Attributes[Name]
    ? "" | undefined
    : Extract<Attributes[Name], string | undefined>;
};

/**
 * The elements where a framework sets attributes alone, as React 18 does: text, and neither objects nor handlers, which take a
 * `ref`.
 *
 * @typeParam Html what the framework lets any element take.
 */
export interface CardPaneTextJsx<Html = { readonly children?: unknown }> {
  // React 18 writes `className` as an attribute of that name.
  "card-pane": Omit<Html, keyof CardPaneJsxProps | "className"> &
    AsText<CardPaneAttributes> & { readonly class?: string | undefined };
  "card-pane-field": Omit<Html, keyof CardPaneFieldAttributes | "className"> &
    CardPaneFieldAttributes & { readonly class?: string | undefined };
}

type VueProps = CardPaneAttributes & CardPaneProperties & TemplateHandlers;

/**
 * The elements for Vue's templates.
 *
 * @typeParam Html what Vue lets any element take: `class`, `style`, `ref`, `key`. Ours go before it.
 */
export interface CardPaneComponents<Html = unknown> {
  "card-pane": new () => { readonly $props: Omit<Html, keyof VueProps> & VueProps };
  "card-pane-field": new () => {
    readonly $props: Omit<Html, keyof CardPaneFieldAttributes> & CardPaneFieldAttributes;
  };
}
