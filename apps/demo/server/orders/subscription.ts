/**
 * The state of a subscription as the gateway last reported it. The first payment starts it; a separate notification reports
 * each later charge. Pure functions: a repeated notification changes nothing.
 */
import type { ResultSubscription } from "@cardpane/node";

/** A later charge, paid or declined. */
export interface LaterCharge {
  readonly transactionId: string;
  /** The time of the charge at the gateway. */
  readonly at: string;
  readonly amount: number;
  readonly currency: string;
  readonly isPaid: boolean;
  readonly code: string | null;
}

export interface Subscription extends ResultSubscription {
  /** Newest first. */
  readonly charges: readonly LaterCharge[];
}

/** The subscription as the gateway has just returned it; its known later charges are kept, and their number if it names none. */
export function reported({ cycle, charges }: Subscription, news: ResultSubscription): Subscription {
  return { ...(cycle !== undefined && { cycle }), ...news, charges };
}

/** The subscription after a notice of its cancellation. */
export function canceled(known: Subscription | null, eventTime: string | undefined): Subscription | null {
  return known && { ...known, status: "canceled", ...(eventTime !== undefined && { cancelDate: eventTime }) };
}

/** Whether the subscription has ended, or will end on a planned date. */
export function isCanceled({ status, cancelDate }: Subscription): boolean {
  return status === "canceled" || cancelDate !== undefined;
}

/** A date as ISO 8601: subscription operations and their notices write `2031-12-24 18:00:00`, in UTC. */
export function isoOf(given: string): string {
  return given.replace(/^(\S+) (\S+)$/, "$1T$2Z");
}

/** The subscription after a later charge; unchanged if the charge is known. */
export function charged(
  known: Subscription | null,
  news: ResultSubscription,
  charge: LaterCharge,
): Subscription {
  const charges = known?.charges ?? [];
  if (known && charges.some(({ transactionId }) => transactionId === charge.transactionId)) return known;
  // Notifications may arrive in any order: the one with the highest cycle has the current dates.
  const isNews = known === null || (news.cycle ?? 0) >= (known.cycle ?? 0);
  return { ...(isNews ? news : known), charges: [charge, ...charges].slice(0, 60) };
}
