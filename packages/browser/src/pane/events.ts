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
  /** The pane failed; the detail says why. */
  loaderror: CardpaneError;
  /** The form, or the one field that has a place of its own, needs another height. */
  resize: { readonly heightPx: number; readonly field: FieldName | null };
  /** A token was made, whoever asked for it. */
  token: TokenizeSuccess;
  /** No token was made; the detail says why. */
  tokenerror: CardpaneError;
  /** The pane was taken out of the page. */
  closed: null;
}

/** Names of the events. */
export type CardPaneEventName = keyof CardPaneEvents;

/** Hears one kind of event. */
export type CardPaneListener<Name extends CardPaneEventName> = (detail: CardPaneEvents[Name]) => void;

/** An event with its detail. */
export type CardPaneEvent = {
  [Name in CardPaneEventName]: readonly [name: Name, detail: CardPaneEvents[Name]];
}[CardPaneEventName];

/**
 * Says events to listeners, through an `EventTarget`: a listener that throws is reported by the browser and stops nothing.
 */
export function createEmitter() {
  const target = new EventTarget();
  /** What is heard in place of a listener, which takes the detail alone. */
  const heard = new WeakMap<object, (event: Event) => void>();

  function on<Name extends CardPaneEventName>(
    name: Name,
    listener: CardPaneListener<Name>,
    options?: AddEventListenerOptions,
  ): () => void {
    const hear = heard.get(listener) ?? ((event) => listener((event as CustomEvent).detail));
    heard.set(listener, hear);
    target.addEventListener(name, hear, options);
    return () => target.removeEventListener(name, hear);
  }
  return {
    target,
    on,
    off<Name extends CardPaneEventName>(name: Name, listener: CardPaneListener<Name>): void {
      target.removeEventListener(name, heard.get(listener) ?? null);
    },
  };
}

/** What happened between two snapshots, in the order that a person did it. */
export function eventsBetween(before: Snapshot | null, after: Snapshot): readonly CardPaneEvent[] {
  const left = focusedField(before);
  const entered = focusedField(after);
  const events: CardPaneEvent[] = [];
  if (left !== entered) {
    if (left) events.push(["fieldblur", { field: left }]);
    if (entered) events.push(["fieldfocus", { field: entered }]);
  }
  const { brand, brands } = after;
  // As text: lists have no other equality, and nothing known is the same as no snapshot.
  if (String([before?.brand, before?.brands]) !== String([brand, brands]))
    events.push(["brandchange", { brand, brands }]);
  events.push(["change", after]);
  return events;
}

function focusedField(snapshot: Snapshot | null): FieldName | undefined {
  const fields = snapshot?.fields ?? {};
  return (Object.keys(fields) as FieldName[]).find((name) => fields[name]?.focused);
}
