import type { Locale } from "./types.ts";

/** Czech. */
export const cs: Locale = {
  title: "Údaje o kartě",
  labels: {
    number: "Číslo karty",
    expiry: "Platnost do",
    expiryMonth: "Měsíc platnosti",
    expiryYear: "Rok platnosti",
    cvv: "Bezpečnostní kód",
    cardholder: "Jméno na kartě",
    postalCode: "PSČ",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "RR",
    cvv: "CVV",
    cardholder: "Jméno a příjmení",
    postalCode: "110 00",
  },
  optional: "nepovinné",
  errors: {
    number: {
      required: "Zadejte číslo karty",
      incomplete: "Číslo karty není úplné",
      check_digit: "V čísle karty je překlep",
      unsupported_brand: "Tuto kartu nepřijímáme",
      invalid: "Zkontrolujte číslo karty",
    },
    expiry: {
      required: "Zadejte platnost karty",
      incomplete: "Zadejte měsíc a rok",
      invalid: "Zkontrolujte měsíc",
      expired: "Platnost karty vypršela",
      too_far: "Zkontrolujte rok",
      refused: "Zkontrolujte platnost",
    },
    cvv: {
      required: "Zadejte bezpečnostní kód",
      incomplete: "Neúplný bezpečnostní kód",
      invalid: "Zkontrolujte bezpečnostní kód",
    },
    cardholder: {
      required: "Zadejte jméno na kartě",
      invalid: "Zadejte jméno přesně podle karty",
      holds_card_number: "Nezadávejte sem číslo karty",
    },
    postalCode: {
      required: "Zadejte PSČ",
      invalid: "Zkontrolujte PSČ",
    },
  },
  failures: {
    form_invalid: "Zkontrolujte prosím označená pole.",
    card_refused: "Vaše karta byla zamítnuta. Zkontrolujte údaje nebo použijte jinou kartu.",
    network: "Nepodařilo se připojit. Nic jsme vám nestrhli. Zkuste to prosím znovu.",
    offline: "Jste offline. Připojte se k internetu a zkuste to znovu.",
    aborted: "Platba byla zrušena. Nic jsme vám nestrhli.",
    not_allowed: "Tuto platbu teď nelze provést. Obraťte se prosím na obchod.",
    gateway_error: "Došlo k chybě. Nic jsme vám nestrhli. Zkuste to prosím znovu.",
    rate_limited: "Příliš mnoho pokusů. Zkuste to prosím znovu {time}.",
    extra_invalid: "Zkontrolujte jméno a PSČ.",
  },
  declines: {
    general: "Vaše karta byla zamítnuta. Použijte jinou kartu nebo se obraťte na svou banku.",
    wrong_number: "Číslo karty není správné.",
    wrong_expiry: "Platnost není správná.",
    expired_card: "Platnost karty vypršela.",
    wrong_cvv: "Bezpečnostní kód není správný.",
    wrong_details: "Některé údaje neodpovídají kartě.",
    insufficient_funds:
      "Platba přesahuje zůstatek nebo limit karty. Použijte jinou kartu nebo se obraťte na svou banku.",
    try_again_later: "Platbu teď nelze provést. Zkuste to znovu za několik minut.",
    authentication_failed: "Platba nebyla u vaší banky potvrzena. Zkuste to znovu nebo použijte jinou kartu.",
  },
  reloaded: "Formulář karty byl znovu načten. Zadejte prosím údaje karty znovu.",
  cvvHint: "3 číslice na zadní straně karty",
  cvvHintAmex: "4 číslice na přední straně karty",
  chooseNetwork: "Vyberte: {networks}",
  networkSelected: "Vybráno: {network}",
  savedCard: "Uložená karta",
  endingIn: "{brand} končící na {lastFour}",
};
