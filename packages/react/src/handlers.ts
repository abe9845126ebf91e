/** The events of a pane as props: `onLoadError` for `loaderror`. */
import type { CardPaneEvents } from "@cardpane/browser";

/** Each prop: the event that it handles. */
interface HandledEvents {
  onLoading: "loading";
  onReady: "ready";
  onChange: "change";
  onFieldFocus: "fieldfocus";
  onFieldBlur: "fieldblur";
  onBrandChange: "brandchange";
  onBinChange: "binchange";
  onAutofill: "autofill";
  onEnter: "enter";
  onEscape: "escape";
  onLoadError: "loaderror";
  onResize: "resize";
  onToken: "token";
  onTokenError: "tokenerror";
  onClosed: "closed";
}

/** Handlers of the pane's events; each gets the detail, and the event, whose default `onEnter` may prevent. */
export type CardPaneHandlers = {
  readonly [Prop in keyof HandledEvents]?:
    | ((detail: CardPaneEvents[HandledEvents[Prop]], event: Event) => void)
    | undefined;
};

/** The event that a prop handles, for each name that may be one. */
export function eventOf(prop: string): string | undefined {
  return /^on[A-Z]/.test(prop) ? prop.slice(2).toLowerCase() : undefined;
}
