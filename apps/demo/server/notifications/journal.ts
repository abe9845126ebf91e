/** The shop's verdict on each notification, for QA. It holds order and delivery, never the body. */
import type { NotificationRefusalCode, OrderEvent, WalletEvent } from "@cardpane/node";

/** What became of one request to the notification address. */
export type Verdict =
  | { readonly kind: "settled"; readonly event: OrderEvent["type"] | WalletEvent["type"] }
  /** Known already, by the answer or an earlier notification: nothing was done twice. */
  | { readonly kind: "duplicate" }
  | { readonly kind: "refused"; readonly code: NotificationRefusalCode; readonly why: string }
  /** The shop broke; the gateway sends it again. */
  | { readonly kind: "failed" };

/** One request to the notification address. */
export interface JournalEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The order, or the refill or account of a wallet, that it is about, where it proved to be about one. */
  readonly orderId: string | null;
  /** `X-Delivery-ID`, the same for every attempt. */
  readonly deliveryId: string | null;
  readonly attempt: number | null;
  readonly verdict: Verdict;
}

export interface Journal {
  note(entry: JournalEntry): void;
  /** Entries about what is somebody's, and those that named none that can be believed. Newest first. */
  read(isMine: (reference: string) => boolean): readonly JournalEntry[];
}

/**
 * Makes a journal in memory.
 *
 * @param limit most entries kept.
 */
export function createJournal(limit = 1_000): Journal {
  let entries: readonly JournalEntry[] = [];
  return {
    note: (entry) => {
      entries = [entry, ...entries].slice(0, limit);
    },
    read: (isMine) => entries.filter(({ orderId }) => orderId === null || isMine(orderId)),
  };
}
