import type { Locale } from "./types.ts";

/** Latvian. */
export const lv: Locale = {
  title: "Kartes dati",
  labels: {
    number: "Kartes numurs",
    expiry: "Derīguma termiņš",
    expiryMonth: "Beigu mēnesis",
    expiryYear: "Beigu gads",
    cvv: "Drošības kods",
    cardholder: "Vārds uz kartes",
    postalCode: "Pasta indekss",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "GG",
    cvv: "CVV",
    cardholder: "Vārds un uzvārds",
    postalCode: "LV-1010",
  },
  optional: "nav obligāti",
  errors: {
    number: {
      required: "Ievadiet kartes numuru",
      incomplete: "Kartes numurs nav pilns",
      check_digit: "Kartes numurā ir kļūda",
      unsupported_brand: "Mēs nepieņemam šo karti",
      invalid: "Pārbaudiet kartes numuru",
    },
    expiry: {
      required: "Ievadiet derīguma termiņu",
      incomplete: "Ievadiet mēnesi un gadu",
      invalid: "Pārbaudiet mēnesi",
      expired: "Kartes termiņš ir beidzies",
      too_far: "Pārbaudiet gadu",
      refused: "Pārbaudiet derīguma termiņu",
    },
    cvv: {
      required: "Ievadiet drošības kodu",
      incomplete: "Drošības kods nav pilns",
      invalid: "Pārbaudiet drošības kodu",
    },
    cardholder: {
      required: "Ievadiet vārdu uz kartes",
      invalid: "Ievadiet vārdu tā, kā tas ir uz kartes",
      holds_card_number: "Neievadiet šeit kartes numuru",
    },
    postalCode: {
      required: "Ievadiet pasta indeksu",
      invalid: "Pārbaudiet pasta indeksu",
    },
  },
  failures: {
    form_invalid: "Pārbaudiet atzīmētos laukus.",
    card_refused: "Jūsu karte tika noraidīta. Pārbaudiet datus vai izmantojiet citu karti.",
    network: "Neizdevās izveidot savienojumu. Nauda nav noņemta. Lūdzu, mēģiniet vēlreiz.",
    offline: "Nav interneta savienojuma. Izveidojiet to un mēģiniet vēlreiz.",
    aborted: "Maksājums tika atcelts. Nauda nav noņemta.",
    not_allowed: "Šo maksājumu pašlaik nevar veikt. Lūdzu, sazinieties ar veikalu.",
    gateway_error: "Radās kļūda. Nauda nav noņemta. Lūdzu, mēģiniet vēlreiz.",
    rate_limited: "Pārāk daudz mēģinājumu. Lūdzu, mēģiniet vēlreiz {time}.",
    extra_invalid: "Pārbaudiet vārdu un pasta indeksu.",
  },
  declines: {
    general: "Jūsu karte tika noraidīta. Izmantojiet citu karti vai sazinieties ar savu banku.",
    wrong_number: "Kartes numurs nav pareizs.",
    wrong_expiry: "Derīguma termiņš nav pareizs.",
    expired_card: "Kartes termiņš ir beidzies.",
    wrong_cvv: "Drošības kods nav pareizs.",
    wrong_details: "Daži dati neatbilst kartei.",
    insufficient_funds:
      "Summa pārsniedz kartes atlikumu vai limitu. Izmantojiet citu karti vai sazinieties ar savu banku.",
    try_again_later: "Šo maksājumu pašlaik nevar veikt. Mēģiniet vēlreiz pēc dažām minūtēm.",
    authentication_failed:
      "Maksājums nav apstiprināts jūsu bankā. Mēģiniet vēlreiz vai izmantojiet citu karti.",
  },
  reloaded: "Kartes veidlapa tika ielādēta no jauna. Lūdzu, ievadiet kartes datus vēlreiz.",
  cvvHint: "3 cipari kartes aizmugurē",
  cvvHintAmex: "4 cipari kartes priekšpusē",
  chooseNetwork: "Izvēlieties {networks}",
  networkSelected: "Izvēlēts: {network}",
  savedCard: "Saglabātā karte",
  endingIn: "{brand}, pēdējie cipari {lastFour}",
};
