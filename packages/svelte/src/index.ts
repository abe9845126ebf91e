/** `@cardpane/svelte`: Cardpane for Svelte 5. All logic is in `@cardpane/browser`. */
export type { CardPaneElement } from "@cardpane/browser";
export { default as CardPane } from "./CardPane.svelte";
export { default as CardPaneField } from "./CardPaneField.svelte";
export type { CardPaneFieldProps, CardPaneHandlers, CardPaneProps } from "./props.ts";
export type { UseCardPane } from "./use-card-pane.svelte.ts";
export { useCardPane } from "./use-card-pane.svelte.ts";
