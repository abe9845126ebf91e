import type { AfterPaymentTexts } from "./en.ts";

export const de: AfterPaymentTexts = {
  refunds: {
    title: "Erstattung",
    text: "Das Geld geht an die Karte oder das Konto zurück, von dem bezahlt wurde. Eine Erstattung lässt sich nicht rückgängig machen.",
    amount: "Betrag der Erstattung",
    reason: "Grund",
    refund: "Erstatten",
    refunded: "Erstattet",
    left: "Noch zu erstatten",
    partly: "teilweise erstattet",
    sending: (amount) => `Eine Erstattung von ${amount} wird gesendet. Prüfen Sie es gleich noch einmal.`,
    unknownTitle: "Wir wissen nicht, ob erstattet wurde",
    unknownText: (amount) =>
      `Das Gateway hat nicht geantwortet; möglicherweise wurden ${amount} erstattet. Bis die Benachrichtigung des Gateways das klärt, wird keine weitere Erstattung gesendet. Prüfen Sie es später erneut.`,
    dismissTitle: "Keine Benachrichtigung?",
    dismissText:
      "Prüfen Sie zuerst die Liste des Gateways. Fehlt die Erstattung dort, wurde sie nicht ausgeführt.",
    dismiss: "Geprüft: Es wurde nichts erstattet",
    failed: "Das Gateway hat die Erstattung abgelehnt.",
    made: (amount) => `${amount} wurden erstattet.`,
    fullTitle: "Ihre Zahlung wurde erstattet",
    partTitle: "Ihre Zahlung wurde teilweise erstattet",
    shopperText: (refunded, charged) =>
      `${refunded} von ${charged} wurden erstattet. Es kann einige Tage dauern, bis der Betrag auf Ihrem Konto erscheint.`,
    operatorPage: "Bestellung als Betreiber ansehen (QA)",
  },
  subscription: {
    title: "Mein Abonnement",
    subscribe: (first) => `Abonnieren · heute ${first}`,
    recurring: (later, days) => `Danach ${later} alle ${days} Tage`,
    consent: (later, days) =>
      `Mit dem Abonnement erlauben Sie uns, Ihre Karte alle ${days} Tage mit ${later} zu belasten, bis Sie kündigen. Sie können jederzeit kündigen unter`,
    manage: "Abonnement verwalten",
    cancel: "Abonnement kündigen",
    cancelTitle: "Abonnement kündigen?",
    cancelText: "Nach dem Ende wird nichts mehr abgebucht. Sie können die Kündigung zurücknehmen.",
    paidUntil: (day) => `Es ist bis ${day} bezahlt.`,
    cancelAtEnd: "Zum Ende des bezahlten Zeitraums kündigen",
    cancelNow: "Sofort kündigen",
    keep: "Abonnement behalten",
    recover: "Kündigung zurücknehmen",
    recoverText:
      "Ihr Abonnement läuft weiter wie bisher. Eine überfällige Verlängerung wird sofort abgebucht.",
    changeCard: "Karte ändern",
    changeCardText: "Künftige Verlängerungen werden von dieser Karte abgebucht. Jetzt wird nichts abgebucht.",
    useCard: "Diese Karte verwenden",
    unknown:
      "Wir haben keine Antwort erhalten; möglicherweise wurde die Änderung ausgeführt. Prüfen Sie unten den Stand, bevor Sie es erneut versuchen.",
    noCard:
      "Das Kartenformular wurde nicht geladen, es wurde keine Karte gesendet. Es wurde nichts geändert.",
    backToOrder: "Zurück zur Bestellung",
  },
  cards: {
    title: "Meine Karten",
    text: "Ihre Karten speichert unser Zahlungsdienstleister, nicht dieser Shop. Eine deaktivierte Karte wird nicht belastet, auch nicht für ein Abonnement.",
    none: "Noch keine gespeicherten Karten. Karten werden beim Bezahlen gespeichert.",
    expires: "Läuft ab",
    enabled: "Aktiv",
    disabled: "Deaktiviert",
    enable: "Aktivieren",
    disable: "Deaktivieren",
    named: (action, card) => `${action}: ${card}`,
  },
  notices: {
    subscription_canceled: "Ihr Abonnement wurde gekündigt.",
    subscription_recovered: "Ihr Abonnement läuft weiter.",
    card_changed: "Künftige Verlängerungen werden von der neuen Karte abgebucht.",
    card_enabled: "Karte aktiviert.",
    card_disabled: "Karte deaktiviert.",
  },
};
