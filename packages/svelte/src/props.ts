/** The props of the components. */
import type { CardPaneElement, CardPaneEvents, CardPaneOptions, FieldOption } from "@cardpane/browser";
import type { Snippet } from "svelte";
import type { ClassValue } from "svelte/elements";

/**
 * Handlers of the pane's events: `onready` for `ready`. Each receives the detail and the event; `onenter` and `ontokenerror` may
 * prevent its default.
 */
export type CardPaneHandlers = {
  readonly [Name in keyof CardPaneEvents as `on${Name}`]?:
    | ((detail: CardPaneEvents[Name], event: Event) => void)
    | undefined;
};

interface ElementProps {
  readonly id?: string | undefined;
  readonly class?: ClassValue | undefined;
  readonly style?: string | undefined;
}

/** Props of `<CardPane>`: the options of a pane, compared by value, and handlers of its events. */
export interface CardPaneProps extends CardPaneOptions, CardPaneHandlers, ElementProps {
  /** The name of the token in the form's data. Without it the pane takes no part in its form. */
  readonly name?: string | undefined;
  /** A `<CardPaneField>` for each field. Without children, one frame shows the whole form. */
  readonly children?: Snippet | undefined;
  /** The height in pixels that the server's markup reserves. @default 156, or none with children */
  readonly reservedHeight?: number | undefined;
  /**
   * Renders the iframe into the server's markup, so that it loads in parallel to the page's scripts. Requires an
   * absolute `src`, and no children. Only the first value is used.
   *
   * @default false
   */
  readonly early?: boolean | undefined;
  /** For `bind:element`: the element, with all methods of the pane. */
  readonly element?: CardPaneElement | undefined;
}

/** Props of `<CardPaneField>`. */
export interface CardPaneFieldProps extends ElementProps {
  /** The field, with a `?` after an optional one. */
  readonly name: FieldOption;
}
