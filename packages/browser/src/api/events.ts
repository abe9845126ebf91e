import type { Brand, FieldName, Snapshot, TokenizeSuccess } from "@cardpane/contract/messages";
import type { CardpaneError } from "./errors.ts";

/**
 * The events of a pane by name, with the detail that a listener receives. The element dispatches each one as a `CustomEvent` of the
 * same name, which does not bubble.
 */
export interface CardPaneEvents {
  /** A frame is loading: the first one, or a new one after a frame was lost together with its typed text. */
  loading: null;
  /** The inputs are painted and usable. */
  ready: Snapshot;
  /** The snapshot has changed; at most one event for each user action. */
  change: Snapshot;
  /** A field received the focus. */
  fieldfocus: { readonly field: FieldName };
  /** A field lost the focus. */
  fieldblur: { readonly field: FieldName };
  /**
   * The network of the number became known or unknown (`null`), or the shopper chose another network of a co-badged card, whose
   * networks are `brands`.
   */
  brandchange: { readonly brand: Brand | null; readonly brands: readonly Brand[] };
  /**
   * The first digits of a complete and valid number, with the option `bin`; `null` when the number is no longer complete and valid.
   */
  binchange: { readonly bin: string | null };
  /** The browser or a password manager filled in these fields; one event for all fields that were filled in together. */
  autofill: { readonly fields: readonly FieldName[] };
  /** Enter was pressed in a field. `preventDefault()` on the element's event keeps the form around it from being submitted. */
  enter: null;
  /** Escape was pressed in a field. */
  escape: null;
  /** The pane failed to load; the detail is the reason. A frame that is only late stays, and `ready` follows. */
  loaderror: CardpaneError;
  /** The height of the form, or of a field with its own mount point, has changed. */
  resize: { readonly heightPx: number; readonly field: FieldName | null };
  /** A token was created, by `tokenize()` or by submitting the form. */
  token: TokenizeSuccess;
  /** No token was created; the detail is the reason. In a form, `preventDefault()` keeps the pane from showing an error that no field caused. */
  tokenerror: CardpaneError;
  /** The pane was removed from the page. */
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

/** The events that report the changes between two snapshots, in the order of the user's actions. */
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
  events.push(["change", after]);
  return events;
}

/** The networks as a text, to compare them. A missing snapshot equals one without a known network. */
function networksOf(snapshot: Snapshot | null): string {
  return JSON.stringify([snapshot?.brand ?? null, snapshot?.brands ?? []]);
}

function focusedField(snapshot: Snapshot | null): FieldName | undefined {
  const fields = snapshot?.fields ?? {};
  return (Object.keys(fields) as FieldName[]).find((name) => fields[name]?.focused);
}
