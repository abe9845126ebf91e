/** The events of a move of the clock, returned to its caller. */

/** The kinds of events. */
export const eventKinds = ["expired", "charged", "canceled", "settled", "booked", "notified"] as const;

/** One event. */
export interface TimelineEvent {
  /**
   * `booked`: a wallet transaction, money that expired or a refill that nobody finished. `settled`: an authorization, or a bank's
   * payment that was finally confirmed or failed. `canceled`: a subscription, with its first payment.
   */
  readonly kind: (typeof eventKinds)[number];
  /** By the sandbox's clock. */
  readonly at: Date;
  readonly transactionId: string;
  /** Present for a payment. */
  readonly orderId?: string;
  /** Present for a wallet. */
  readonly accountId?: string;
  readonly subscriptionId?: string;
  readonly subtype?: string;
  readonly code?: string;
  /** Of a payment; of a notification, the receiver's HTTP status. */
  readonly status?: string | number;
  readonly deliveryId?: string;
  readonly attempt?: number;
  readonly outcome?: "delivered" | "failed" | "exhausted";
  readonly error?: string;
}

/** An event of a payment. */
export function eventOf(
  kind: TimelineEvent["kind"],
  at: Date,
  { orderId, id, code }: { readonly orderId: number; readonly id: number; readonly code?: string | null },
  more: Pick<TimelineEvent, "subscriptionId" | "status"> = {},
): TimelineEvent {
  const ids = { orderId: String(orderId), transactionId: String(id) };
  return { kind, at, ...ids, ...more, ...(code && { code }) };
}
