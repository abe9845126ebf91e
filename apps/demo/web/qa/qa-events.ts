/** The pane's events in the QA panel, stored so that they can still be read on the next page. */

import { make } from "../make.ts";

export interface SeenEvent {
  /** Time of day, UTC. */
  readonly at: string;
  readonly name: string;
  /** The number of consecutive events of this name; the panel shows only the latest. */
  readonly count: number;
  /** JSON, or empty. */
  readonly detail: string;
}

/** The storage key contains the format's version: other versions are not read. */
const key = "shop-qa-events-3";

/** An event's detail as JSON. A token is cut to its beginning: enough to distinguish two, too little to pay with. */
export function describeDetail(detail: unknown): string {
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

/** An event of a list, now by default: its time, its name, and its detail if it has one, folded. */
export function eventItem(
  name: string,
  detail: string,
  at = `${new Date().toISOString().slice(11, 23)} UTC`,
) {
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

/** The events of this tab, newest first. */
export function readEvents(): readonly SeenEvent[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]") as readonly SeenEvent[];
  } catch {
    return [];
  }
}

export function storeEvents(events: readonly SeenEvent[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(events));
  } catch {
    // Storage is full or disabled: the list then ends with the page.
  }
}

/** Adds an event at the top: a `change` that follows another `change` replaces it. */
export function withEvent(
  events: readonly SeenEvent[],
  event: Omit<SeenEvent, "count">,
  max: number,
): readonly SeenEvent[] {
  const [last, ...before] = events;
  const isRepeated = event.name === "change" && last?.name === event.name;
  const next = isRepeated
    ? [{ ...event, count: last.count + 1 }, ...before]
    : [{ ...event, count: 1 }, ...events];
  return next.slice(0, max);
}
