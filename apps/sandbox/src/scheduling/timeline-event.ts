/** The events of a move of the clock, returned to its caller. */

interface Timed {
  /** By the sandbox's clock. */
  readonly at: Date;
  readonly transactionId: string;
}

interface OfPayment extends Timed {
  readonly orderId: string;
}

/** One event. */
export type TimelineEvent =
  | (OfPayment & { readonly kind: "expired"; readonly code: string })
  | (Timed & {
      /** A wallet transaction: money that expired, or a refill that nobody finished. */
      readonly kind: "booked";
      readonly orderId?: undefined;
      readonly accountId: string;
      readonly subtype: string;
      readonly code: string;
    })
  | (OfPayment & {
      /** An authorization that was settled, or a bank's payment that was finally confirmed or failed. */
      readonly kind: "settled";
      readonly status: "success" | "confirmed" | "fail";
      readonly code: string;
    })
  /** A subscription that was canceled for this date; the transaction is the subscription's first payment. */
  | (OfPayment & { readonly kind: "canceled"; readonly subscriptionId: string })
  | (OfPayment & {
      readonly kind: "charged";
      readonly subscriptionId: string;
      readonly status: "success" | "fail";
      readonly code: string;
    })
  | (Timed & {
      readonly kind: "notified";
      /** Present for a payment. */
      readonly orderId?: string;
      /** Present for a wallet. */
      readonly accountId?: string;
      readonly deliveryId: string;
      readonly attempt: number;
      readonly outcome: "delivered" | "failed" | "exhausted";
      readonly status?: number;
      readonly error?: string;
    });
