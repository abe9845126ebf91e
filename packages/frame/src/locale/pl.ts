import type { Locale } from "./types.ts";

/** Polish. */
export const pl: Locale = {
  title: "Dane karty",
  labels: {
    number: "Numer karty",
    expiry: "Data ważności",
    expiryMonth: "Miesiąc ważności",
    expiryYear: "Rok ważności",
    cvv: "Kod CVV",
    cardholder: "Imię i nazwisko na karcie",
    postalCode: "Kod pocztowy",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "RR",
    cvv: "CVV",
    cardholder: "Imię i nazwisko",
    postalCode: "00-001",
  },
  optional: "opcjonalnie",
  errors: {
    number: {
      required: "Podaj numer karty",
      incomplete: "Numer karty jest niepełny",
      check_digit: "W numerze karty jest błąd",
      unsupported_brand: "Nie akceptujemy tej karty",
      invalid: "Sprawdź numer karty",
    },
    expiry: {
      required: "Podaj datę ważności",
      incomplete: "Podaj miesiąc i rok",
      invalid: "Sprawdź miesiąc ważności",
      expired: "Karta straciła ważność",
      too_far: "Sprawdź rok ważności",
      refused: "Sprawdź datę ważności",
    },
    cvv: {
      required: "Podaj kod CVV",
      incomplete: "Niepełny kod CVV",
      invalid: "Sprawdź kod CVV",
    },
    cardholder: {
      required: "Podaj imię i nazwisko z karty",
      invalid: "Podaj imię i nazwisko tak jak na karcie",
      holds_card_number: "Nie wpisuj tu numeru karty",
    },
    postalCode: {
      required: "Podaj kod pocztowy",
      invalid: "Sprawdź kod pocztowy",
    },
  },
  failures: {
    form_invalid: "Sprawdź zaznaczone pola.",
    card_refused: "Karta została odrzucona. Sprawdź dane lub użyj innej karty.",
    network: "Nie udało się połączyć. Środki nie zostały pobrane. Spróbuj ponownie.",
    offline: "Brak połączenia z internetem. Połącz się i spróbuj ponownie.",
    aborted: "Płatność została anulowana. Środki nie zostały pobrane.",
    not_allowed: "Tej płatności nie można teraz wykonać. Skontaktuj się ze sklepem.",
    gateway_error: "Wystąpił błąd. Środki nie zostały pobrane. Spróbuj ponownie.",
    rate_limited: "Zbyt wiele prób. Spróbuj ponownie {time}.",
    extra_invalid: "Sprawdź imię i nazwisko oraz kod pocztowy.",
  },
  declines: {
    general: "Karta została odrzucona. Użyj innej karty lub skontaktuj się ze swoim bankiem.",
    wrong_number: "Numer karty jest nieprawidłowy.",
    wrong_expiry: "Data ważności jest nieprawidłowa.",
    expired_card: "Karta straciła ważność.",
    wrong_cvv: "Kod CVV jest nieprawidłowy.",
    wrong_details: "Niektóre dane nie zgadzają się z kartą.",
    insufficient_funds:
      "Kwota przekracza saldo lub limit karty. Użyj innej karty lub skontaktuj się ze swoim bankiem.",
    try_again_later: "Tej płatności nie można teraz wykonać. Spróbuj ponownie za kilka minut.",
    authentication_failed:
      "Płatność nie została potwierdzona w Twoim banku. Spróbuj ponownie lub użyj innej karty.",
  },
  reloaded: "Formularz karty został ponownie wczytany. Wpisz dane karty jeszcze raz.",
  cvvHint: "3 cyfry na odwrocie karty",
  cvvHintAmex: "4 cyfry z przodu karty",
  chooseNetwork: "Wybierz: {networks}",
  networkSelected: "Wybrano: {network}",
  savedCard: "Zapisana karta",
  endingIn: "{brand}, ostatnie cyfry {lastFour}",
};
