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
      required: "Enter your expiration date",
      invalid: "Check your expiration month",
      too_far: "Check your expiration year",
      refused: "Check your expiration date",
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
