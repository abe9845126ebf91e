import { en } from "./en.ts";
import { localeVariant } from "./overrides.ts";

/** English, as in the United States. */
export const enUS = localeVariant(en, {
  labels: {
    expiry: "Expiration date",
    expiryMonth: "Expiration month",
    expiryYear: "Expiration year",
    postalCode: "ZIP code",
  },
  errors: {
    expiry: {
      required: "Enter the expiration date",
      invalid: "Check the expiration month",
      too_far: "Check the expiration year",
      refused: "Check the expiration date",
    },
    postalCode: {
      required: "Enter your ZIP code",
      invalid: "Check your ZIP code",
    },
  },
  failures: {
    aborted: "The payment was canceled. You haven’t been charged.",
    extra_invalid: "Check your name and ZIP code.",
  },
  declines: {
    wrong_expiry: "The expiration date is incorrect.",
  },
});
