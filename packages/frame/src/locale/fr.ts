import type { Locale } from "./types.ts";

/** French. */
export const fr: Locale = {
  title: "Informations de la carte",
  labels: {
    number: "Numéro de carte",
    expiry: "Date d’expiration",
    expiryMonth: "Mois d’expiration",
    expiryYear: "Année d’expiration",
    cvv: "Code de sécurité",
    cardholder: "Nom sur la carte",
    postalCode: "Code postal",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "AA",
    cvv: "CVV",
    cardholder: "Prénom et nom",
    postalCode: "75001",
  },
  optional: "facultatif",
  errors: {
    number: {
      required: "Saisissez le numéro de carte",
      incomplete: "Le numéro de carte est incomplet",
      check_digit: "Le numéro de carte est erroné",
      unsupported_brand: "Nous n’acceptons pas cette carte",
      invalid: "Vérifiez le numéro de carte",
    },
    expiry: {
      required: "Saisissez la date d’expiration",
      incomplete: "Saisissez le mois et l’année",
      invalid: "Vérifiez le mois d’expiration",
      expired: "Cette carte a expiré",
      too_far: "Vérifiez l’année d’expiration",
      refused: "Vérifiez la date d’expiration",
    },
    cvv: {
      required: "Saisissez le code de sécurité",
      incomplete: "Le code de sécurité est incomplet",
      invalid: "Vérifiez le code de sécurité",
    },
    cardholder: {
      required: "Saisissez le nom sur la carte",
      invalid: "Saisissez le nom tel qu’il figure sur la carte",
      holds_card_number: "Ne saisissez pas de numéro de carte ici",
    },
    postalCode: {
      required: "Saisissez le code postal",
      invalid: "Vérifiez le code postal",
    },
  },
  failures: {
    form_invalid: "Vérifiez les champs signalés.",
    card_refused: "Votre carte a été refusée. Vérifiez vos informations ou utilisez une autre carte.",
    network: "La connexion a échoué. Aucun montant n’a été débité. Veuillez réessayer.",
    offline: "Vous êtes hors ligne. Connectez-vous à Internet, puis réessayez.",
    aborted: "Le paiement a été annulé. Aucun montant n’a été débité.",
    not_allowed: "Ce paiement est impossible pour le moment. Veuillez contacter la boutique.",
    gateway_error: "Une erreur s’est produite. Aucun montant n’a été débité. Veuillez réessayer.",
    rate_limited: "Trop de tentatives. Veuillez réessayer {time}.",
    extra_invalid: "Vérifiez le nom et le code postal.",
  },
  declines: {
    general: "Votre carte a été refusée. Utilisez une autre carte ou contactez votre banque.",
    wrong_number: "Le numéro de carte est incorrect.",
    wrong_expiry: "La date d’expiration est incorrecte.",
    expired_card: "Cette carte a expiré.",
    wrong_cvv: "Le code de sécurité est incorrect.",
    wrong_details: "Certaines informations ne correspondent pas à la carte.",
    insufficient_funds:
      "Le montant dépasse le solde ou le plafond de la carte. Utilisez une autre carte ou contactez votre banque.",
    try_again_later: "Ce paiement est impossible pour le moment. Réessayez dans quelques minutes.",
    authentication_failed:
      "Le paiement n’a pas été confirmé auprès de votre banque. Réessayez ou utilisez une autre carte.",
  },
  reloaded: "Le formulaire de carte a été rechargé. Veuillez ressaisir les informations de la carte.",
  cvvHint: "3 chiffres au dos de la carte",
  cvvHintAmex: "4 chiffres au recto de la carte",
  chooseNetwork: "Choisissez {networks}",
  networkSelected: "{network} est sélectionné",
  savedCard: "Carte enregistrée",
  endingIn: "{brand} se terminant par {lastFour}",
};
