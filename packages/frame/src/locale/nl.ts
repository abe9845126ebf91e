import type { Locale } from "./types.ts";

/** Dutch. */
export const nl: Locale = {
  title: "Kaartgegevens",
  labels: {
    number: "Kaartnummer",
    expiry: "Vervaldatum",
    expiryMonth: "Vervalmaand",
    expiryYear: "Vervaljaar",
    cvv: "Beveiligingscode",
    cardholder: "Naam op de kaart",
    postalCode: "Postcode",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "JJ",
    cvv: "CVV",
    cardholder: "Volledige naam",
    postalCode: "1012 AB",
  },
  optional: "optioneel",
  errors: {
    number: {
      required: "Vul het kaartnummer in",
      incomplete: "Het kaartnummer is onvolledig",
      check_digit: "Het kaartnummer bevat een typefout",
      unsupported_brand: "We accepteren deze kaart niet",
      invalid: "Controleer het kaartnummer",
    },
    expiry: {
      required: "Vul de vervaldatum in",
      incomplete: "Vul maand en jaar in",
      invalid: "Controleer de vervalmaand",
      expired: "Deze kaart is verlopen",
      too_far: "Controleer het vervaljaar",
      refused: "Controleer de vervaldatum",
    },
    cvv: {
      required: "Vul de beveiligingscode in",
      incomplete: "Beveiligingscode onvolledig",
      invalid: "Controleer de beveiligingscode",
    },
    cardholder: {
      required: "Vul de naam op de kaart in",
      invalid: "Vul de naam in zoals die op de kaart staat",
      holds_card_number: "Vul hier geen kaartnummer in",
    },
    postalCode: {
      required: "Vul de postcode in",
      invalid: "Controleer de postcode",
    },
  },
  failures: {
    form_invalid: "Controleer de gemarkeerde velden.",
    card_refused: "Uw kaart is geweigerd. Controleer de gegevens of gebruik een andere kaart.",
    network: "We konden geen verbinding maken. Er is niets afgeschreven. Probeer het opnieuw.",
    offline: "U bent offline. Maak verbinding met internet en probeer het opnieuw.",
    aborted: "De betaling is geannuleerd. Er is niets afgeschreven.",
    not_allowed: "Deze betaling is op dit moment niet mogelijk. Neem contact op met de winkel.",
    gateway_error: "Er is iets misgegaan. Er is niets afgeschreven. Probeer het opnieuw.",
    rate_limited: "Te veel pogingen. Probeer het {time} opnieuw.",
    extra_invalid: "Controleer uw naam en postcode.",
  },
  declines: {
    general: "Uw kaart is geweigerd. Gebruik een andere kaart of neem contact op met uw bank.",
    wrong_number: "Het kaartnummer is onjuist.",
    wrong_expiry: "De vervaldatum is onjuist.",
    expired_card: "Deze kaart is verlopen.",
    wrong_cvv: "De beveiligingscode is onjuist.",
    wrong_details: "Sommige gegevens komen niet overeen met de kaart.",
    insufficient_funds:
      "Het bedrag is hoger dan het saldo of de limiet van de kaart. Gebruik een andere kaart of neem contact op met uw bank.",
    try_again_later:
      "Deze betaling is op dit moment niet mogelijk. Probeer het over een paar minuten opnieuw.",
    authentication_failed:
      "De betaling is niet bevestigd bij uw bank. Probeer het opnieuw of gebruik een andere kaart.",
  },
  reloaded: "Het kaartformulier is opnieuw geladen. Vul uw kaartgegevens opnieuw in.",
  cvvHint: "3 cijfers op de achterkant van de kaart",
  cvvHintAmex: "4 cijfers op de voorkant van de kaart",
  chooseNetwork: "Kies {networks}",
  networkSelected: "{network} is gekozen",
  savedCard: "Opgeslagen kaart",
  endingIn: "{brand} eindigend op {lastFour}",
};
