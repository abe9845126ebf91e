import { en } from "./en.ts";
import { localeVariant } from "./overrides.ts";

/** English, as in the United Kingdom. */
export const enGB = localeVariant(en, {
  labels: { postalCode: "Postcode" },
  placeholders: { postalCode: "SW1A 1AA" },
  errors: {
    postalCode: {
      required: "Enter your postcode",
      invalid: "Check your postcode",
    },
  },
  failures: {
    not_allowed: "We can’t take this payment right now. Please contact the shop.",
    extra_invalid: "Check your name and postcode.",
  },
});
