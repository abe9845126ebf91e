import type { Locale } from "./types.ts";

/** Slovak. */
export const sk: Locale = {
  title: "Údaje o karte",
  labels: {
    number: "Číslo karty",
    expiry: "Platnosť do",
    expiryMonth: "Mesiac platnosti",
    expiryYear: "Rok platnosti",
    cvv: "Bezpečnostný kód",
    cardholder: "Meno na karte",
    postalCode: "PSČ",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "RR",
    cvv: "CVV",
    cardholder: "Meno a priezvisko",
    postalCode: "811 01",
  },
  optional: "nepovinné",
  errors: {
    number: {
      required: "Zadajte číslo karty",
      incomplete: "Číslo karty nie je úplné",
      check_digit: "V čísle karty je preklep",
      unsupported_brand: "Túto kartu neprijímame",
      invalid: "Skontrolujte číslo karty",
    },
    expiry: {
      required: "Zadajte platnosť karty",
      incomplete: "Zadajte mesiac a rok",
      invalid: "Skontrolujte mesiac",
      expired: "Platnosť karty vypršala",
      too_far: "Skontrolujte rok",
      refused: "Skontrolujte platnosť",
    },
    cvv: {
      required: "Zadajte bezpečnostný kód",
      incomplete: "Neúplný bezpečnostný kód",
      invalid: "Skontrolujte bezpečnostný kód",
    },
    cardholder: {
      required: "Zadajte meno na karte",
      invalid: "Zadajte meno presne podľa karty",
      holds_card_number: "Nezadávajte sem číslo karty",
    },
    postalCode: {
      required: "Zadajte PSČ",
      invalid: "Skontrolujte PSČ",
    },
  },
  failures: {
    form_invalid: "Skontrolujte označené polia.",
    card_refused: "Vaša karta bola zamietnutá. Skontrolujte údaje alebo použite inú kartu.",
    network: "Nepodarilo sa pripojiť. Nič vám nebolo strhnuté. Skúste to znova.",
    offline: "Ste offline. Pripojte sa na internet a skúste to znova.",
    aborted: "Platba bola zrušená. Nič vám nebolo strhnuté.",
    not_allowed: "Túto platbu teraz nie je možné vykonať. Obráťte sa na obchod.",
    gateway_error: "Vyskytla sa chyba. Nič vám nebolo strhnuté. Skúste to znova.",
    rate_limited: "Príliš veľa pokusov. Skúste to znova {time}.",
    extra_invalid: "Skontrolujte meno a PSČ.",
  },
  declines: {
    general: "Vaša karta bola zamietnutá. Použite inú kartu alebo sa obráťte na svoju banku.",
    wrong_number: "Číslo karty nie je správne.",
    wrong_expiry: "Platnosť nie je správna.",
    expired_card: "Platnosť karty vypršala.",
    wrong_cvv: "Bezpečnostný kód nie je správny.",
    wrong_details: "Niektoré údaje nezodpovedajú karte.",
    insufficient_funds:
      "Platba presahuje zostatok alebo limit karty. Použite inú kartu alebo sa obráťte na svoju banku.",
    try_again_later: "Túto platbu teraz nie je možné vykonať. Skúste to znova o niekoľko minút.",
    authentication_failed: "Platba nebola vo vašej banke potvrdená. Skúste to znova alebo použite inú kartu.",
  },
  reloaded: "Formulár karty bol znova načítaný. Zadajte údaje karty znova.",
  cvvHint: "3 číslice na zadnej strane karty",
  cvvHintAmex: "4 číslice na prednej strane karty",
  chooseNetwork: "Vyberte: {networks}",
  networkSelected: "Vybrané: {network}",
  savedCard: "Uložená karta",
  endingIn: "{brand} končiaca na {lastFour}",
};
