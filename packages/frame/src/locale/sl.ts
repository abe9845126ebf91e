import type { Locale } from "./types.ts";

/** Slovenian. */
export const sl: Locale = {
  title: "Podatki o kartici",
  labels: {
    number: "Številka kartice",
    expiry: "Veljavnost",
    expiryMonth: "Mesec veljavnosti",
    expiryYear: "Leto veljavnosti",
    cvv: "Varnostna koda",
    cardholder: "Ime na kartici",
    postalCode: "Poštna številka",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "LL",
    cvv: "CVV",
    cardholder: "Ime in priimek",
    postalCode: "1000",
  },
  optional: "neobvezno",
  errors: {
    number: {
      required: "Vnesite številko kartice",
      incomplete: "Številka kartice ni popolna",
      check_digit: "V številki kartice je napaka",
      unsupported_brand: "Te kartice ne sprejemamo",
      invalid: "Preverite številko kartice",
    },
    expiry: {
      required: "Vnesite veljavnost kartice",
      incomplete: "Vnesite mesec in leto",
      invalid: "Preverite mesec",
      expired: "Kartica je potekla",
      too_far: "Preverite leto",
      refused: "Preverite veljavnost",
    },
    cvv: {
      required: "Vnesite varnostno kodo",
      incomplete: "Varnostna koda ni popolna",
      invalid: "Preverite varnostno kodo",
    },
    cardholder: {
      required: "Vnesite ime na kartici",
      invalid: "Vnesite ime, kot je navedeno na kartici",
      holds_card_number: "Sem ne vnašajte številke kartice",
    },
    postalCode: {
      required: "Vnesite poštno številko",
      invalid: "Preverite poštno številko",
    },
  },
  failures: {
    form_invalid: "Preverite označena polja.",
    card_refused: "Vaša kartica je bila zavrnjena. Preverite podatke ali uporabite drugo kartico.",
    network: "Povezava ni uspela. Nič vam nismo zaračunali. Poskusite znova.",
    offline: "Niste povezani. Povežite se z internetom in poskusite znova.",
    aborted: "Plačilo je bilo preklicano. Nič vam nismo zaračunali.",
    not_allowed: "Tega plačila trenutno ni mogoče izvesti. Obrnite se na trgovino.",
    gateway_error: "Prišlo je do napake. Nič vam nismo zaračunali. Poskusite znova.",
    rate_limited: "Preveč poskusov. Poskusite znova {time}.",
    extra_invalid: "Preverite ime in poštno številko.",
  },
  declines: {
    general: "Vaša kartica je bila zavrnjena. Uporabite drugo kartico ali se obrnite na svojo banko.",
    wrong_number: "Številka kartice ni pravilna.",
    wrong_expiry: "Veljavnost ni pravilna.",
    expired_card: "Kartica je potekla.",
    wrong_cvv: "Varnostna koda ni pravilna.",
    wrong_details: "Nekateri podatki se ne ujemajo s kartico.",
    insufficient_funds:
      "Znesek presega stanje ali omejitev kartice. Uporabite drugo kartico ali se obrnite na svojo banko.",
    try_again_later: "Tega plačila trenutno ni mogoče izvesti. Poskusite znova čez nekaj minut.",
    authentication_failed:
      "Plačilo ni bilo potrjeno pri vaši banki. Poskusite znova ali uporabite drugo kartico.",
  },
  reloaded: "Obrazec za kartico je bil znova naložen. Znova vnesite podatke kartice.",
  cvvHint: "3 številke na hrbtni strani kartice",
  cvvHintAmex: "4 številke na sprednji strani kartice",
  chooseNetwork: "Izberite {networks}",
  networkSelected: "Izbrano: {network}",
  savedCard: "Shranjena kartica",
  endingIn: "{brand} s končnimi številkami {lastFour}",
};
