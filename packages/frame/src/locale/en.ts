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
      check_digit: "Check your card number: a digit is wrong",
      unsupported_brand: "We don’t accept this card",
      invalid: "Check your card number",
    },
    expiry: {
      required: "Enter your expiry date",
      incomplete: "Enter month and year",
      invalid: "Check your expiry month",
      expired: "This card has expired",
      too_far: "Check your expiry year",
      refused: "Check your expiry date",
    },
    cvv: {
      required: "Enter your security code",
      incomplete: "Your security code is incomplete",
      invalid: "Check your security code",
    },
    cardholder: {
      required: "Enter the name on your card",
      invalid: "Enter the name as shown on your card",
      holds_card_number: "Don’t enter a card number here",
    },
    postalCode: {
      required: "Enter your postal code",
      invalid: "Check your postal code",
    },
  },
  failures: {
    form_invalid: "Check the highlighted fields.",
    card_refused: "Your card was declined. Check your details or use another card.",
    network: "We couldn’t connect. You haven’t been charged. Please try again.",
    offline: "You’re offline. Connect to the internet and try again.",
    aborted: "The payment was cancelled. You haven’t been charged.",
    not_allowed: "We can’t take this payment right now. Please contact the store.",
    gateway_error: "Something went wrong. You haven’t been charged. Please try again.",
    rate_limited: "Too many attempts. Please try again {time}.",
    extra_invalid: "Check your name and postal code.",
  },
  reloaded: "The card form was reloaded. Please enter your card again.",
  cvvHint: "3 digits on the back of the card",
  cvvHintAmex: "4 digits on the front of the card",
  chooseNetwork: "Choose {networks}",
  networkSelected: "{network} is selected",
  savedCard: "Saved card",
  endingIn: "{brand} ending in {lastFour}",
};
