/** What the components take. */
import type { CardPaneElement, CardPaneEvents, CardPaneOptions, FieldOption } from "@cardpane/browser";
import type { Snippet } from "svelte";
import type { ClassValue } from "svelte/elements";

/** Handlers of the pane's events, `onready` for `ready`; each gets the detail, then the event, whose default `onenter` may prevent. */
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

/** Props of `<CardPane>`: the options of a pane, by value, and handlers of its events. */
export interface CardPaneProps extends CardPaneOptions, CardPaneHandlers, ElementProps {
  /** Of the token in the form's data; without it the pane leaves its form alone. */
  readonly name?: string | undefined;
  /** `<CardPaneField>`s, each in its own place; without them the whole form is in one frame. */
  readonly children?: Snippet | undefined;
  /** Pixels that the server's markup keeps free. @default 198, or none with children */
  readonly reservedHeight?: number | undefined;
  /**
   * Renders the iframe into the server's markup, so that it loads beside the page's scripts. Needs `host` or an absolute `src`, and
   * no children; what it was at first holds.
   *
   * @default false
   */
  readonly early?: boolean | undefined;
  /** For `bind:element`: the element, with all methods of the pane. */
  readonly element?: CardPaneElement | undefined;
}

/** Props of `<CardPaneField>`. */
export interface CardPaneFieldProps extends ElementProps {
  /** The field, with a `?` after it where it may stay empty. */
  readonly name: Extract<FieldOption, string>;
}
