/** The texts of what follows a payment: refunds, the subscription, saved cards. No key is optional. */
import type { ChangeNotice } from "../../wallet/shopper-wallet.ts";

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
  /** Shown once, after it was created. */
  readonly made: (amount: string) => string;
  readonly fullTitle: string;
  readonly partTitle: string;
  /** To the shopper: of how much. */
  readonly shopperText: (refunded: string, charged: string) => string;
  readonly operatorPage: string;
}

export interface SubscriptionTexts {
  readonly title: string;
  /** On the button that pays: what is charged today and later. */
  readonly subscribe: (first: string) => string;
  /** What is charged later, below the total. */
  readonly recurring: (later: string, days: number) => string;
  /** Before the link to the subscription's page. */
  readonly consent: (later: string, days: number) => string;
  readonly manage: string;
  readonly cancel: string;
  readonly cancelTitle: string;
  readonly cancelText: string;
  readonly paidUntil: (day: string) => string;
  readonly cancelAtEnd: string;
  readonly cancelNow: string;
  readonly keep: string;
  readonly recover: string;
  readonly recoverText: string;
  readonly changeCard: string;
  readonly changeCardText: string;
  readonly useCard: string;
  readonly unknown: string;
  readonly noCard: string;
  readonly backToOrder: string;
}

export interface CardTexts {
  readonly title: string;
  readonly text: string;
  readonly none: string;
  readonly expires: string;
  readonly enabled: string;
  readonly disabled: string;
  readonly enable: string;
  readonly disable: string;
  /** Names the button to who cannot see the card beside it. */
  readonly named: (action: string, card: string) => string;
}

export interface AfterPaymentTexts {
  readonly refunds: RefundTexts;
  readonly subscription: SubscriptionTexts;
  readonly cards: CardTexts;
  readonly notices: Readonly<Record<ChangeNotice, string>>;
}
