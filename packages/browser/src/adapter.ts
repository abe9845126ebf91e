/**
 * `@cardpane/browser/adapter`: the code that all framework adapters share. An adapter renders `<card-pane>` and binds it. Options
 * and events are passed by name, so that a new option or event needs no change of an adapter.
 */
import { earlyFrameAttributes, releaseOf } from "@cardpane/contract/embed";
import { optionGuards } from "@cardpane/contract/messages";
import type { CardPaneEventName, CardPaneEvents } from "./api/events.ts";
import { type CardPaneOptions, defaultOptions } from "./api/options.ts";
import { version } from "./api/version.ts";
import { defer } from "./elements/attributes.ts";
import type { CardPaneElement } from "./elements/card-pane.ts";
import { defineCardPane } from "./elements/register.ts";
import { areFramesReplaced } from "./session/frame-slot.ts";

/** The kind of each option; a `flag` is boolean. */
export const optionKinds = Object.fromEntries(
  Object.entries(defaultOptions).map(([name, value]) => [
    name,
    typeof value === "boolean" ? "flag" : "value",
  ]),
) as Readonly<Record<keyof CardPaneOptions, "flag" | "value">>;

/** The name of each event. */
export const eventNames = Object.keys({
  loading: 0,
  ready: 0,
  change: 0,
  fieldfocus: 0,
  fieldblur: 0,
  brandchange: 0,
  binchange: 0,
  autofill: 0,
  enter: 0,
  escape: 0,
  loaderror: 0,
  resize: 0,
  token: 0,
  tokenerror: 0,
  closed: 0,
} satisfies Readonly<Record<CardPaneEventName, 0>>) as readonly CardPaneEventName[];

export { defer };

/** The height in pixels of a form with number, expiry and CVV, for server markup, which cannot measure it. */
export const usualHeightPx = 156;

/** The attributes of the iframe that a server renders into the element. */
export type EarlyIframe = ReturnType<typeof earlyFrameAttributes>;

/**
 * The iframe for a server's markup. It loads in parallel to the page's scripts, and the element adopts it. An adapter renders it
 * once, from the options at that time, because another address would reload it. `undefined` without an absolute `src`,
 * and in a test with fake panes.
 */
export function earlyIframe({
  src,
  environment = "live",
  locale = "auto",
}: CardPaneOptions): EarlyIframe | undefined {
  if (areFramesReplaced() || !src || !/^https?:\/\/[^\s?#]+$/.test(src)) return undefined;
  // A server does not know the browser's language; the element sends the language when it opens the frame.
  return earlyFrameAttributes(releaseOf(src, version), {
    environment,
    locale: locale !== "auto" && optionGuards.locale(locale) ? locale : "en",
  });
}

/** Receives each event of the pane with its detail; `enter` and `tokenerror` can be prevented. */
export type EmitPaneEvent = <Name extends CardPaneEventName>(
  name: Name,
  detail: CardPaneEvents[Name],
  event: Event,
) => void;

/** An element that is bound to the options of a framework component. */
export interface BoundPane {
  /**
   * Sets the options whose values have changed, all at once; a removed option gets its default. If one of them is invalid, it is
   * reported, and the others are set. The first call defines the elements and removes the attribute {@link defer}.
   */
  update(options: CardPaneOptions): void;
  /** Removes the listeners. The element itself unmounts when it is removed from the page. */
  release(): void;
}

/** Binds an element that a framework rendered, whether it is defined yet or not. */
export function bindPane(element: CardPaneElement, emit: EmitPaneEvent): BoundPane {
  const released = new AbortController();
  const known: Record<string, string | undefined> = {};
  for (const name of eventNames) {
    const handleEvent = (event: Event) => emit(name, (event as CustomEvent).detail, event);
    element.addEventListener(name, handleEvent, { signal: released.signal });
  }
  return {
    update(options) {
      const changes: Record<string, unknown> = {};
      for (const name of Object.keys(optionKinds) as (keyof CardPaneOptions)[]) {
        const text = JSON.stringify(options[name]);
        if (text !== known[name]) changes[name] = options[name];
        known[name] = text;
      }
      if (Object.keys(changes).length > 0) setOptions(element, changes);
      element.removeAttribute(defer);
      defineCardPane();
    },
    release: () => released.abort(),
  };
}

/** Sets options of an element; before it is defined, as properties that it reads later. */
function setOptions(element: CardPaneElement, changes: Readonly<Record<string, unknown>>): void {
  try {
    element.update(changes);
  } catch {
    // Each property reports its own error.
    for (const [name, value] of Object.entries(changes)) Reflect.set(element, name, value);
  }
}
