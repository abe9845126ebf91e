/** The pane's events as the panel shows and keeps them, so that those before a page change can still be read after it. */

/** One event. */
export interface SeenEvent {
  /** Time of day, UTC. */
  readonly at: string;
  readonly name: string;
  /** JSON, or empty. */
  readonly detail: string;
}

const key = "shop-qa-events";

/** An event's detail as JSON. Of a token only the beginning: enough to tell two apart, too little to pay with. */
export function describeDetail(detail: unknown): string {
  if (detail === null || detail === undefined) return "";
  // An Error's own fields stand on its prototype chain and would be lost.
  const plain = detail instanceof Error ? { ...detail, message: detail.message } : detail;
  return JSON.stringify(
    plain,
    (name, value: unknown) =>
      name === "token" && typeof value === "string" ? `${value.slice(0, 8)}…` : value,
    1,
  );
}

/** Events of this tab, newest first. */
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
    // Storage is full or switched off: the list then ends with the page.
  }
}
