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
};
