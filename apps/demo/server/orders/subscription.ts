/**
 * The state of a subscription as the gateway last reported it. The first payment starts it; each later charge comes in a
 * notification of its own. Pure; a repeated notification changes nothing.
 */

/** A later charge, taken or declined. */
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
  /** Later charges that went through. */
  readonly cycle: number | null;
  /** When the next charge is expected, ISO 8601. */
  readonly renewalDate: string | null;
  readonly cancelDate: string | null;
  /** Newest first. */
  readonly charges: readonly LaterCharge[];
}

/** The parts of a subscription that a result or a notification holds. */
export type SubscriptionNews = Omit<Subscription, "charges">;

/** Most later charges that an order shows. */
const limit = 60;

/** Takes over what the first payment reports. It does not overwrite a state from later charges, which may have arrived before it. */
export function begun(known: Subscription | null, news: SubscriptionNews | null): Subscription | null {
  return known ?? (news ? { ...news, charges: [] } : null);
}

/** The subscription as the gateway answered it just now; its later charges stay. */
export function reported(known: Subscription | null, news: SubscriptionNews): Subscription {
  return { ...news, cycle: news.cycle ?? known?.cycle ?? null, charges: known?.charges ?? [] };
}

/**
 * The subscription after a notice of the gateway's.
 *
 * @param notice its type, and when it was, ISO 8601. One that is no cancellation changes nothing.
 */
export function noticed(
  known: Subscription | null,
  { type, at }: { readonly type: string; readonly at: string | null },
): Subscription | null {
  if (!known || type !== "cancel") return known;
  return { ...known, status: "canceled", renewalDate: null, cancelDate: at ?? known.cancelDate };
}

/** Whether it has ended, or will without the shopper's doing anything more. */
export function isCanceled({ status, cancelDate }: Subscription): boolean {
  return status === "canceled" || cancelDate !== null;
}

/** The subscription after a later charge; the same where the charge is known. */
export function charged(
  known: Subscription | null,
  news: SubscriptionNews,
  charge: LaterCharge,
): Subscription {
  const charges = known?.charges ?? [];
  if (known && charges.some(({ transactionId }) => transactionId === charge.transactionId)) return known;
  // Notifications may arrive in any order: the dates of the one with the highest cycle hold.
  const isNews = known === null || (news.cycle ?? 0) >= (known.cycle ?? 0);
  return { ...(isNews ? news : known), charges: [charge, ...charges].slice(0, limit) };
}
