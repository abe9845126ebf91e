/** The events of a pane as props. */
import type { CardPaneEventName, CardPaneEvents } from "@cardpane/browser";

/** Each prop: the event that it handles. */
export const handlerNames = {
  onLoading: "loading",
  onReady: "ready",
  onChange: "change",
  onFieldFocus: "fieldfocus",
  onFieldBlur: "fieldblur",
  onBrandChange: "brandchange",
  onBinChange: "binchange",
  onAutofill: "autofill",
  onEnter: "enter",
  onEscape: "escape",
  onLoadError: "loaderror",
  onResize: "resize",
  onToken: "token",
  onTokenError: "tokenerror",
  onClosed: "closed",
} as const satisfies Readonly<Record<string, CardPaneEventName>>;

type HandlerNames = typeof handlerNames;

/** Handlers of the pane's events; each gets the detail, and the event, whose default `onEnter` may prevent. */
export type CardPaneHandlers = {
  readonly [Prop in keyof HandlerNames]?:
    | ((detail: CardPaneEvents[HandlerNames[Prop]], event: Event) => void)
    | undefined;
};
