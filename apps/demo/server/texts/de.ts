import type { Texts } from "./en.ts";

export const de: Texts = {
  language: "Deutsch",
  direction: "ltr",

  tagline: "Kleine Dinge für ruhige Tage",
  intro: "Drei Stücke für Tisch und Schreibtisch. Für diese Demo erfunden und nie ausverkauft.",
  toGallery: "Alle Varianten des Kartenformulars in der Galerie",
  skip: "Zum Inhalt",
  home: "Odd Harbour, Startseite",
  demoNote: "Demo-Shop: Hier wird nichts verkauft, und echte Karten werden nicht angenommen.",
  languageLabel: "Sprache",
  products: {
    "dawn-mug": { name: "Becher Morgenrot", line: "Steinzeug, von Hand glasiert, 300\u00a0ml" },
    "heron-kettle": { name: "Wasserkessel Reiher", line: "Langer Ausguss, ruhiger Strahl, 0,9\u00a0l" },
    "field-notebook": { name: "Feldnotizbuch", line: "Leineneinband, 160 leere Seiten" },
    "harbour-box": { name: "Hafenkiste", line: "Jeden Monat etwas Kleines aus der Werkstatt" },
  },
  productsTitle: "Alle Produkte",
  addToBasket: "In den Warenkorb",
  addNamed: (name) => `In den Warenkorb: ${name}`,
  added: (name) => `${name} liegt in Ihrem Warenkorb.`,

  basket: "Warenkorb",
  viewBasket: "Warenkorb ansehen",
  openPayment: (amount) =>
    `Eine Zahlung über ${amount} ist noch nicht abgeschlossen. Wenn Sie noch einmal zahlen, wird Ihnen der Betrag vielleicht zweimal belastet.`,
  basketEmpty: "Ihr Warenkorb ist leer.",
  more: (name) => `Ein Stück mehr: ${name}`,
  fewer: (name) => `Ein Stück weniger: ${name}`,
  quantity: "Menge",
  total: "Summe",
  toCheckout: "Zur Kasse",

  checkout: "Kasse",
  contactTitle: "Kontakt",
  contact: { firstName: "Vorname", lastName: "Nachname", email: "E-Mail-Adresse", country: "Land" },
  contactMissing: {
    firstName: "Geben Sie Ihren Vornamen ein",
    lastName: "Geben Sie Ihren Nachnamen ein",
    email: "Geben Sie Ihre E-Mail-Adresse ein",
    country: "Wählen Sie Ihr Land",
  },
  chooseCountry: "Land auswählen",
  contactProblems: {
    too_long: "Das ist zu lang",
    not_an_email: "Geben Sie eine gültige E-Mail-Adresse ein",
    holds_card_number: "Das sieht wie eine Kartennummer aus. Geben Sie sie unten im Kartenformular ein.",
  },
  paymentTitle: "Zahlung",
  paymentHint: "Ihre Kartendaten gehen verschlüsselt und direkt an unseren Zahlungsdienstleister.",
  pay: (amount) => `${amount} bezahlen`,
  paying: "Zahlung läuft…",
  payingSlowly: "Das dauert länger als üblich. Bitte schließen Sie diese Seite nicht.",
  summary: "Ihre Bestellung",
  anotherCard: "Andere Karte verwenden",
  saveCard: "Diese Karte für das nächste Mal speichern",
  card: "Karte",
  savedCard: (brand, lastFour) => `${brand} mit den Endziffern ${lastFour}`,
  wayMore: "Weitere Zahlungsarten",
  popularIn: (country) => `Beliebt in ${country}`,
  allMethods: (count) => `Alle Zahlungsarten (${count})`,
  chooseSource: "Wählen Sie eine Zahlungsart.",
  choose: "Auswählen",
  optional: "(freiwillig)",
  lastUsed: "Schon benutzt",
  bankTransfer: "Überweisung",
  sourceNames: {
    consumer: "Wie beim letzten Mal",
    paymentAccountId: "Gespeicherte Karte (ohne Prüfnummer)",
    banktransferChile: "Überweisung (Chile)",
    onlinebanking: "Onlinebanking",
    sepa: "SEPA-Lastschrift",
    crypto: "Kryptowährung",
  },
  sourceFields: {
    iban: "IBAN",
    bic: "BIC",
    accountType: "Kontoart",
    abaNumber: "Bankleitzahl (ABA), 9 Ziffern",
    accountNumber: "Kontonummer",
    token: "Token",
    cpf: "CPF, 11 Ziffern",
    accountDocType: "Art des Ausweises",
    accountDocId: "Nummer des Ausweises",
    bankCode: "Bank",
  },
  fieldInvalid: (label) => `${label}: Geben Sie einen gültigen Wert ein`,
  accountTypes: { C: "Girokonto", S: "Sparkonto" },
  boxTerms: (first, monthly, days) => `Heute ${first}, danach ${monthly} alle ${days} Tage.`,
  toSubscribe: "Abonnieren",
  paneMissing: "Das Kartenformular ist gerade nicht verfügbar. Ihr Warenkorb bleibt erhalten.",
  reload: "Seite neu laden",
  paneLoading: "Das Kartenformular wird noch geladen.",
  noScript:
    "Kartenzahlungen brauchen JavaScript, das hier ausgeschaltet oder blockiert ist. Andere Zahlungsarten gehen auch ohne.",
  shopUnreachable:
    "Wir wissen noch nicht, ob Sie belastet wurden. Sehen Sie Ihre Bestellung an, bevor Sie noch einmal zahlen.",
  challenge: { title: "Zahlung bestätigen", close: "Zahlung abbrechen", loading: "Wird geladen…" },

  declinedTitle: "Ihre Zahlung wurde abgelehnt",
  declines: {
    cancelled: "Die Zahlung wurde vor dem Abschluss abgebrochen.",
    timed_out: "Die Zahlung wurde nicht rechtzeitig abgeschlossen.",
  },
  accountDeclines: {
    bank: "Ihre Bank oder Ihr Anbieter hat die Zahlung abgelehnt.",
    funds: "Ihr Konto ist nicht ausreichend gedeckt.",
  },
  declinedRetry: "Es wurde nichts abgebucht.",
  code: "Code",
  support: "Angaben für den Support",
  errorTitle: (title) => `Fehler: ${title}`,
  notMade: {
    no_card:
      "Das Kartenformular wurde nicht geladen. Es wurde nichts abgebucht. Laden Sie die Seite neu, oder wählen Sie eine andere Zahlungsart.",
    not_sent:
      "Wir konnten die Zahlung nicht senden. Es wurde nichts abgebucht. Versuchen Sie es noch einmal.",
    refused: "Bei uns ist ein Fehler aufgetreten. Es wurde nichts abgebucht. Wir kümmern uns darum.",
    token_spent:
      "Die Zeit für das Kartenformular ist abgelaufen. Es wurde nichts abgebucht. Geben Sie Ihre Kartendaten noch einmal ein.",
    logged_out:
      "Ihre Anmeldung ist abgelaufen. Es wurde nichts abgebucht. Melden Sie sich wieder an; Ihr Warenkorb bleibt erhalten.",
    blocked: "Ihr Guthabenkonto ist gesperrt. Es wurde nichts abgebucht. Wenden Sie sich an uns.",
    invalid:
      "Einige Angaben wurden nicht angenommen. Es wurde nichts abgebucht. Prüfen Sie sie, und versuchen Sie es noch einmal.",
  },
  notMadeTitle: "Zahlung nicht abgeschlossen",

  orderNumber: "Bestellung",
  paidTitle: "Zahlung abgeschlossen",
  paidText: (email) => `Vielen Dank. In einem echten Shop ginge jetzt eine Quittung an ${email}.`,
  paidPartly: (charged, total) => `Ihnen wurden ${charged} statt ${total} berechnet.`,
  paidBy: "Bezahlt mit",
  reference: "Referenz",
  onStatement: "Auf Ihrem Kontoauszug als",
  tryAgain: "Noch einmal versuchen",
  payingTitle: "Ihre Zahlung wird bearbeitet",
  payingText:
    "Ihre Bank hat noch nicht geantwortet. Zahlen Sie nicht noch einmal; sehen Sie gleich wieder nach.",
  lookAgain: "Noch einmal nachsehen",
  checkOrder: "Bestellung ansehen",
  awaitingTitle: "Noch ein Schritt",
  awaitingText: "Schließen Sie die Zahlung bei Ihrer Bank oder Ihrem Anbieter ab.",
  toBank: "Weiter zur Zahlung",
  qrTitle: "Zum Bezahlen scannen",
  qrText: "Zahlungscode",
  copy: "Kopieren",
  copied: "Kopiert",
  leave: "Andere Zahlungsart wählen",
  leaveText:
    "Diese Zahlung bleibt offen, bis sie abläuft. Wenn Sie eine andere Zahlungsart wählen, schließen Sie diese nicht mehr ab.",
  voidedTitle: "Betrag wieder auf Ihrem Guthabenkonto",
  paidTwice: "Diese Bestellung wurde zweimal bezahlt. Eine der Zahlungen erstatten wir Ihnen.",
  mismatchedTitle: "Wir prüfen Ihre Zahlung",
  mismatchedText: "Zahlen Sie nicht noch einmal. Wir melden uns bei Ihnen.",
  subscriptionStatus: "Status",
  subscriptionStates: { active: "Aktiv", canceled: "Gekündigt" },
  cycle: "Verlängerungen bisher",
  renewal: "Nächste Verlängerung",
  ends: "Endet",
  laterCharges: "Verlängerungen",
  chargePaid: "Bezahlt",
  chargeDeclined: "Abgelehnt",
  reportedTitle: "Ihre Zahlung wird bestätigt",
  reportedText:
    "Wir warten auf die Bestätigung unseres Zahlungsdienstleisters. Diese Seite aktualisiert sich von selbst.",
  reportedApproved: "Ihre Bank hat die Zahlung freigegeben",
  unknownTitle: "Wir wissen noch nicht, ob Sie belastet wurden",
  unknownText:
    "Die Verbindung ist abgerissen, Sie wurden also vielleicht belastet. Zahlen Sie nicht noch einmal.",
  createdTitle: "Diese Bestellung ist noch nicht bezahlt",
  shopOn: "Weiter einkaufen",
  sessionEnded: {
    title: "Ihre Sitzung ist abgelaufen",
    text: "Es wurde nichts abgebucht. Legen Sie Ihre Artikel noch einmal in den Warenkorb.",
  },
  refusals: {
    invalid: "Einige Angaben wurden nicht angenommen. Prüfen Sie sie, und versuchen Sie es noch einmal.",
    unreachable:
      "Wir konnten unseren Zahlungsdienstleister nicht erreichen, also wurde nichts gesendet. Versuchen Sie es noch einmal.",
    unknown:
      "Wir haben keine Antwort bekommen, es hat also vielleicht geklappt. Senden Sie es noch einmal: Es kann nicht zweimal ausgeführt werden.",
    conflict:
      "Das wurde schon mit anderen Angaben gesendet, jetzt also nichts. Versuchen Sie es noch einmal.",
    refused: "Bei uns ist ein Fehler aufgetreten. Wir kümmern uns darum.",
    throttled: (seconds) =>
      `Zu viele Versuche. Versuchen Sie es in ${new Intl.NumberFormat("de", { style: "unit", unit: "second", unitDisplay: "long" }).format(seconds)} noch einmal.`,
  },

  notFoundTitle: "Seite nicht gefunden",
  notFoundText: "Diese Seite gibt es nicht, oder die Bestellung gehört zu einer anderen Sitzung.",
  failedTitle: "Bei uns ist ein Fehler aufgetreten",
  failedText: "Wir konnten diese Seite nicht anzeigen. Ihr Warenkorb bleibt erhalten.",

  wallet: {
    title: "Guthaben",
    intro: "Guthaben im Shop: mit Karte aufladen und an der Kasse ausgeben.",

    codeHint: "6 Ziffern aus Ihrer Authenticator-App.",
    logIn: "Anmelden",
    logOut: "Abmelden",
    openText: "Sie brauchen eine Authenticator-App. Es gibt kein Passwort.",
    open: "Guthabenkonto eröffnen",
    opened: (email) => `Das Guthabenkonto für ${email} ist bereit.`,
    scanTitle: "Authenticator einrichten",
    scanText:
      "Scannen Sie den Code mit Ihrer Authenticator-App, und melden Sie sich mit den 6 Ziffern an, die sie zeigt.",
    secret: "Einrichtungsschlüssel",
    secretHint:
      "Scannen geht nicht? Geben Sie diesen Schlüssel ein. Halten Sie ihn geheim: Wer ihn hat, kann sich als Sie anmelden.",
    loggedInAs: (email) => `Angemeldet als ${email}`,

    accounts: "Konten",
    accountName: "Name",
    currency: "Währung",
    accountTypes: { fiat: "Geld", promo: "Aktionsguthaben" },
    createAccount: "Konto anlegen",
    inactive: "Stillgelegt",

    amount: "Betrag",
    refill: "Aufladen",
    refillText: "Sie zahlen auf der Seite unseres Zahlungsdienstleisters und kommen dann hierher zurück.",
    refillName: (account) => `${account} aufladen`,
    goToRefill: "Weiter zur Kartenzahlung",

    account: "Konto",
    voided: "Storniert",
    directions: { income: "Eingang", outcome: "Ausgang" },

    refills: {
      waiting: {
        title: "Wir warten auf Ihre Kartenzahlung",
        text: "Diese Seite aktualisiert sich von selbst.",
      },
      succeeded: { title: "Aufgeladen", text: "Ihre Zahlung ist bestätigt." },
      failed: { title: "Nicht aufgeladen", text: "Ihr Guthaben ist unverändert." },
    },

    transactions: "Buchungen",

    payNoAccount: "Sie haben kein Konto in dieser Währung.",
    payPromoFirst: "Aktionsguthaben in dieser Währung wird zuerst verbraucht.",

    sendAgain: "Noch einmal senden",
    loggedOut: "Sie sind abgemeldet.",
    accountCreated: "Konto angelegt.",
    refusals: {
      login_refused: "Die E-Mail-Adresse oder der Code ist falsch, oder der Code wurde schon benutzt.",
      taken: "Sie haben schon ein Guthabenkonto. Melden Sie sich an.",
    },
    mustBeNumber: "Geben Sie einen Betrag ein, zum Beispiel 12,50",
  },
  afterPayment: {
    refunds: {
      fullTitle: "Ihre Zahlung wurde erstattet",
      partTitle: "Ihre Zahlung wurde zum Teil erstattet",
      shopperText: (refunded, charged) =>
        `${refunded} von ${charged} wurden erstattet. Bis das auf Ihrem Kontoauszug steht, kann es einige Tage dauern.`,
    },
    subscription: {
      title: "Mein Abo",
      subscribe: (first) => `Abonnieren · heute ${first}`,
      consent: (later, days) =>
        `Mit dem Abo erlauben Sie uns, Ihre Karte alle ${days} Tage mit ${later} zu belasten, bis Sie kündigen. Das geht jederzeit unter`,
      cancel: "Abo kündigen",
      cancelText: "Danach wird nichts mehr abgebucht.",
      paidUntil: (day) => `Bezahlt bis ${day}.`,
      cancelAtEnd: "Zum Ende des bezahlten Zeitraums kündigen",
      cancelNow: "Sofort kündigen",
      changeCard: "Karte wechseln",
      changeCardText: "Künftige Verlängerungen werden mit dieser Karte bezahlt. Jetzt wird nichts abgebucht.",
      cardNotChanged: "Ihre Karte wurde nicht gewechselt. Geben Sie sie noch einmal ein.",
      useCard: "Diese Karte verwenden",
      backToOrder: "Zurück zur Bestellung",
    },
    cards: {
      title: "Meine Karten",
      text: "Ihre Karten speichert unser Zahlungsdienstleister, nicht dieser Shop. Eine gesperrte Karte kann nicht belastet werden, auch nicht für ein Abo.",
      none: "Noch keine gespeicherten Karten.",
      expires: "Gültig bis",
      disabled: "Gesperrt",
      enable: "Entsperren",
      disable: "Sperren",
    },
    changeUnknown:
      "Wir haben keine Antwort bekommen: Die Änderung kann erfolgt sein. Sehen Sie unten nach, bevor Sie es noch einmal versuchen.",
    notices: {
      subscription_canceled: "Ihr Abo ist gekündigt.",
      card_changed: "Künftige Verlängerungen werden mit der neuen Karte bezahlt.",
      card_enabled: "Karte entsperrt.",
      card_disabled: "Karte gesperrt.",
    },
  },
};
