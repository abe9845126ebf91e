import type { Locale } from "./types.ts";

/** German. */
export const de: Locale = {
  dir: "ltr",
  title: "Kartendaten",
  labels: {
    number: "Kartennummer",
    expiry: "Gültig bis",
    expiryMonth: "Ablaufmonat",
    expiryYear: "Ablaufjahr",
    cvv: "Prüfnummer",
    cardholder: "Name auf der Karte",
    postalCode: "Postleitzahl",
  },
  placeholders: {
    number: "1234 1234 1234 1234",
    expiry: "MM / JJ",
    expiryMonth: "MM",
    expiryYear: "JJ",
    cvv: "CVV",
    cardholder: "Vor- und Nachname",
    postalCode: "12345",
  },
  optional: "optional",
  errors: {
    number: {
      required: "Geben Sie die Kartennummer ein",
      incomplete: "Die Kartennummer ist unvollständig",
      check_digit: "In der Nummer ist ein Tippfehler",
      unsupported_brand: "Diese Karte wird nicht akzeptiert",
      invalid: "Das ist keine Kartennummer",
      refused: "Prüfen Sie die Kartennummer",
    },
    expiry: {
      required: "Datum eingeben",
      incomplete: "Unvollständig",
      invalid: "Monat prüfen",
      expired: "Karte abgelaufen",
      too_far: "Jahr prüfen",
      refused: "Datum prüfen",
    },
    cvv: {
      required: "CVV eingeben",
      incomplete: "Unvollständig",
      invalid: "Nummer prüfen",
    },
    cardholder: {
      required: "Geben Sie den Namen ein",
      invalid: "Name wie auf der Karte eingeben",
      holds_card_number: "Keine Kartennummer hier eingeben",
      refused: "Prüfen Sie den Namen",
    },
    postalCode: {
      required: "PLZ eingeben",
      incomplete: "Unvollständig",
      invalid: "PLZ prüfen",
      holds_card_number: "Keine Postleitzahl",
    },
  },
  failures: {
    form_invalid: "Bitte prüfen Sie die markierten Felder.",
    card_refused:
      "Ihre Karte wurde nicht akzeptiert. Prüfen Sie die Angaben oder verwenden Sie eine andere Karte.",
    timeout: "Das hat zu lange gedauert. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.",
    network: "Keine Verbindung. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.",
    offline: "Sie sind offline. Stellen Sie eine Verbindung her und versuchen Sie es erneut.",
    aborted: "Die Zahlung wurde abgebrochen. Es wurde nichts abgebucht.",
    not_allowed: "Diese Zahlung ist gerade nicht möglich. Bitte wenden Sie sich an den Shop.",
    gateway_error: "Etwas ist schiefgegangen. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.",
    extra_invalid: "Bitte prüfen Sie Namen und Postleitzahl.",
    pane_disabled: "Kartenzahlung ist im Moment nicht möglich.",
  },
  cvvHint: "3 Ziffern auf der Rückseite der Karte",
  cvvHintAmex: "4 Ziffern auf der Vorderseite der Karte",
  savedCard: "Gespeicherte Karte",
  endingIn: "{brand} mit den Endziffern {lastFour}",
};
