import type { Locale } from "./types.ts";

/** Lithuanian. */
export const lt: Locale = {
  title: "Kortelės duomenys",
  labels: {
    number: "Kortelės numeris",
    expiry: "Galioja iki",
    expiryMonth: "Galiojimo mėnuo",
    expiryYear: "Galiojimo metai",
    cvv: "Saugos kodas",
    cardholder: "Vardas ant kortelės",
    postalCode: "Pašto kodas",
  },
  placeholders: {
    expiryMonth: "mėn.",
    expiryYear: "m.",
    cvv: "CVV",
    cardholder: "Vardas ir pavardė",
    postalCode: "01100",
  },
  optional: "neprivaloma",
  errors: {
    number: {
      required: "Įveskite kortelės numerį",
      incomplete: "Įveskite visą kortelės numerį",
      check_digit: "Kortelės numeryje yra klaida",
      unsupported_brand: "Šios kortelės nepriimame",
      invalid: "Patikrinkite kortelės numerį",
    },
    expiry: {
      required: "Įveskite galiojimo datą",
      incomplete: "Įveskite mėnesį ir metus",
      invalid: "Patikrinkite mėnesį",
      expired: "Kortelė nebegalioja",
      too_far: "Patikrinkite metus",
      refused: "Patikrinkite galiojimo datą",
    },
    cvv: {
      required: "Įveskite saugos kodą",
      incomplete: "Saugos kodas per trumpas",
      invalid: "Patikrinkite saugos kodą",
    },
    cardholder: {
      required: "Įveskite ant kortelės esantį vardą",
      invalid: "Įveskite vardą taip, kaip ant kortelės",
      holds_card_number: "Nerašykite čia kortelės numerio",
    },
    postalCode: {
      required: "Įveskite pašto kodą",
      invalid: "Patikrinkite pašto kodą",
    },
  },
  failures: {
    form_invalid: "Patikrinkite pažymėtus laukus.",
    card_refused: "Jūsų kortelė atmesta. Patikrinkite duomenis arba naudokite kitą kortelę.",
    network: "Nepavyko prisijungti. Pinigai nenuskaityti. Bandykite dar kartą.",
    offline: "Nėra interneto ryšio. Prisijunkite ir bandykite dar kartą.",
    aborted: "Mokėjimas atšauktas. Pinigai nenuskaityti.",
    not_allowed: "Šio mokėjimo dabar atlikti negalima. Susisiekite su parduotuve.",
    gateway_error: "Įvyko klaida. Pinigai nenuskaityti. Bandykite dar kartą.",
    rate_limited: "Per daug bandymų. Bandykite dar kartą {time}.",
    extra_invalid: "Patikrinkite vardą ir pašto kodą.",
  },
  declines: {
    general: "Jūsų kortelė atmesta. Naudokite kitą kortelę arba susisiekite su savo banku.",
    wrong_number: "Kortelės numeris neteisingas.",
    wrong_expiry: "Galiojimo data neteisinga.",
    expired_card: "Kortelė nebegalioja.",
    wrong_cvv: "Saugos kodas neteisingas.",
    wrong_details: "Kai kurie duomenys neatitinka kortelės.",
    insufficient_funds:
      "Suma viršija kortelės likutį arba limitą. Naudokite kitą kortelę arba susisiekite su savo banku.",
    try_again_later: "Šio mokėjimo dabar atlikti negalima. Bandykite dar kartą po kelių minučių.",
    authentication_failed:
      "Mokėjimas nepatvirtintas jūsų banke. Bandykite dar kartą arba naudokite kitą kortelę.",
  },
  reloaded: "Kortelės forma įkelta iš naujo. Įveskite kortelės duomenis dar kartą.",
  cvvHint: "3 skaitmenys kitoje kortelės pusėje",
  cvvHintAmex: "4 skaitmenys kortelės priekyje",
  chooseNetwork: "Pasirinkite {networks}",
  networkSelected: "Pasirinkta: {network}",
  savedCard: "Išsaugota kortelė",
  endingIn: "{brand}, paskutiniai skaitmenys {lastFour}",
};
