/** `@cardpane/vue`: Cardpane for Vue 3. All logic is in `@cardpane/browser`. */
export type { CardPaneElement } from "@cardpane/browser";
export type { CardPaneEmits, CardPaneExposed, CardPaneFieldProps, CardPaneProps } from "./card-pane.ts";
export { CardPane, CardPaneField } from "./card-pane.ts";
