/** What the shop's receivers made of notifications, for QA. It records the order and the event, never a body. */
import type { NotificationRefusedError } from "@cardpane/node";

/** One event, or one refused request. */
export interface JournalEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The order, or the reference of a refill, of a verified request; otherwise `null`. */
  readonly reference: string | null;
  /** The event's type, or `refused: ` with the reason. */
  readonly what: string;
}

export type Journal = ReturnType<typeof createJournal>;

/** Creates a journal in memory, of the last 1,000 entries. */
export function createJournal(now: () => number, log: (line: string) => void) {
  let entries: readonly JournalEntry[] = [];
  const add = (reference: string | null, what: string) => {
    entries = [{ at: now(), reference, what }, ...entries].slice(0, 1_000);
  };
  return {
    /** Notes an event. */
    note: ({ reference, type }: { readonly reference: string; readonly type: string }) =>
      add(reference, type),
    /** Option of a receiver. */
    onRefused: ({ message, reference }: NotificationRefusedError) => {
      add(reference ?? null, `refused: ${message}`);
      log(`notification refused: ${message}`);
    },
    /** Option of a receiver. */
    onFailure: (error: unknown) =>
      log(`notification failed: ${error instanceof Error ? (error.stack ?? error.name) : "unknown error"}`),
    /** The entries about one shopper's references, and those without a verified reference. Newest first. */
    read: (isMine: (reference: string) => boolean) =>
      entries.filter(({ reference }) => reference === null || isMine(reference)),
  };
}
