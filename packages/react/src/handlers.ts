/** The events of a pane as props: `onLoadError` for `loaderror`. */
import type { CardPaneEvents } from "@cardpane/browser";

/** The event of each prop. */
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

/**
 * Handlers of the pane's events. Each receives the detail and the event; `onEnter` and `onTokenError` may prevent its default.
 */
export type CardPaneHandlers = {
  readonly [Prop in keyof HandledEvents]?:
    | ((detail: CardPaneEvents[HandledEvents[Prop]], event: Event) => void)
    | undefined;
};

/** The event name for a prop that is named like a handler; `undefined` for any other prop. */
export function eventOf(prop: string): string | undefined {
  return /^on[A-Z]/.test(prop) ? prop.slice(2).toLowerCase() : undefined;
}
