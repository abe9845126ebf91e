import type { Locale } from "./types.ts";

/** Swedish. */
export const sv: Locale = {
  title: "Kortuppgifter",
  labels: {
    number: "Kortnummer",
    expiry: "Utgångsdatum",
    expiryMonth: "Utgångsmånad",
    expiryYear: "Utgångsår",
    cvv: "Säkerhetskod",
    cardholder: "Namn på kortet",
    postalCode: "Postnummer",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "ÅÅ",
    cvv: "CVV",
    cardholder: "För- och efternamn",
    postalCode: "111 20",
  },
  optional: "valfritt",
  errors: {
    number: {
      required: "Ange kortnumret",
      incomplete: "Kortnumret är ofullständigt",
      check_digit: "Det finns ett fel i kortnumret",
      unsupported_brand: "Vi accepterar inte det här kortet",
      invalid: "Kontrollera kortnumret",
    },
    expiry: {
      required: "Ange utgångsdatumet",
      incomplete: "Ange månad och år",
      invalid: "Kontrollera månaden",
      expired: "Kortet har gått ut",
      too_far: "Kontrollera året",
      refused: "Kontrollera utgångsdatumet",
    },
    cvv: {
      required: "Ange säkerhetskoden",
      incomplete: "Säkerhetskoden är för kort",
      invalid: "Kontrollera säkerhetskoden",
    },
    cardholder: {
      required: "Ange namnet på kortet",
      invalid: "Ange namnet så som det står på kortet",
      holds_card_number: "Skriv inte kortnumret här",
    },
    postalCode: {
      required: "Ange postnumret",
      invalid: "Kontrollera postnumret",
    },
  },
  failures: {
    form_invalid: "Kontrollera de markerade fälten.",
    card_refused: "Ditt kort nekades. Kontrollera uppgifterna eller använd ett annat kort.",
    network: "Det gick inte att ansluta. Inga pengar har dragits. Försök igen.",
    offline: "Du är offline. Anslut till internet och försök igen.",
    aborted: "Betalningen avbröts. Inga pengar har dragits.",
    not_allowed: "Betalningen kan inte genomföras just nu. Kontakta butiken.",
    gateway_error: "Något gick fel. Inga pengar har dragits. Försök igen.",
    rate_limited: "För många försök. Försök igen {time}.",
    extra_invalid: "Kontrollera namn och postnummer.",
  },
  declines: {
    general: "Ditt kort nekades. Använd ett annat kort eller kontakta din bank.",
    wrong_number: "Kortnumret är fel.",
    wrong_expiry: "Utgångsdatumet är fel.",
    expired_card: "Kortet har gått ut.",
    wrong_cvv: "Säkerhetskoden är fel.",
    wrong_details: "Vissa uppgifter stämmer inte med kortet.",
    insufficient_funds:
      "Beloppet överstiger kortets saldo eller gräns. Använd ett annat kort eller kontakta din bank.",
    try_again_later: "Betalningen kan inte genomföras just nu. Försök igen om några minuter.",
    authentication_failed:
      "Betalningen bekräftades inte hos din bank. Försök igen eller använd ett annat kort.",
  },
  reloaded: "Kortformuläret laddades om. Ange kortuppgifterna igen.",
  cvvHint: "3 siffror på kortets baksida",
  cvvHintAmex: "4 siffror på kortets framsida",
  chooseNetwork: "Välj {networks}",
  networkSelected: "{network} är valt",
  savedCard: "Sparat kort",
  endingIn: "{brand} som slutar på {lastFour}",
};
