import type { AfterPaymentTexts } from "./types.ts";

export const en: AfterPaymentTexts = {
  refunds: {
    title: "Refund",
    text: "The money goes back to the card or account that paid. A refund cannot be taken back.",
    amount: "Amount to refund",
    reason: "Reason",
    refund: "Refund",
    refunded: "Refunded",
    left: "Left to refund",
    partly: "refunded in part",
    sending: (amount) => `A refund of ${amount} is being sent. Look again in a moment.`,
    unknownTitle: "We do not know whether the refund was made",
    unknownText: (amount) =>
      `The gateway did not answer, so ${amount} may have been refunded. Nothing more is sent until that is known. The gateway's notification will say it: look again.`,
    dismissTitle: "The notification does not come",
    dismissText: "Look for the refund in the gateway's own list first. If it is not there, it was not made.",
    dismiss: "I have checked: it was not made",
    failed: "The gateway did not make the refund.",
    made: (amount) => `${amount} was refunded.`,
    fullTitle: "Your payment was refunded",
    partTitle: "A part of your payment was refunded",
    shopperText: (refunded, charged) =>
      `${refunded} of ${charged} was sent back to you. Banks take a few days to show it.`,
    operatorPage: "The operator's page of this order (QA)",
  },
};
