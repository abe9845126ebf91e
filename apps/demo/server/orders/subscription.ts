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
  /** The end of the paid time: the last renewal's date that the gateway named. It names none after a cancellation. */
  readonly paidUntil?: string;
  /** Newest first. */
  readonly charges: readonly LaterCharge[];
}

/** The maximum number of later charges that an order shows. */
const limit = 60;

/**
 * The subscription as the gateway has just returned it; its known later charges are kept, and their number and the end of the
 * paid time if it names none.
 */
export function reported(known: Subscription, news: ResultSubscription): Subscription {
  const { cycle, charges } = known;
  const paidUntil = news.renewalDate ?? paidUntilOf(known);
  return {
    ...(cycle !== undefined && { cycle }),
    ...news,
    ...(paidUntil !== undefined && { paidUntil }),
    charges,
  };
}

function paidUntilOf({ renewalDate, paidUntil }: Subscription): string | undefined {
  return renewalDate ?? paidUntil;
}

/** The subscription after a notice of its cancellation. */
export function canceled(known: Subscription | null, eventTime: string | undefined): Subscription | null {
  return known && { ...known, status: "canceled", ...(eventTime !== undefined && { cancelDate: eventTime }) };
}

/** Whether the subscription has ended, or will end on a planned date. */
export function isCanceled({ status, cancelDate }: Subscription): boolean {
  return status === "canceled" || cancelDate !== undefined;
}

/**
 * Whether a canceled subscription is over: its paid time has passed too, so that the gateway would charge at once if the
 * cancellation were withdrawn. One that was canceled "now" is not over before.
 */
export function isOver(subscription: Subscription, now: number): boolean {
  if (!isCanceled(subscription)) return false;
  const { status, cancelDate } = subscription;
  const ended = timeOf(cancelDate);
  const paid = timeOf(paidUntilOf(subscription));
  // The gateway's clock decides, where it tells: that of a sandbox may be ahead.
  return (status === "canceled" && ended >= paid) || now >= Math.max(ended, paid);
}

/** Milliseconds since 1970 of a date of the gateway; before all others if there is none. */
function timeOf(date: string | undefined): number {
  return date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(isoOf(date));
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
  return { ...(isNews ? news : known), charges: [charge, ...charges].slice(0, limit) };
}
