import type { Locale } from "./types.ts";

/** Filipino. */
export const fil: Locale = {
  title: "Mga detalye ng card",
  labels: {
    number: "Numero ng card",
    expiry: "Petsa ng expiry",
    expiryMonth: "Buwan ng expiry",
    expiryYear: "Taon ng expiry",
    cvv: "Security code",
    cardholder: "Pangalan sa card",
    postalCode: "Postal code",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "YY",
    cvv: "CVV",
    cardholder: "Buong pangalan",
    postalCode: "1000",
  },
  optional: "opsyonal",
  errors: {
    number: {
      required: "Ilagay ang numero ng card",
      incomplete: "Kulang ang numero ng card",
      check_digit: "May mali sa numero ng card",
      unsupported_brand: "Hindi namin tinatanggap ang card na ito",
      invalid: "Suriin ang numero ng card",
    },
    expiry: {
      required: "Ilagay ang petsa ng expiry",
      incomplete: "Ilagay ang buwan at taon",
      invalid: "Suriin ang buwan ng expiry",
      expired: "Expired na ang card",
      too_far: "Suriin ang taon ng expiry",
      refused: "Suriin ang petsa ng expiry",
    },
    cvv: {
      required: "Ilagay ang security code",
      incomplete: "Kulang ang security code",
      invalid: "Suriin ang security code",
    },
    cardholder: {
      required: "Ilagay ang pangalan sa card",
      invalid: "Ilagay ang pangalan gaya ng nasa card",
      holds_card_number: "Huwag ilagay dito ang numero ng card",
    },
    postalCode: {
      required: "Ilagay ang postal code",
      invalid: "Suriin ang postal code",
    },
  },
  failures: {
    form_invalid: "Suriin ang mga naka-highlight na field.",
    card_refused: "Na-decline ang iyong card. Suriin ang mga detalye o gumamit ng ibang card.",
    network: "Hindi kami makakonekta. Hindi ka siningil. Pakisubukan ulit.",
    offline: "Offline ka. Kumonekta sa internet at subukan ulit.",
    aborted: "Nakansela ang pagbabayad. Hindi ka siningil.",
    not_allowed: "Hindi magawa ang bayad na ito ngayon. Makipag-ugnayan sa tindahan.",
    gateway_error: "Nagkaproblema. Hindi ka siningil. Pakisubukan ulit.",
    rate_limited: "Masyadong maraming pagsubok. Pakisubukan ulit {time}.",
    extra_invalid: "Suriin ang iyong pangalan at postal code.",
  },
  declines: {
    general: "Na-decline ang iyong card. Gumamit ng ibang card o makipag-ugnayan sa iyong bangko.",
    wrong_number: "Mali ang numero ng card.",
    wrong_expiry: "Mali ang petsa ng expiry.",
    expired_card: "Expired na ang card.",
    wrong_cvv: "Mali ang security code.",
    wrong_details: "May mga detalyeng hindi tugma sa card.",
    insufficient_funds:
      "Lampas ang bayad sa balanse o limit ng card. Gumamit ng ibang card o makipag-ugnayan sa iyong bangko.",
    try_again_later: "Hindi magawa ang bayad na ito ngayon. Subukan ulit makalipas ang ilang minuto.",
    authentication_failed:
      "Hindi nakumpirma ang bayad sa iyong bangko. Subukan ulit o gumamit ng ibang card.",
  },
  reloaded: "Na-reload ang form ng card. Pakilagay ulit ang mga detalye ng card.",
  cvvHint: "3 digit sa likod ng card",
  cvvHintAmex: "4 na digit sa harap ng card",
  chooseNetwork: "Piliin ang {networks}",
  networkSelected: "Napili ang {network}",
  savedCard: "Naka-save na card",
  endingIn: "{brand} na nagtatapos sa {lastFour}",
};
