/** `@cardpane/vue`: Cardpane for Vue 3. It knows nothing of its own: all is done by `@cardpane/browser`. */
export type { CardPaneEmits, CardPaneExposed, CardPaneFieldProps, CardPaneProps } from "./card-pane.ts";
export { CardPane, CardPaneField } from "./card-pane.ts";
