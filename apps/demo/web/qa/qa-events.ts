/** The pane's events as the panel shows and keeps them, so that those before a page change can still be read after it. */

/** One event. */
export interface SeenEvent {
  /** Time of day, UTC. */
  readonly at: string;
  readonly name: string;
  /** How many of the same name came in a row; one is shown for them, the latest. */
  readonly count: number;
  /** Path of the page that it was on. */
  readonly page: string;
  /** When that page was loaded: distinguishes two visits of it. */
  readonly loadedAt: number;
  /** JSON, or empty. */
  readonly detail: string;
}

/** Of this version of what is kept: another one is not read. */
const key = "shop-qa-events-2";

/** An event's detail as JSON. Of a token only the beginning: enough to distinguish two, too little to pay with. */
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

/** The events with a new one, the newest first: a `change` that follows another takes its place. */
export function withEvent(
  events: readonly SeenEvent[],
  event: Omit<SeenEvent, "count">,
  max: number,
): readonly SeenEvent[] {
  const [last, ...before] = events;
  const isRepeated = event.name === "change" && last?.name === event.name && last.loadedAt === event.loadedAt;
  const next = isRepeated
    ? [{ ...event, count: last.count + 1 }, ...before]
    : [{ ...event, count: 1 }, ...events];
  return next.slice(0, max);
}

/** Whether a page change lies between an event and the one before it: the list draws a line there. */
export function endsPage(event: SeenEvent, before: SeenEvent | undefined): boolean {
  return before !== undefined && before.loadedAt !== event.loadedAt;
}
