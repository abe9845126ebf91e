import type { AfterPaymentTexts } from "./types.ts";

export const de: AfterPaymentTexts = {
  refunds: {
    title: "Erstattung",
    text: "Das Geld geht auf die Karte oder das Konto zurück, womit bezahlt wurde. Eine Erstattung lässt sich nicht zurücknehmen.",
    amount: "Betrag der Erstattung",
    reason: "Grund",
    refund: "Erstatten",
    refunded: "Erstattet",
    left: "Noch zu erstatten",
    partly: "teilweise erstattet",
    sending: (amount) => `Eine Erstattung von ${amount} wird gesendet. Sehen Sie gleich wieder nach.`,
    unknownTitle: "Wir wissen nicht, ob erstattet wurde",
    unknownText: (amount) =>
      `Das Gateway hat nicht geantwortet; vielleicht wurden ${amount} erstattet. Bis das feststeht, wird nichts weiter gesendet. Die Benachrichtigung des Gateways wird es sagen: Sehen Sie wieder nach.`,
    dismissTitle: "Die Benachrichtigung kommt nicht",
    dismissText:
      "Suchen Sie die Erstattung zuerst in der Liste des Gateways. Fehlt sie dort, wurde sie nicht ausgeführt.",
    dismiss: "Ich habe nachgesehen: Sie wurde nicht ausgeführt",
    failed: "Das Gateway hat die Erstattung nicht ausgeführt.",
    made: (amount) => `${amount} wurden erstattet.`,
    fullTitle: "Ihre Zahlung wurde erstattet",
    partTitle: "Ein Teil Ihrer Zahlung wurde erstattet",
    shopperText: (refunded, charged) =>
      `${refunded} von ${charged} gingen an Sie zurück. Bei Banken dauert es einige Tage, bis es zu sehen ist.`,
    operatorPage: "Diese Bestellung beim Betreiber (QA)",
  },
  subscription: {
    title: "Mein Abonnement",
    subscribe: (first, later, days) => `Abonnieren · heute ${first}, dann ${later} alle ${days} Tage`,
    manage: "Abonnement verwalten",
    cancel: "Abonnement kündigen",
    cancelTitle: "Abonnement kündigen?",
    cancelText: "Ist es beendet, wird nichts mehr abgebucht. Sie können die Kündigung zurücknehmen.",
    paidUntil: (day) => `Bezahlt ist es bis ${day}.`,
    cancelAtEnd: "Zum Ende der bezahlten Zeit kündigen",
    cancelNow: "Sofort kündigen",
    keep: "Abonnement behalten",
    recover: "Kündigung zurücknehmen",
    recoverText:
      "Das Abonnement läuft weiter wie bisher. Eine Abbuchung, deren Tag vorbei ist, wird sofort ausgeführt.",
    changeCard: "Mit einer anderen Karte bezahlen",
    changeCardText: "Spätere Abbuchungen gehen auf diese Karte. Jetzt wird nichts abgebucht.",
    useCard: "Diese Karte verwenden",
    unknown:
      "Das Gateway hat nicht geantwortet; vielleicht wurde es ausgeführt. Unten steht, was wir wissen; sehen Sie wieder nach, bevor Sie es wiederholen.",
    noCard: "Das Kartenformular wurde nicht geladen, es wurde keine Karte gesendet. Nichts wurde geändert.",
    backToOrder: "Zurück zur Bestellung",
  },
  cards: {
    title: "Meine Karten",
    text: "Diese Karten bewahrt das Gateway auf, nicht dieser Laden. Eine ausgeschaltete Karte nimmt keine Zahlung und keine Abbuchung eines Abonnements an.",
    none: "Noch ist keine Karte von Ihnen hinterlegt. Bezahlen Sie mit Karte, dann ist es eine.",
    expires: "Läuft ab",
    enabled: "An",
    disabled: "Aus",
    enable: "Einschalten",
    disable: "Ausschalten",
    named: (action, card) => `${action}: ${card}`,
  },
  notices: {
    subscription_canceled: "Ihr Abonnement ist gekündigt.",
    subscription_recovered: "Ihr Abonnement läuft weiter.",
    card_changed: "Spätere Abbuchungen gehen auf die neue Karte.",
    card_enabled: "Die Karte ist eingeschaltet.",
    card_disabled: "Die Karte ist ausgeschaltet.",
  },
};
