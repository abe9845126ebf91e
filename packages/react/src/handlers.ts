/** The events of a pane as props: `onLoadError` for `loaderror`. */
import type { CardPaneEvents } from "@cardpane/browser";

/** The prop of each event. A new event does not compile before it has one. */
interface HandlerProps {
  loading: "onLoading";
  ready: "onReady";
  change: "onChange";
  fieldfocus: "onFieldFocus";
  fieldblur: "onFieldBlur";
  brandchange: "onBrandChange";
  binchange: "onBinChange";
  autofill: "onAutofill";
  enter: "onEnter";
  escape: "onEscape";
  loaderror: "onLoadError";
  resize: "onResize";
  token: "onToken";
  tokenerror: "onTokenError";
  closed: "onClosed";
}

/**
 * Handlers of the pane's events. Each receives the detail and the event; `onEnter` and `onTokenError` may prevent its default.
 */
export type CardPaneHandlers = {
  readonly [Name in keyof CardPaneEvents as HandlerProps[Name]]?:
    | ((detail: CardPaneEvents[Name], event: Event) => void)
    | undefined;
};

/** The event name for a prop that is named like a handler; `undefined` for any other prop. */
export function eventOf(prop: string): string | undefined {
  return /^on[A-Z]/.test(prop) ? prop.slice(2).toLowerCase() : undefined;
}
