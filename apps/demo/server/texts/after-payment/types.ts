/** The words of what follows a payment: refunds, the subscription, saved cards. No key is optional. */

export interface RefundTexts {
  readonly title: string;
  /** Above the operator's form. */
  readonly text: string;
  readonly amount: string;
  readonly reason: string;
  readonly refund: string;
  readonly refunded: string;
  readonly left: string;
  readonly partly: string;
  readonly sending: (amount: string) => string;
  readonly unknownTitle: string;
  readonly unknownText: (amount: string) => string;
  readonly dismissTitle: string;
  readonly dismissText: string;
  readonly dismiss: string;
  readonly failed: string;
  /** Said once, after it was made. */
  readonly made: (amount: string) => string;
  readonly fullTitle: string;
  readonly partTitle: string;
  /** To the shopper: of how much. */
  readonly shopperText: (refunded: string, charged: string) => string;
  readonly operatorPage: string;
}

export interface AfterPaymentTexts {
  readonly refunds: RefundTexts;
}
