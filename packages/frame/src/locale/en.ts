import type { Locale } from "./types.ts";

/** English. */
export const en: Locale = {
  title: "Card details",
  labels: {
    number: "Card number",
    expiry: "Expiry date",
    expiryMonth: "Expiry month",
    expiryYear: "Expiry year",
    cvv: "Security code",
    cardholder: "Name on card",
    postalCode: "Postal code",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "YY",
    cvv: "CVV",
    cardholder: "Full name",
    postalCode: "12345",
  },
  optional: "optional",
  errors: {
    number: {
      required: "Enter your card number",
      incomplete: "Your card number is incomplete",
      check_digit: "Check your card number. It looks mistyped",
      unsupported_brand: "We don’t accept this card",
      invalid: "Check your card number",
    },
    expiry: {
      required: "Enter the expiry date",
      incomplete: "Enter month and year",
      invalid: "Check the expiry month",
      expired: "This card has expired",
      too_far: "Check the expiry year",
      refused: "Check the expiry date",
    },
    cvv: {
      required: "Enter the security code",
      incomplete: "The security code is incomplete",
      invalid: "Check the security code",
    },
    cardholder: {
      required: "Enter the name on your card",
      invalid: "Enter the name as shown on your card",
      holds_card_number: "This looks like a card number",
    },
    postalCode: {
      required: "Enter your postal code",
      invalid: "Check your postal code",
    },
  },
  failures: {
    form_invalid: "Check the highlighted fields.",
    card_refused: "Your card was declined. You haven’t been charged. Check your details or use another card.",
    network: "We couldn’t connect. You haven’t been charged. Try again.",
    offline: "You’re offline. You haven’t been charged. Connect to the internet and try again.",
    aborted: "The payment was cancelled. You haven’t been charged.",
    not_allowed: "We can’t take this payment right now. Please contact the store.",
    gateway_error: "Something went wrong. You haven’t been charged. Try again.",
    rate_limited: "Too many attempts. You haven’t been charged. Try again {time}.",
    extra_invalid: "Check your name and postal code.",
  },
  declines: {
    general: "Your card was declined. Use another card or contact your bank.",
    wrong_number: "The card number is incorrect.",
    wrong_expiry: "The expiry date is incorrect.",
    expired_card: "This card has expired.",
    wrong_cvv: "The security code is incorrect.",
    wrong_details: "Some details don’t match the card.",
    insufficient_funds:
      "This payment is over the card’s balance or limit. Use another card or contact your bank.",
    try_again_later: "The payment couldn’t be completed right now. Try again in a few minutes.",
    authentication_failed: "The payment wasn’t confirmed with your bank. Try again or use another card.",
  },
  reloaded: "The card form was reloaded. Enter your card details again.",
  cvvHint: "3 digits on the back of the card",
  cvvHintAmex: "4 digits on the front of the card",
  chooseNetwork: "Choose {networks}",
  networkSelected: "{network} is selected",
  savedCard: "Saved card",
  endingIn: "{brand} ending in {lastFour}",
};
