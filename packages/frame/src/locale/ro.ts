import type { Locale } from "./types.ts";

/** Romanian. */
export const ro: Locale = {
  title: "Datele cardului",
  labels: {
    number: "Numărul cardului",
    expiry: "Data expirării",
    expiryMonth: "Luna expirării",
    expiryYear: "Anul expirării",
    cvv: "Cod de securitate",
    cardholder: "Numele de pe card",
    postalCode: "Cod poștal",
  },
  placeholders: {
    expiryMonth: "LL",
    expiryYear: "AA",
    cvv: "CVV",
    cardholder: "Nume și prenume",
    postalCode: "010011",
  },
  optional: "opțional",
  errors: {
    number: {
      required: "Introduceți numărul cardului",
      incomplete: "Numărul cardului este incomplet",
      check_digit: "Numărul cardului conține o greșeală",
      unsupported_brand: "Nu acceptăm acest card",
      invalid: "Verificați numărul cardului",
    },
    expiry: {
      required: "Introduceți data expirării",
      incomplete: "Introduceți luna și anul",
      invalid: "Verificați luna expirării",
      expired: "Cardul a expirat",
      too_far: "Verificați anul expirării",
      refused: "Verificați data expirării",
    },
    cvv: {
      required: "Introduceți codul de securitate",
      incomplete: "Cod de securitate incomplet",
      invalid: "Verificați codul de securitate",
    },
    cardholder: {
      required: "Introduceți numele de pe card",
      invalid: "Introduceți numele așa cum apare pe card",
      holds_card_number: "Nu introduceți aici numărul cardului",
    },
    postalCode: {
      required: "Introduceți codul poștal",
      invalid: "Verificați codul poștal",
    },
  },
  failures: {
    form_invalid: "Verificați câmpurile evidențiate.",
    card_refused: "Cardul a fost respins. Verificați datele sau folosiți alt card.",
    network: "Conectarea nu a reușit. Nu s-a debitat nicio sumă. Încercați din nou.",
    offline: "Sunteți offline. Conectați-vă la internet și încercați din nou.",
    aborted: "Plata a fost anulată. Nu s-a debitat nicio sumă.",
    not_allowed: "Această plată nu se poate face acum. Contactați magazinul.",
    gateway_error: "A apărut o eroare. Nu s-a debitat nicio sumă. Încercați din nou.",
    rate_limited: "Prea multe încercări. Încercați din nou {time}.",
    extra_invalid: "Verificați numele și codul poștal.",
  },
  declines: {
    general: "Cardul a fost respins. Folosiți alt card sau contactați banca.",
    wrong_number: "Numărul cardului nu este corect.",
    wrong_expiry: "Data expirării nu este corectă.",
    expired_card: "Cardul a expirat.",
    wrong_cvv: "Codul de securitate nu este corect.",
    wrong_details: "Unele date nu corespund cardului.",
    insufficient_funds: "Suma depășește soldul sau limita cardului. Folosiți alt card sau contactați banca.",
    try_again_later: "Această plată nu se poate face acum. Încercați din nou peste câteva minute.",
    authentication_failed:
      "Plata nu a fost confirmată la banca dumneavoastră. Încercați din nou sau folosiți alt card.",
  },
  reloaded: "Formularul cardului a fost reîncărcat. Introduceți din nou datele cardului.",
  cvvHint: "3 cifre pe spatele cardului",
  cvvHintAmex: "4 cifre pe fața cardului",
  chooseNetwork: "Alegeți {networks}",
  networkSelected: "Selectat: {network}",
  savedCard: "Card salvat",
  endingIn: "{brand} care se termină în {lastFour}",
};
