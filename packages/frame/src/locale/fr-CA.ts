import { fr } from "./fr.ts";
import { localeVariant } from "./overrides.ts";

/** French, as in Canada. */
export const frCA = localeVariant(fr, {
  placeholders: { postalCode: "K1A 0B1" },
  errors: {
    number: { required: "Entrez le numéro de carte" },
    expiry: {
      required: "Entrez la date d’expiration",
      incomplete: "Entrez le mois et l’année",
    },
    cvv: { required: "Entrez le code de sécurité" },
    cardholder: {
      required: "Entrez le nom sur la carte",
      invalid: "Entrez le nom tel qu’il figure sur la carte",
      holds_card_number: "N’entrez pas de numéro de carte ici",
    },
    postalCode: {
      required: "Entrez le code postal",
    },
  },
  failures: {
    not_allowed: "Ce paiement est impossible pour le moment. Veuillez communiquer avec le commerçant.",
  },
  declines: {
    general: "Votre carte a été refusée. Utilisez une autre carte ou communiquez avec votre banque.",
    wrong_cvv: "Le code de sécurité est incorrect.",
    insufficient_funds:
      "Le montant dépasse le solde ou la limite de la carte. Utilisez une autre carte ou communiquez avec votre banque.",
  },
});
