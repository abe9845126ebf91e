import type { Locale } from "./types.ts";

/** Croatian. */
export const hr: Locale = {
  title: "Podaci o kartici",
  labels: {
    number: "Broj kartice",
    expiry: "Datum isteka",
    expiryMonth: "Mjesec isteka",
    expiryYear: "Godina isteka",
    cvv: "Sigurnosni kôd",
    cardholder: "Ime na kartici",
    postalCode: "Poštanski broj",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "GG",
    cvv: "CVV",
    cardholder: "Ime i prezime",
    postalCode: "10000",
  },
  optional: "neobavezno",
  errors: {
    number: {
      required: "Unesite broj kartice",
      incomplete: "Broj kartice nije potpun",
      check_digit: "U broju kartice je pogreška",
      unsupported_brand: "Ne prihvaćamo ovu karticu",
      invalid: "Provjerite broj kartice",
    },
    expiry: {
      required: "Unesite datum isteka",
      incomplete: "Unesite mjesec i godinu",
      invalid: "Provjerite mjesec isteka",
      expired: "Kartica je istekla",
      too_far: "Provjerite godinu isteka",
      refused: "Provjerite datum isteka",
    },
    cvv: {
      required: "Unesite sigurnosni kôd",
      incomplete: "Sigurnosni kôd nije potpun",
      invalid: "Provjerite sigurnosni kôd",
    },
    cardholder: {
      required: "Unesite ime na kartici",
      invalid: "Unesite ime kako piše na kartici",
      holds_card_number: "Ne unosite ovdje broj kartice",
    },
    postalCode: {
      required: "Unesite poštanski broj",
      invalid: "Provjerite poštanski broj",
    },
  },
  failures: {
    form_invalid: "Provjerite označena polja.",
    card_refused: "Vaša je kartica odbijena. Provjerite podatke ili upotrijebite drugu karticu.",
    network: "Povezivanje nije uspjelo. Ništa vam nije naplaćeno. Pokušajte ponovno.",
    offline: "Niste na mreži. Povežite se s internetom i pokušajte ponovno.",
    aborted: "Plaćanje je otkazano. Ništa vam nije naplaćeno.",
    not_allowed: "Ovo plaćanje trenutačno nije moguće. Obratite se trgovini.",
    gateway_error: "Došlo je do pogreške. Ništa vam nije naplaćeno. Pokušajte ponovno.",
    rate_limited: "Previše pokušaja. Pokušajte ponovno {time}.",
    extra_invalid: "Provjerite ime i poštanski broj.",
  },
  declines: {
    general: "Vaša je kartica odbijena. Upotrijebite drugu karticu ili se obratite svojoj banci.",
    wrong_number: "Broj kartice nije točan.",
    wrong_expiry: "Datum isteka nije točan.",
    expired_card: "Kartica je istekla.",
    wrong_cvv: "Sigurnosni kôd nije točan.",
    wrong_details: "Neki podaci ne odgovaraju kartici.",
    insufficient_funds:
      "Iznos prelazi stanje ili ograničenje kartice. Upotrijebite drugu karticu ili se obratite svojoj banci.",
    try_again_later: "Ovo plaćanje trenutačno nije moguće. Pokušajte ponovno za nekoliko minuta.",
    authentication_failed:
      "Plaćanje nije potvrđeno kod vaše banke. Pokušajte ponovno ili upotrijebite drugu karticu.",
  },
  reloaded: "Obrazac za karticu ponovno je učitan. Ponovno unesite podatke kartice.",
  cvvHint: "3 znamenke na poleđini kartice",
  cvvHintAmex: "4 znamenke na prednjoj strani kartice",
  chooseNetwork: "Odaberite {networks}",
  networkSelected: "Odabrano: {network}",
  savedCard: "Spremljena kartica",
  endingIn: "{brand} koja završava na {lastFour}",
};
