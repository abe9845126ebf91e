import { en } from "./en.ts";
import { localeVariant } from "./overrides.ts";

/** English, as in the United Kingdom. */
export const enGB = localeVariant(en, {
  labels: { postalCode: "Postcode" },
  placeholders: { postalCode: "SW1A 1AA" },
  errors: {
    postalCode: {
      required: "Enter postcode",
      incomplete: "Postcode too short",
      invalid: "Check postcode",
      holds_card_number: "Not a postcode",
    },
  },
  failures: { extra_invalid: "Check your name and postcode." },
});
