import type { Locale } from "./types.ts";

/** Hungarian. */
export const hu: Locale = {
  title: "Kártyaadatok",
  labels: {
    number: "Kártyaszám",
    expiry: "Lejárati dátum",
    expiryMonth: "Lejárat hónapja",
    expiryYear: "Lejárat éve",
    cvv: "Biztonsági kód",
    cardholder: "Kártyán szereplő név",
    postalCode: "Irányítószám",
  },
  placeholders: {
    expiryMonth: "HH",
    expiryYear: "ÉÉ",
    cvv: "CVV",
    cardholder: "Teljes név",
    postalCode: "1051",
  },
  optional: "nem kötelező",
  errors: {
    number: {
      required: "Adja meg a kártyaszámot",
      incomplete: "A kártyaszám hiányos",
      check_digit: "Elírás van a kártyaszámban",
      unsupported_brand: "Ezt a kártyát nem fogadjuk el",
      invalid: "Ellenőrizze a kártyaszámot",
    },
    expiry: {
      required: "Adja meg a lejárati dátumot",
      incomplete: "Adja meg a hónapot és az évet",
      invalid: "Ellenőrizze a hónapot",
      expired: "A kártya lejárt",
      too_far: "Ellenőrizze az évet",
      refused: "Ellenőrizze a lejárati dátumot",
    },
    cvv: {
      required: "Adja meg a biztonsági kódot",
      incomplete: "A biztonsági kód hiányos",
      invalid: "Ellenőrizze a biztonsági kódot",
    },
    cardholder: {
      required: "Adja meg a kártyán szereplő nevet",
      invalid: "A nevet a kártyán látható módon adja meg",
      holds_card_number: "Ide ne írjon kártyaszámot",
    },
    postalCode: {
      required: "Adja meg az irányítószámot",
      invalid: "Ellenőrizze az irányítószámot",
    },
  },
  failures: {
    form_invalid: "Ellenőrizze a megjelölt mezőket.",
    card_refused: "A kártyát elutasították. Ellenőrizze az adatokat, vagy használjon másik kártyát.",
    network: "Nem sikerült kapcsolódni. Nem vontunk le pénzt. Kérjük, próbálja újra.",
    offline: "Nincs internetkapcsolat. Csatlakozzon, és próbálja újra.",
    aborted: "A fizetést megszakították. Nem vontunk le pénzt.",
    not_allowed: "Ez a fizetés most nem lehetséges. Kérjük, forduljon az üzlethez.",
    gateway_error: "Hiba történt. Nem vontunk le pénzt. Kérjük, próbálja újra.",
    rate_limited: "Túl sok próbálkozás. Kérjük, próbálja újra {time}.",
    extra_invalid: "Ellenőrizze a nevet és az irányítószámot.",
  },
  declines: {
    general: "A kártyát elutasították. Használjon másik kártyát, vagy forduljon a bankjához.",
    wrong_number: "A kártyaszám helytelen.",
    wrong_expiry: "A lejárati dátum helytelen.",
    expired_card: "A kártya lejárt.",
    wrong_cvv: "A biztonsági kód helytelen.",
    wrong_details: "Egyes adatok nem egyeznek a kártyával.",
    insufficient_funds:
      "Az összeg meghaladja a kártya egyenlegét vagy limitjét. Használjon másik kártyát, vagy forduljon a bankjához.",
    try_again_later: "Ez a fizetés most nem lehetséges. Próbálja újra néhány perc múlva.",
    authentication_failed:
      "A fizetést nem erősítették meg a bankjánál. Próbálja újra, vagy használjon másik kártyát.",
  },
  reloaded: "A kártyaűrlap újratöltődött. Kérjük, adja meg újra a kártyaadatokat.",
  cvvHint: "3 számjegy a kártya hátoldalán",
  cvvHintAmex: "4 számjegy a kártya előlapján",
  chooseNetwork: "Válasszon: {networks}",
  networkSelected: "Kiválasztva: {network}",
  savedCard: "Mentett kártya",
  endingIn: "{brand}, utolsó számjegyek: {lastFour}",
};
