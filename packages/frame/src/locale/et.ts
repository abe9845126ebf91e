import type { Locale } from "./types.ts";

/** Estonian. */
export const et: Locale = {
  title: "Kaardi andmed",
  labels: {
    number: "Kaardinumber",
    expiry: "Aegumiskuupäev",
    expiryMonth: "Aegumiskuu",
    expiryYear: "Aegumisaasta",
    cvv: "Turvakood",
    cardholder: "Nimi kaardil",
    postalCode: "Sihtnumber",
  },
  placeholders: {
    expiryMonth: "KK",
    expiryYear: "AA",
    cvv: "CVV",
    cardholder: "Ees- ja perekonnanimi",
    postalCode: "10111",
  },
  optional: "valikuline",
  errors: {
    number: {
      required: "Sisestage kaardinumber",
      incomplete: "Kaardinumber on poolik",
      check_digit: "Kaardinumbris on trükiviga",
      unsupported_brand: "Me ei aktsepteeri seda kaarti",
      invalid: "Kontrollige kaardinumbrit",
    },
    expiry: {
      required: "Sisestage aegumiskuupäev",
      incomplete: "Sisestage kuu ja aasta",
      invalid: "Kontrollige aegumiskuud",
      expired: "Kaart on aegunud",
      too_far: "Kontrollige aegumisaastat",
      refused: "Kontrollige aegumiskuupäeva",
    },
    cvv: {
      required: "Sisestage turvakood",
      incomplete: "Turvakood on poolik",
      invalid: "Kontrollige turvakoodi",
    },
    cardholder: {
      required: "Sisestage kaardil olev nimi",
      invalid: "Sisestage nimi nii, nagu see on kaardil",
      holds_card_number: "Ärge sisestage siia kaardinumbrit",
    },
    postalCode: {
      required: "Sisestage sihtnumber",
      invalid: "Kontrollige sihtnumbrit",
    },
  },
  failures: {
    form_invalid: "Palun kontrollige märgitud välju.",
    card_refused: "Teie kaart lükati tagasi. Kontrollige andmeid või kasutage teist kaarti.",
    network: "Ühendust ei õnnestunud luua. Raha ei võetud maha. Palun proovige uuesti.",
    offline: "Teil puudub internetiühendus. Looge ühendus ja proovige uuesti.",
    aborted: "Makse tühistati. Raha ei võetud maha.",
    not_allowed: "Seda makset ei saa praegu teha. Palun võtke ühendust kauplusega.",
    gateway_error: "Tekkis viga. Raha ei võetud maha. Palun proovige uuesti.",
    rate_limited: "Liiga palju katseid. Palun proovige uuesti {time}.",
    extra_invalid: "Kontrollige nime ja sihtnumbrit.",
  },
  declines: {
    general: "Teie kaart lükati tagasi. Kasutage teist kaarti või võtke ühendust oma pangaga.",
    wrong_number: "Kaardinumber ei ole õige.",
    wrong_expiry: "Aegumiskuupäev ei ole õige.",
    expired_card: "Kaart on aegunud.",
    wrong_cvv: "Turvakood ei ole õige.",
    wrong_details: "Mõned andmed ei vasta kaardile.",
    insufficient_funds:
      "Summa ületab kaardi jäägi või limiidi. Kasutage teist kaarti või võtke ühendust oma pangaga.",
    try_again_later: "Seda makset ei saa praegu teha. Proovige mõne minuti pärast uuesti.",
    authentication_failed: "Makset ei kinnitatud teie pangas. Proovige uuesti või kasutage teist kaarti.",
  },
  reloaded: "Kaardivorm laaditi uuesti. Palun sisestage kaardi andmed uuesti.",
  cvvHint: "3 numbrit kaardi tagaküljel",
  cvvHintAmex: "4 numbrit kaardi esiküljel",
  chooseNetwork: "Valige {networks}",
  networkSelected: "Valitud: {network}",
  savedCard: "Salvestatud kaart",
  endingIn: "{brand}, lõpunumbrid {lastFour}",
};
