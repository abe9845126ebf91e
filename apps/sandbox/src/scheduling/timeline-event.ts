/** The events of a move of the clock, answered to whoever moved it. */

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
      /** Something of the wallet: money that expired, a refill that nobody finished. */
      readonly kind: "booked";
      readonly orderId?: undefined;
      readonly accountId: string;
      readonly subtype: string;
      readonly code: string;
    })
  | (OfPayment & {
      /** An authorization that was settled, or a bank's payment that was confirmed or failed in the end. */
      readonly kind: "settled";
      readonly status: "success" | "confirmed" | "fail";
      readonly code: string;
    })
  /** A subscription that was canceled for this date; the transaction is the payment that it began with. */
  | (OfPayment & { readonly kind: "canceled"; readonly subscriptionId: string })
  | (OfPayment & {
      readonly kind: "charged";
      readonly subscriptionId: string;
      readonly status: "success" | "fail";
      readonly code: string;
    })
  | (Timed & {
      readonly kind: "notified";
      /** Of a payment. */
      readonly orderId?: string;
      /** Of a wallet. */
      readonly accountId?: string;
      readonly deliveryId: string;
      readonly attempt: number;
      readonly outcome: "delivered" | "failed" | "exhausted";
      readonly status?: number;
      readonly error?: string;
    });
