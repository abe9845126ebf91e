/**
 * The state of a subscription as the gateway last reported it. The first payment starts it; a separate notification reports
 * each later charge. Pure functions: a repeated notification changes nothing.
 */

/** A later charge, paid or declined. */
export interface LaterCharge {
  readonly transactionId: string;
  /** The time of the charge at the gateway, ISO 8601. */
  readonly at: string;
  readonly amount: number;
  readonly currency: string;
  readonly isPaid: boolean;
  readonly code: string | null;
}

export interface Subscription {
  readonly id: string | null;
  /** `active`, `canceled`, or a value of a newer gateway. */
  readonly status: string | null;
  /** The number of paid later charges. */
  readonly cycle: number | null;
  /** The date of the next charge, ISO 8601. */
  readonly renewalDate: string | null;
  readonly cancelDate: string | null;
  /** Newest first. */
  readonly charges: readonly LaterCharge[];
}

/** The parts of a subscription that a result or a notification holds. */
export type SubscriptionNews = Omit<Subscription, "charges">;

/** The maximum number of later charges that an order shows. */
const limit = 60;

/** The subscription as the gateway has just returned it; its known later charges are kept. */
export function reported(known: Subscription | null, news: SubscriptionNews): Subscription {
  return { ...news, cycle: news.cycle ?? known?.cycle ?? null, charges: known?.charges ?? [] };
}

/**
 * The subscription after a notice from the gateway.
 *
 * @param notice its type and its time, ISO 8601. Only a cancellation changes the subscription.
 */
export function noticed(
  known: Subscription | null,
  { type, at }: { readonly type: string; readonly at: string | null },
): Subscription | null {
  if (!known || type !== "cancel") return known;
  return { ...known, status: "canceled", renewalDate: null, cancelDate: at ?? known.cancelDate };
}

/** Whether the subscription has ended, or will end on a planned date. */
export function isCanceled({ status, cancelDate }: Subscription): boolean {
  return status === "canceled" || cancelDate !== null;
}

/** The subscription after a later charge; unchanged if the charge is known. */
export function charged(
  known: Subscription | null,
  news: SubscriptionNews,
  charge: LaterCharge,
): Subscription {
  const charges = known?.charges ?? [];
  if (known && charges.some(({ transactionId }) => transactionId === charge.transactionId)) return known;
  // Notifications may arrive in any order: the one with the highest cycle has the current dates.
  const isNews = known === null || (news.cycle ?? 0) >= (known.cycle ?? 0);
  return { ...(isNews ? news : known), charges: [charge, ...charges].slice(0, limit) };
}
