import type { Locale } from "./types.ts";

/** Italian. */
export const it: Locale = {
  title: "Dati della carta",
  labels: {
    number: "Numero di carta",
    expiry: "Data di scadenza",
    expiryMonth: "Mese di scadenza",
    expiryYear: "Anno di scadenza",
    cvv: "Codice CVV",
    cardholder: "Nome sulla carta",
    postalCode: "CAP",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "AA",
    cvv: "CVV",
    cardholder: "Nome e cognome",
    postalCode: "00100",
  },
  optional: "facoltativo",
  errors: {
    number: {
      required: "Inserisci il numero di carta",
      incomplete: "Il numero di carta è incompleto",
      check_digit: "C’è un errore nel numero di carta",
      unsupported_brand: "Non accettiamo questa carta",
      invalid: "Controlla il numero di carta",
    },
    expiry: {
      required: "Inserisci la data di scadenza",
      incomplete: "Inserisci mese e anno",
      invalid: "Controlla il mese di scadenza",
      expired: "La carta è scaduta",
      too_far: "Controlla l’anno di scadenza",
      refused: "Controlla la data di scadenza",
    },
    cvv: {
      required: "Inserisci il codice CVV",
      incomplete: "Codice CVV incompleto",
      invalid: "Controlla il codice CVV",
    },
    cardholder: {
      required: "Inserisci il nome sulla carta",
      invalid: "Inserisci il nome riportato sulla carta",
      holds_card_number: "Non inserire qui il numero di carta",
    },
    postalCode: {
      required: "Inserisci il CAP",
      invalid: "Controlla il CAP",
    },
  },
  failures: {
    form_invalid: "Controlla i campi evidenziati.",
    card_refused: "La tua carta è stata rifiutata. Controlla i dati o usa un’altra carta.",
    network: "Connessione non riuscita. Non ti è stato addebitato nulla. Riprova.",
    offline: "Sei offline. Connettiti a Internet e riprova.",
    aborted: "Il pagamento è stato annullato. Non ti è stato addebitato nulla.",
    not_allowed: "Questo pagamento non è possibile al momento. Contatta il negozio.",
    gateway_error: "Si è verificato un errore. Non ti è stato addebitato nulla. Riprova.",
    rate_limited: "Troppi tentativi. Riprova {time}.",
    extra_invalid: "Controlla il nome e il CAP.",
  },
  declines: {
    general: "La tua carta è stata rifiutata. Usa un’altra carta o contatta la tua banca.",
    wrong_number: "Il numero di carta non è corretto.",
    wrong_expiry: "La data di scadenza non è corretta.",
    expired_card: "La carta è scaduta.",
    wrong_cvv: "Il codice CVV non è corretto.",
    wrong_details: "Alcuni dati non corrispondono alla carta.",
    insufficient_funds:
      "L’importo supera il saldo o il limite della carta. Usa un’altra carta o contatta la tua banca.",
    try_again_later: "Questo pagamento non è possibile al momento. Riprova tra qualche minuto.",
    authentication_failed:
      "Il pagamento non è stato confermato con la tua banca. Riprova o usa un’altra carta.",
  },
  reloaded: "Il modulo della carta è stato ricaricato. Inserisci di nuovo i dati della carta.",
  cvvHint: "3 cifre sul retro della carta",
  cvvHintAmex: "4 cifre sul fronte della carta",
  chooseNetwork: "Scegli {networks}",
  networkSelected: "Selezionato: {network}",
  savedCard: "Carta salvata",
  endingIn: "{brand} che termina con {lastFour}",
};
