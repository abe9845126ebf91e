import type { Brand, FieldName, Snapshot, TokenizeSuccess } from "@cardpane/contract/messages";
import type { CardpaneError } from "./errors.ts";

/**
 * The events of a pane, by name, with the detail that a listener gets. The element dispatches each as a `CustomEvent` of
 * the same name; none bubbles.
 */
export interface CardPaneEvents {
  /** A frame is on its way: the first one, or another in place of one that was lost, and with it what was typed. */
  loading: null;
  /** The inputs are painted and usable. */
  ready: Snapshot;
  /** Something the page may know has changed; one event a user action. */
  change: Snapshot;
  /** The same as `change`, by a name that no framework takes for its own: Svelte 5 hears no `onchange` of an element like this. */
  panechange: Snapshot;
  /** A field got the focus. */
  fieldfocus: { readonly field: FieldName };
  /** A field lost the focus. */
  fieldblur: { readonly field: FieldName };
  /**
   * The network of the number became known, or is open again (`null`), or another was chosen of several that share the card
   * (`brands`).
   */
  brandchange: { readonly brand: Brand | null; readonly brands: readonly Brand[] };
  /**
   * The first digits of a number that is whole and right, where the option `bin` asks for them; `null` when it is so no
   * longer.
   */
  binchange: { readonly bin: string | null };
  /** The browser or a password manager filled in these fields; once for all that it filled in together. */
  autofill: { readonly fields: readonly FieldName[] };
  /** Enter was pressed in a field. On the element it can be prevented: then the form around it is not submitted. */
  enter: null;
  /** Escape was pressed in a field. */
  escape: null;
  /** The pane failed; the detail is the reason. */
  loaderror: CardpaneError;
  /** The form, or the one field that has a place of its own, needs another height. */
  resize: { readonly heightPx: number; readonly field: FieldName | null };
  /** A token was made, whoever asked for it. */
  token: TokenizeSuccess;
  /** No token was made; the detail is the reason. In a form, `preventDefault()` keeps the pane from showing it where no field caused it. */
  tokenerror: CardpaneError;
  /** The pane was taken out of the page. */
  closed: null;
}

/** Names of the events. */
export type CardPaneEventName = keyof CardPaneEvents;

/** Receives one kind of event. */
export type CardPaneListener<Name extends CardPaneEventName> = (detail: CardPaneEvents[Name]) => void;

/** An event with its detail. */
export type CardPaneEvent = {
  [Name in CardPaneEventName]: readonly [name: Name, detail: CardPaneEvents[Name]];
}[CardPaneEventName];

/** Listeners of one pane, on an `EventTarget`: a listener that throws is reported by the browser and stops nothing. */
export class Emitter {
  readonly target = new EventTarget();
  /** The handler of each listener, which takes the detail alone. */
  readonly #handlers = new WeakMap<object, (event: Event) => void>();

  on<Name extends CardPaneEventName>(
    name: Name,
    listener: CardPaneListener<Name>,
    options?: AddEventListenerOptions,
  ): () => void {
    const handler = this.#handlers.get(listener) ?? ((event) => listener((event as CustomEvent).detail));
    this.#handlers.set(listener, handler);
    this.target.addEventListener(name, handler, options);
    return () => this.target.removeEventListener(name, handler);
  }

  off<Name extends CardPaneEventName>(name: Name, listener: CardPaneListener<Name>): void {
    this.target.removeEventListener(name, this.#handlers.get(listener) ?? null);
  }
}

/** The events between two snapshots, in the order in which a person causes them. */
export function eventsBetween(before: Snapshot | null, after: Snapshot): readonly CardPaneEvent[] {
  const left = focusedField(before);
  const entered = focusedField(after);
  const events: CardPaneEvent[] = [];
  if (left !== entered) {
    if (left) events.push(["fieldblur", { field: left }]);
    if (entered) events.push(["fieldfocus", { field: entered }]);
  }
  if (networksOf(before) !== networksOf(after)) {
    events.push(["brandchange", { brand: after.brand, brands: after.brands }]);
  }
  events.push(["change", after], ["panechange", after]);
  return events;
}

/** As text, since lists have no other equality. No snapshot is the same as no known network. */
function networksOf(snapshot: Snapshot | null): string {
  return [snapshot?.brand ?? "", ...(snapshot?.brands ?? [])].join();
}

function focusedField(snapshot: Snapshot | null): FieldName | undefined {
  const fields = snapshot?.fields ?? {};
  return (Object.keys(fields) as FieldName[]).find((name) => fields[name]?.focused);
}
