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

export interface Journal {
  note(reference: string | null, what: string): void;
  /** Option `onRefused` of a receiver. */
  readonly onRefused: (refusal: NotificationRefusedError) => void;
  /** Option `onFailure` of a receiver. */
  readonly onFailure: (error: unknown) => void;
  /** The entries about one shopper's references, and those without a verified reference. Newest first. */
  read(isMine: (reference: string) => boolean): readonly JournalEntry[];
}

/** Creates a journal in memory, of the last 1,000 entries. */
export function createJournal(now: () => number, log: (line: string) => void): Journal {
  let entries: readonly JournalEntry[] = [];
  const note = (reference: string | null, what: string) => {
    entries = [{ at: now(), reference, what }, ...entries].slice(0, 1_000);
  };
  return {
    note,
    onRefused: ({ message, reference = null }) => {
      note(reference, `refused: ${message}`);
      log(`notification refused: ${message}`);
    },
    onFailure: (error) =>
      log(`notification failed: ${error instanceof Error ? (error.stack ?? error.name) : "unknown error"}`),
    read: (isMine) => entries.filter(({ reference }) => reference === null || isMine(reference)),
  };
}
