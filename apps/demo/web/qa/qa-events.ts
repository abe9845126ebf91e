/** The pane's events as a list: in the QA panel, and in the gallery. */
import { eventNames } from "@cardpane/browser/adapter";
import { make } from "../make.ts";

/** An event: its name, its detail as JSON or an empty text, and its time of day. */
export type SeenEvent = readonly [name: string, detail: string, at: string];

/** Calls `note` for each event of a pane. */
export function watchEvents(pane: Element, note: (event: SeenEvent) => void): void {
  for (const name of eventNames) {
    pane.addEventListener(name, (event: Event) =>
      note(seenNow(name, event instanceof CustomEvent ? event.detail : null)),
    );
  }
}

/** An event of this moment. */
export function seenNow(name: string, detail: unknown = null): SeenEvent {
  return [name, describe(detail), `${new Date().toISOString().slice(11, 23)} UTC`];
}

/** A token is cut to its beginning: enough to distinguish two, too little to pay with. */
function describe(detail: unknown): string {
  if (detail === null || detail === undefined) return "";
  // An Error's `message` is not enumerable and would be lost.
  const plain = detail instanceof Error ? { ...detail, message: detail.message } : detail;
  return JSON.stringify(
    plain,
    (name, value: unknown) =>
      name === "token" && typeof value === "string" ? `${value.slice(0, 8)}…` : value,
    1,
  );
}

/** An entry of a list: the event's time, its name, and its detail if it has one, folded. */
export function eventItem([name, detail, at]: SeenEvent): HTMLElement {
  const entry = make("li");
  const heading = [make("small", `${at} `), make("b", name)];
  if (detail === "") {
    entry.append(...heading);
    return entry;
  }
  const fold = make("details");
  const summary = make("summary");
  summary.append(...heading);
  fold.append(summary, make("pre", detail));
  entry.append(fold);
  return entry;
}
