/** The shop's verdict on each notification, for QA. It records the order and the delivery, never the body. */
import type { CheckoutEvent, NotificationRefusalCode, WalletEvent } from "@cardpane/node";

/** The outcome of one request to the notification address. */
export type Verdict =
  | { readonly kind: "settled"; readonly event: CheckoutEvent["type"] | WalletEvent["type"] }
  /** The response or an earlier notification has already reported it: nothing is done twice. */
  | { readonly kind: "duplicate" }
  | { readonly kind: "refused"; readonly code: NotificationRefusalCode; readonly why: string }
  /** The shop failed; the gateway sends the notification again. */
  | { readonly kind: "failed" };

/** One request to the notification address. */
export interface JournalEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The order, or the reference of a refill or an account, that a verified request is about; otherwise `null`. */
  readonly orderId: string | null;
  /** `X-Delivery-ID`, the same for every attempt. */
  readonly deliveryId: string | null;
  readonly attempt: number | null;
  readonly verdict: Verdict;
}

export interface Journal {
  note(entry: JournalEntry): void;
  /** The entries about one shopper's references, and those without a verified reference. Newest first. */
  read(isMine: (reference: string) => boolean): readonly JournalEntry[];
}

/**
 * Creates a journal in memory.
 *
 * @param limit maximum number of entries.
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
