/** The texts after a payment: refunds, the subscription, saved cards. */
export const en = {
  refunds: {
    refunded: "Refunded",
    fullTitle: "Your payment was refunded",
    partTitle: "Your payment was partly refunded",
    shopperText: (refunded: string, charged: string) =>
      `${refunded} of ${charged} was refunded. It can take a few days to appear on your statement.`,
  },
  subscription: {
    title: "My subscription",
    /** The label of the pay button, with today's charge. */
    subscribe: (first: string) => `Subscribe · ${first} today`,
    /** The later charges, below the total. */
    recurring: (later: string, days: number) => `Then ${later} every ${days} days`,
    /** Before the link to the subscription's page. */
    consent: (later: string, days: number) =>
      `By subscribing, you allow us to charge your card ${later} every ${days} days until you cancel. You can cancel at any time under`,
    cancel: "Cancel subscription",
    cancelText: "You won’t be charged again after it ends. You can undo the cancellation.",
    paidUntil: (day: string) => `It’s paid until ${day}.`,
    cancelAtEnd: "Cancel at the end of the paid period",
    cancelNow: "Cancel now",
    recover: "Undo cancellation",
    recoverText: "Your subscription continues as before. A renewal that is overdue is charged right away.",
    changeCard: "Change card",
    changeCardText: "Future renewals are charged to this card. Nothing is charged now.",
    useCard: "Use this card",
    backToOrder: "Back to order",
  },
  cards: {
    title: "My cards",
    text: "Your cards are stored by our payment provider, not by this shop. A disabled card can’t be charged, not even for a subscription.",
    none: "No saved cards yet. Cards are saved when you pay with them.",
    expires: "Expires",
    enabled: "Enabled",
    disabled: "Disabled",
    enable: "Enable",
    disable: "Disable",
    /** Names the button for screen readers, with its card. */
    named: (action: string, card: string) => `${action}: ${card}`,
  },
  /** Shown where the current state is shown too. */
  changeUnknown:
    "We didn’t get an answer, so the change may have been made. Check the current state below before you try again.",
  notices: {
    subscription_canceled: "Your subscription was cancelled.",
    subscription_recovered: "Your subscription continues.",
    card_changed: "Future renewals will be charged to the new card.",
    card_enabled: "Card enabled.",
    card_disabled: "Card disabled.",
  },
};

export type AfterPaymentTexts = typeof en;
