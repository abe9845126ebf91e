import type { Locale } from "./types.ts";

/** Maltese. */
export const mt: Locale = {
  title: "Dettalji tal-karta",
  labels: {
    number: "Numru tal-karta",
    expiry: "Data ta’ skadenza",
    expiryMonth: "Xahar li tiskadi",
    expiryYear: "Sena li tiskadi",
    cvv: "Kodiċi tas-sigurtà",
    cardholder: "Isem fuq il-karta",
    postalCode: "Kodiċi postali",
  },
  placeholders: {
    expiryMonth: "XX",
    expiryYear: "SS",
    cvv: "CVV",
    cardholder: "Isem sħiħ",
    postalCode: "VLT 1010",
  },
  optional: "mhux obbligatorju",
  errors: {
    number: {
      required: "Daħħal in-numru tal-karta",
      incomplete: "In-numru tal-karta mhux komplut",
      check_digit: "Hemm żball fin-numru tal-karta",
      unsupported_brand: "Ma naċċettawx din il-karta",
      invalid: "Iċċekkja n-numru tal-karta",
    },
    expiry: {
      required: "Daħħal id-data ta’ skadenza",
      incomplete: "Daħħal ix-xahar u s-sena",
      invalid: "Iċċekkja x-xahar",
      expired: "Il-karta skadiet",
      too_far: "Iċċekkja s-sena",
      refused: "Iċċekkja d-data ta’ skadenza",
    },
    cvv: {
      required: "Daħħal il-kodiċi tas-sigurtà",
      incomplete: "Il-kodiċi tas-sigurtà mhux komplut",
      invalid: "Iċċekkja l-kodiċi tas-sigurtà",
    },
    cardholder: {
      required: "Daħħal l-isem fuq il-karta",
      invalid: "Daħħal l-isem kif inhu fuq il-karta",
      holds_card_number: "Iddaħħalx in-numru tal-karta hawn",
    },
    postalCode: {
      required: "Daħħal il-kodiċi postali",
      invalid: "Iċċekkja l-kodiċi postali",
    },
  },
  failures: {
    form_invalid: "Iċċekkja l-oqsma mmarkati.",
    card_refused: "Il-karta tiegħek ġiet rifjutata. Iċċekkja d-dettalji jew uża karta oħra.",
    network: "Ma stajniex nikkonnettjaw. Ma ttieħdux flus. Jekk jogħġbok erġa’ pprova.",
    offline: "M’għandekx konnessjoni. Ikkonnettja mal-internet u erġa’ pprova.",
    aborted: "Il-ħlas ġie kkanċellat. Ma ttieħdux flus.",
    not_allowed: "Dan il-ħlas mhux possibbli bħalissa. Ikkuntattja lill-ħanut.",
    gateway_error: "Inqala’ problema. Ma ttieħdux flus. Jekk jogħġbok erġa’ pprova.",
    rate_limited: "Wisq tentattivi. Jekk jogħġbok erġa’ pprova {time}.",
    extra_invalid: "Iċċekkja l-isem u l-kodiċi postali.",
  },
  declines: {
    general: "Il-karta tiegħek ġiet rifjutata. Uża karta oħra jew ikkuntattja lill-bank tiegħek.",
    wrong_number: "In-numru tal-karta mhux tajjeb.",
    wrong_expiry: "Id-data ta’ skadenza mhix tajba.",
    expired_card: "Il-karta skadiet.",
    wrong_cvv: "Il-kodiċi tas-sigurtà mhux tajjeb.",
    wrong_details: "Xi dettalji ma jaqblux mal-karta.",
    insufficient_funds:
      "Il-ħlas jaqbeż il-bilanċ jew il-limitu tal-karta. Uża karta oħra jew ikkuntattja lill-bank tiegħek.",
    try_again_later: "Dan il-ħlas mhux possibbli bħalissa. Erġa’ pprova fi ftit minuti.",
    authentication_failed: "Il-ħlas ma ġiex ikkonfermat mal-bank tiegħek. Erġa’ pprova jew uża karta oħra.",
  },
  reloaded: "Il-formola tal-karta reġgħet ingħabbiet. Jekk jogħġbok erġa’ daħħal id-dettalji tal-karta.",
  cvvHint: "3 ċifri fuq wara tal-karta",
  cvvHintAmex: "4 ċifri fuq quddiem tal-karta",
  chooseNetwork: "Agħżel {networks}",
  networkSelected: "{network} magħżul",
  savedCard: "Karta ssejvjata",
  endingIn: "{brand} li tispiċċa b’{lastFour}",
};
