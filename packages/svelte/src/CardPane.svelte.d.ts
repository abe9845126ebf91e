import type { Component } from "svelte";
import type { CardPaneProps } from "./props.ts";

/**
 * `<card-pane>`. Options are compared by value, so literals in markup cause no update. An invalid option is reported and changes
 * nothing.
 *
 * @example
 * <CardPane bind:element={pane} src="https://pane.example" environment="live" tokens={{ radius: 6 }} onready={handleReady} />
 */
declare const CardPane: Component<CardPaneProps, Record<never, never>, "element">;
export default CardPane;
