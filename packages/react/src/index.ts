/** `@cardpane/react`: Cardpane for React 18 and 19. All logic is in `@cardpane/browser`. */
export type { CardPaneElement } from "@cardpane/browser";
export type { CardPaneFieldProps, CardPaneProps } from "./card-pane.ts";
export { CardPane, CardPaneField } from "./card-pane.ts";
export type { CardPaneHandlers } from "./handlers.ts";
export type { UseCardPane } from "./use-card-pane.ts";
export { useCardPane } from "./use-card-pane.ts";
