/** The events of a move of the clock, answered to whoever moved it. */

/** One event, with its time by the sandbox's clock. */
export type TimelineEvent =
  | {
      readonly kind: "expired";
      readonly at: Date;
      readonly orderId: string;
      readonly transactionId: string;
      readonly code: string;
    }
  | {
      /** Something of the wallet: money that expired, a refill that nobody finished. */
      readonly kind: "booked";
      readonly at: Date;
      readonly orderId?: undefined;
      readonly accountId: string;
      readonly transactionId: string;
      readonly subtype: string;
      readonly code: string;
    }
  | {
      /** An authorization that was settled, or a bank's payment that was confirmed or failed in the end. */
      readonly kind: "settled";
      readonly at: Date;
      readonly orderId: string;
      readonly transactionId: string;
      readonly status: "success" | "confirmed" | "fail";
      readonly code: string;
    }
  | {
      /** A subscription that was canceled for this date. */
      readonly kind: "canceled";
      readonly at: Date;
      readonly orderId: string;
      /** The payment that it began with. */
      readonly transactionId: string;
      readonly subscriptionId: string;
    }
  | {
      readonly kind: "charged";
      readonly at: Date;
      readonly orderId: string;
      readonly transactionId: string;
      readonly subscriptionId: string;
      readonly status: "success" | "fail";
      readonly code: string;
    }
  | {
      readonly kind: "notified";
      readonly at: Date;
      /** Of a payment. */
      readonly orderId?: string;
      /** Of a wallet. */
      readonly accountId?: string;
      readonly transactionId: string;
      readonly deliveryId: string;
      readonly attempt: number;
      readonly outcome: "delivered" | "failed" | "exhausted";
      readonly status?: number;
      readonly error?: string;
    };
