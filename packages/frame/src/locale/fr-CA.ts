import { fr } from "./fr.ts";
import { localeVariant } from "./overrides.ts";

/** French, as in Canada. */
export const frCA = localeVariant(fr, {
  placeholders: { postalCode: "K1A 0B1" },
  errors: {
    number: { required: "Entrez le numéro de carte" },
    expiry: { required: "Entrez la date" },
    cvv: { required: "Entrez le code" },
    cardholder: {
      required: "Entrez le nom",
      invalid: "Entrez le nom tel que sur la carte",
    },
    postalCode: { required: "Entrez le code" },
  },
  failures: {
    not_allowed: "Ce paiement est impossible pour le moment. Veuillez communiquer avec le commerçant.",
  },
});
