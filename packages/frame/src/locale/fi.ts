import type { Locale } from "./types.ts";

/** Finnish. */
export const fi: Locale = {
  title: "Kortin tiedot",
  labels: {
    number: "Kortin numero",
    expiry: "Voimassaoloaika",
    expiryMonth: "Voimassa (kk)",
    expiryYear: "Voimassa (vv)",
    cvv: "Turvakoodi",
    cardholder: "Nimi kortissa",
    postalCode: "Postinumero",
  },
  placeholders: {
    expiryMonth: "KK",
    expiryYear: "VV",
    cvv: "CVV",
    cardholder: "Etu- ja sukunimi",
    postalCode: "00100",
  },
  optional: "valinnainen",
  errors: {
    number: {
      required: "Anna kortin numero",
      incomplete: "Kortin numero on vajaa",
      check_digit: "Kortin numerossa on kirjoitusvirhe",
      unsupported_brand: "Emme hyväksy tätä korttia",
      invalid: "Tarkista kortin numero",
    },
    expiry: {
      required: "Anna voimassaoloaika",
      incomplete: "Anna kuukausi ja vuosi",
      invalid: "Tarkista kuukausi",
      expired: "Kortti on vanhentunut",
      too_far: "Tarkista vuosi",
      refused: "Tarkista voimassaoloaika",
    },
    cvv: {
      required: "Anna turvakoodi",
      incomplete: "Turvakoodi on vajaa",
      invalid: "Tarkista turvakoodi",
    },
    cardholder: {
      required: "Anna kortissa oleva nimi",
      invalid: "Anna nimi niin kuin se on kortissa",
      holds_card_number: "Älä anna tässä kortin numeroa",
    },
    postalCode: {
      required: "Anna postinumero",
      invalid: "Tarkista postinumero",
    },
  },
  failures: {
    form_invalid: "Tarkista merkityt kentät.",
    card_refused: "Korttisi hylättiin. Tarkista tiedot tai käytä toista korttia.",
    network: "Yhteyttä ei voitu muodostaa. Sinulta ei ole veloitettu. Yritä uudelleen.",
    offline: "Olet offline-tilassa. Muodosta internetyhteys ja yritä uudelleen.",
    aborted: "Maksu peruutettiin. Sinulta ei ole veloitettu.",
    not_allowed: "Tätä maksua ei voi tehdä juuri nyt. Ota yhteyttä kauppaan.",
    gateway_error: "Jokin meni vikaan. Sinulta ei ole veloitettu. Yritä uudelleen.",
    rate_limited: "Liian monta yritystä. Yritä uudelleen {time}.",
    extra_invalid: "Tarkista nimi ja postinumero.",
  },
  declines: {
    general: "Korttisi hylättiin. Käytä toista korttia tai ota yhteyttä pankkiisi.",
    wrong_number: "Kortin numero on väärä.",
    wrong_expiry: "Voimassaoloaika on väärä.",
    expired_card: "Kortti on vanhentunut.",
    wrong_cvv: "Turvakoodi on väärä.",
    wrong_details: "Jotkin tiedot eivät vastaa korttia.",
    insufficient_funds:
      "Summa ylittää kortin katteen tai rajan. Käytä toista korttia tai ota yhteyttä pankkiisi.",
    try_again_later: "Tätä maksua ei voi tehdä juuri nyt. Yritä uudelleen muutaman minuutin kuluttua.",
    authentication_failed: "Maksua ei vahvistettu pankissasi. Yritä uudelleen tai käytä toista korttia.",
  },
  reloaded: "Korttilomake ladattiin uudelleen. Syötä kortin tiedot uudelleen.",
  cvvHint: "3 numeroa kortin kääntöpuolella",
  cvvHintAmex: "4 numeroa kortin etupuolella",
  chooseNetwork: "Valitse {networks}",
  networkSelected: "Valittu: {network}",
  savedCard: "Tallennettu kortti",
  endingIn: "{brand}, joka päättyy numeroihin {lastFour}",
};
