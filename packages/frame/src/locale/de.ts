import type { Locale } from "./types.ts";

/** German. */
export const de: Locale = {
  title: "Kartendaten",
  labels: {
    number: "Kartennummer",
    expiry: "Ablaufdatum",
    expiryMonth: "Ablaufmonat",
    expiryYear: "Ablaufjahr",
    cvv: "Prüfnummer",
    cardholder: "Name auf der Karte",
    postalCode: "Postleitzahl",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "JJ",
    cvv: "123",
    cardholder: "Vor- und Nachname",
    postalCode: "12345",
  },
  optional: "optional",
  errors: {
    number: {
      required: "Kartennummer eingeben",
      incomplete: "Kartennummer unvollständig",
      check_digit: "Tippfehler in der Kartennummer",
      unsupported_brand: "Diese Karte wird nicht akzeptiert",
      invalid: "Kartennummer prüfen",
    },
    expiry: {
      required: "Ablaufdatum eingeben",
      incomplete: "Monat und Jahr eingeben",
      invalid: "Ablaufmonat prüfen",
      expired: "Die Karte ist abgelaufen",
      too_far: "Ablaufjahr prüfen",
      refused: "Ablaufdatum prüfen",
    },
    cvv: {
      required: "Prüfnummer eingeben",
      incomplete: "Prüfnummer unvollständig",
      invalid: "Prüfnummer prüfen",
    },
    cardholder: {
      required: "Namen auf der Karte eingeben",
      invalid: "Namen wie auf der Karte eingeben",
      holds_card_number: "Hier keine Kartennummer eingeben",
    },
    postalCode: {
      required: "Postleitzahl eingeben",
      invalid: "Postleitzahl prüfen",
    },
  },
  failures: {
    form_invalid: "Bitte prüfen Sie die markierten Felder.",
    card_refused: "Ihre Karte wurde abgelehnt. Prüfen Sie die Angaben oder verwenden Sie eine andere Karte.",
    network: "Die Verbindung ist fehlgeschlagen. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.",
    offline: "Sie sind offline. Stellen Sie eine Verbindung her und versuchen Sie es erneut.",
    aborted: "Die Zahlung wurde abgebrochen. Es wurde nichts abgebucht.",
    not_allowed: "Diese Zahlung ist gerade nicht möglich. Bitte wenden Sie sich an den Shop.",
    gateway_error: "Es ist ein Fehler aufgetreten. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.",
    rate_limited: "Zu viele Versuche. Bitte versuchen Sie es {time} erneut.",
    extra_invalid: "Bitte prüfen Sie Namen und Postleitzahl.",
  },
  declines: {
    general: "Ihre Karte wurde abgelehnt. Verwenden Sie eine andere Karte oder wenden Sie sich an Ihre Bank.",
    wrong_number: "Die Kartennummer ist falsch.",
    wrong_expiry: "Das Ablaufdatum ist falsch.",
    expired_card: "Die Karte ist abgelaufen.",
    wrong_cvv: "Die Prüfnummer ist falsch.",
    wrong_details: "Einige Angaben passen nicht zur Karte.",
    insufficient_funds:
      "Guthaben oder Limit der Karte reichen nicht aus. Verwenden Sie eine andere Karte oder wenden Sie sich an Ihre Bank.",
    try_again_later: "Die Zahlung ist gerade nicht möglich. Versuchen Sie es in einigen Minuten erneut.",
    authentication_failed:
      "Die Zahlung wurde nicht bei Ihrer Bank bestätigt. Versuchen Sie es erneut oder verwenden Sie eine andere Karte.",
  },
  reloaded: "Das Kartenformular wurde neu geladen. Bitte geben Sie die Kartendaten noch einmal ein.",
  cvvHint: "3 Ziffern auf der Rückseite der Karte",
  cvvHintAmex: "4 Ziffern auf der Vorderseite der Karte",
  chooseNetwork: "Wählen Sie {networks}",
  networkSelected: "{network} ist ausgewählt",
  savedCard: "Gespeicherte Karte",
  endingIn: "{brand} mit den Endziffern {lastFour}",
};
