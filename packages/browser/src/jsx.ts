/**
 * Types of the elements for JSX and templates of any framework, without depending on one. Each framework merges them into its own
 * list of elements. `@cardpane/browser/react`, `/react18`, `/vue` and `/svelte` do so; for another framework, the application adds
 * one declaration.
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
  /** The fields in order, with a `?` after an optional one. @default "number expiry cvv" */
  readonly fields?: string | readonly FieldOption[] | undefined;
  /** Month and year in one field, in two, or in two lists. @default "single" */
  readonly expiry?: CardPaneOptions["expiry"];
  /** BCP 47 tags, separated by commas, or `"auto"`. @default "auto" */
  readonly locale?: string | undefined;
  /** @default "auto" */
  readonly scheme?: Scheme | undefined;
  /** The base of the look. @default "classic" */
  readonly theme?: CardPaneOptions["theme"];
  /** @default "above" */
  readonly labels?: CardPaneOptions["labels"];
  /** @default "paired" */
  readonly rows?: CardPaneOptions["rows"];
  /** @default "comfortable" */
  readonly density?: CardPaneOptions["density"];
  /** Selector of an input of the page whose look is copied. */
  readonly match?: string | undefined;
  /** Networks that are accepted, separated by spaces. @default all */
  readonly "supported-brands"?: string | undefined;
  /** For a card with several networks, the initial choice in order of preference, separated by spaces. */
  readonly "preferred-networks"?: string | undefined;
  /** Reports the first 6 or 8 digits of the number. @default none */
  readonly bin?: `${BinSize}` | BinSize | undefined;
  /** Shows only the last four digits when a valid number loses focus. @default false */
  readonly "mask-number"?: boolean | undefined;
  /** Moves the focus to the next field when a keystroke completes a valid one. @default false */
  readonly "auto-advance"?: boolean | undefined;
  /** Prints the steps of handshake and session to the console, never card data or tokens. @default false */
  readonly debug?: boolean | undefined;
  /** JSON of a saved card: the form shows its CVV field only. */
  readonly "saved-card"?: string | undefined;
  /** The page's HTML has the iframe, as `paneMarkup()` of `@cardpane/node` writes it. @default false */
  readonly early?: boolean | undefined;
  /** @default false */
  readonly readonly?: boolean | undefined;
  /** @default false */
  readonly disabled?: boolean | undefined;
  /** The name of the token in the form's data. Without it the element takes no part in its form. */
  readonly name?: string | undefined;
}

/** The properties of `<card-pane>` that have no attribute, or one with another name. */
export type CardPaneProperties = Omit<CardPaneOptions, keyof CardPaneAttributes>;

/** The attributes of `<card-pane-field>`. */
export interface CardPaneFieldAttributes {
  /** The field, with a `?` after an optional one: `"number"`, `"cardholder?"`. */
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

/** `prop:tokens` for Solid, which sets any other name as an attribute. */
type PrefixedProperties = {
  readonly [Name in keyof CardPaneProperties as `prop:${Name}`]?: CardPaneProperties[Name];
};

/** The props of `<card-pane>` in JSX. */
export type CardPaneJsxProps = CardPaneAttributes & CardPaneProperties & PrefixedProperties & JsxHandlers;

/**
 * The elements for a framework's `JSX.IntrinsicElements`.
 *
 * @typeParam Html the framework's props of any element: `class`, `children`, `ref`. Ours override them.
 */
export interface CardPaneJsx<Html = { readonly children?: unknown }> {
  "card-pane": Omit<Html, keyof CardPaneJsxProps> & CardPaneJsxProps;
  "card-pane-field": Omit<Html, keyof CardPaneFieldAttributes> & CardPaneFieldAttributes;
}

/** Attributes as text; a flag is empty or missing. */
type AsText<Attributes> = {
  readonly [Name in keyof Attributes]?: boolean extends Attributes[Name]
    ? "" | undefined
    : Extract<Attributes[Name], string | undefined>;
};

/**
 * The elements for a framework that sets only attributes, as text, like React 18. Objects and handlers need a `ref`.
 *
 * @typeParam Html the framework's props of any element
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
 * @typeParam Html Vue's props of any element: `class`, `style`, `ref`, `key`. Ours override them.
 */
export interface CardPaneComponents<Html = unknown> {
  "card-pane": new () => { readonly $props: Omit<Html, keyof VueProps> & VueProps };
  "card-pane-field": new () => {
    readonly $props: Omit<Html, keyof CardPaneFieldAttributes> & CardPaneFieldAttributes;
  };
}
