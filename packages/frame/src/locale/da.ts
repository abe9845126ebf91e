import type { Locale } from "./types.ts";

/** Danish. */
export const da: Locale = {
  title: "Kortoplysninger",
  labels: {
    number: "Kortnummer",
    expiry: "Udløbsdato",
    expiryMonth: "Udløbsmåned",
    expiryYear: "Udløbsår",
    cvv: "Sikkerhedskode",
    cardholder: "Navn på kortet",
    postalCode: "Postnummer",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "ÅÅ",
    cvv: "CVV",
    cardholder: "Fulde navn",
    postalCode: "1050",
  },
  optional: "valgfrit",
  errors: {
    number: {
      required: "Indtast kortnummeret",
      incomplete: "Kortnummeret er ufuldstændigt",
      check_digit: "Der er en tastefejl i kortnummeret",
      unsupported_brand: "Vi accepterer ikke dette kort",
      invalid: "Tjek kortnummeret",
    },
    expiry: {
      required: "Indtast udløbsdatoen",
      incomplete: "Indtast måned og år",
      invalid: "Tjek udløbsmåneden",
      expired: "Kortet er udløbet",
      too_far: "Tjek udløbsåret",
      refused: "Tjek udløbsdatoen",
    },
    cvv: {
      required: "Indtast sikkerhedskoden",
      incomplete: "Sikkerhedskoden er for kort",
      invalid: "Tjek sikkerhedskoden",
    },
    cardholder: {
      required: "Indtast navnet på kortet",
      invalid: "Indtast navnet, som det står på kortet",
      holds_card_number: "Indtast ikke et kortnummer her",
    },
    postalCode: {
      required: "Indtast postnummeret",
      invalid: "Tjek postnummeret",
    },
  },
  failures: {
    form_invalid: "Tjek de markerede felter.",
    card_refused: "Dit kort blev afvist. Tjek oplysningerne, eller brug et andet kort.",
    network: "Der kunne ikke oprettes forbindelse. Der er ikke trukket penge. Prøv igen.",
    offline: "Du er offline. Opret forbindelse til internettet, og prøv igen.",
    aborted: "Betalingen blev annulleret. Der er ikke trukket penge.",
    not_allowed: "Betalingen kan ikke gennemføres lige nu. Kontakt butikken.",
    gateway_error: "Noget gik galt. Der er ikke trukket penge. Prøv igen.",
    rate_limited: "For mange forsøg. Prøv igen {time}.",
    extra_invalid: "Tjek navn og postnummer.",
  },
  declines: {
    general: "Dit kort blev afvist. Brug et andet kort, eller kontakt din bank.",
    wrong_number: "Kortnummeret er forkert.",
    wrong_expiry: "Udløbsdatoen er forkert.",
    expired_card: "Kortet er udløbet.",
    wrong_cvv: "Sikkerhedskoden er forkert.",
    wrong_details: "Nogle oplysninger passer ikke til kortet.",
    insufficient_funds:
      "Beløbet er over kortets saldo eller grænse. Brug et andet kort, eller kontakt din bank.",
    try_again_later: "Betalingen kan ikke gennemføres lige nu. Prøv igen om nogle minutter.",
    authentication_failed:
      "Betalingen blev ikke bekræftet hos din bank. Prøv igen, eller brug et andet kort.",
  },
  reloaded: "Kortformularen blev genindlæst. Indtast kortoplysningerne igen.",
  cvvHint: "3 cifre på bagsiden af kortet",
  cvvHintAmex: "4 cifre på forsiden af kortet",
  chooseNetwork: "Vælg {networks}",
  networkSelected: "{network} er valgt",
  savedCard: "Gemt kort",
  endingIn: "{brand}, der ender på {lastFour}",
};
