/**
 * Types of the elements for JSX and templates of any framework, without depending on one. An application adds one declaration, which
 * merges them into its framework's list of elements.
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

import type { CardPaneEventName } from "./api/events.ts";
import type { CardPaneOptions } from "./api/options.ts";
import type { AttributeName, PropertyOnly } from "./elements/attributes.ts";
import type { CardPaneElementEventMap } from "./elements/card-pane.ts";

/** An option as an attribute: a list, a number or JSON also as text, a flag as a boolean. */
type AttributeOf<Option> =
  | Option
  | (NonNullable<Option> extends number ? `${NonNullable<Option>}` : never)
  | (NonNullable<Option> extends string | number | boolean ? never : string);

/** The attributes of `<card-pane>`: one for each option, and those of the element. */
export type CardPaneAttributes = {
  readonly [Name in keyof CardPaneOptions as AttributeName<Exclude<Name, PropertyOnly>>]?: AttributeOf<
    CardPaneOptions[Name]
  >;
} & {
  /** The page's HTML has the iframe, as `paneMarkup()` of `@cardpane/node` writes it. @default false */
  readonly early?: boolean | undefined;
  /** The name of the token in the form's data. Without it the element takes no part in its form. */
  readonly name?: string | undefined;
};

/** The properties of `<card-pane>` whose names differ from the attribute's. */
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
