import type { Locale } from "./types.ts";

/** Norwegian, Bokmål. */
export const no: Locale = {
  title: "Kortopplysninger",
  labels: {
    number: "Kortnummer",
    expiry: "Utløpsdato",
    expiryMonth: "Utløpsmåned",
    expiryYear: "Utløpsår",
    cvv: "Sikkerhetskode",
    cardholder: "Navn på kortet",
    postalCode: "Postnummer",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "ÅÅ",
    cvv: "CVV",
    cardholder: "Fullt navn",
    postalCode: "0150",
  },
  optional: "valgfritt",
  errors: {
    number: {
      required: "Skriv inn kortnummeret",
      incomplete: "Kortnummeret er ufullstendig",
      check_digit: "Det er en skrivefeil i kortnummeret",
      unsupported_brand: "Vi godtar ikke dette kortet",
      invalid: "Sjekk kortnummeret",
    },
    expiry: {
      required: "Skriv inn utløpsdatoen",
      incomplete: "Skriv inn måned og år",
      invalid: "Sjekk utløpsmåneden",
      expired: "Kortet er utløpt",
      too_far: "Sjekk utløpsåret",
      refused: "Sjekk utløpsdatoen",
    },
    cvv: {
      required: "Skriv inn sikkerhetskoden",
      incomplete: "Sikkerhetskoden er for kort",
      invalid: "Sjekk sikkerhetskoden",
    },
    cardholder: {
      required: "Skriv inn navnet på kortet",
      invalid: "Skriv navnet slik det står på kortet",
      holds_card_number: "Ikke skriv inn et kortnummer her",
    },
    postalCode: {
      required: "Skriv inn postnummeret",
      invalid: "Sjekk postnummeret",
    },
  },
  failures: {
    form_invalid: "Sjekk de markerte feltene.",
    card_refused: "Kortet ble avvist. Sjekk opplysningene, eller bruk et annet kort.",
    network: "Kunne ikke koble til. Du er ikke belastet. Prøv igjen.",
    offline: "Du er frakoblet. Koble til Internett og prøv igjen.",
    aborted: "Betalingen ble kansellert. Du er ikke belastet.",
    not_allowed: "Denne betalingen kan ikke gjennomføres nå. Kontakt butikken.",
    gateway_error: "Noe gikk galt. Du er ikke belastet. Prøv igjen.",
    rate_limited: "For mange forsøk. Prøv igjen {time}.",
    extra_invalid: "Sjekk navn og postnummer.",
  },
  declines: {
    general: "Kortet ble avvist. Bruk et annet kort, eller kontakt banken din.",
    wrong_number: "Kortnummeret er feil.",
    wrong_expiry: "Utløpsdatoen er feil.",
    expired_card: "Kortet er utløpt.",
    wrong_cvv: "Sikkerhetskoden er feil.",
    wrong_details: "Noen opplysninger stemmer ikke med kortet.",
    insufficient_funds:
      "Beløpet er over kortets saldo eller grense. Bruk et annet kort, eller kontakt banken din.",
    try_again_later: "Denne betalingen kan ikke gjennomføres nå. Prøv igjen om noen minutter.",
    authentication_failed:
      "Betalingen ble ikke bekreftet i banken din. Prøv igjen, eller bruk et annet kort.",
  },
  reloaded: "Kortskjemaet ble lastet inn på nytt. Skriv inn kortopplysningene på nytt.",
  cvvHint: "3 sifre på baksiden av kortet",
  cvvHintAmex: "4 sifre på forsiden av kortet",
  chooseNetwork: "Velg {networks}",
  networkSelected: "{network} er valgt",
  savedCard: "Lagret kort",
  endingIn: "{brand} som slutter på {lastFour}",
};
