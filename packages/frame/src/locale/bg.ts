import type { Locale } from "./types.ts";

/** Bulgarian. */
export const bg: Locale = {
  title: "Данни на картата",
  labels: {
    number: "Номер на картата",
    expiry: "Валидна до",
    expiryMonth: "Изтича (месец)",
    expiryYear: "Изтича (година)",
    cvv: "Код за сигурност",
    cardholder: "Име върху картата",
    postalCode: "Пощенски код",
  },
  placeholders: {
    expiryMonth: "ММ",
    expiryYear: "ГГ",
    cvv: "CVV",
    cardholder: "Име и фамилия",
    postalCode: "1000",
  },
  optional: "по избор",
  errors: {
    number: {
      required: "Въведете номера на картата",
      incomplete: "Номерът на картата е непълен",
      check_digit: "Има грешка в номера на картата",
      unsupported_brand: "Не приемаме тази карта",
      invalid: "Проверете номера на картата",
    },
    expiry: {
      required: "Въведете срок на валидност",
      incomplete: "Въведете месец и година",
      invalid: "Проверете месеца",
      expired: "Картата е изтекла",
      too_far: "Проверете годината",
      refused: "Проверете валидността",
    },
    cvv: {
      required: "Въведете кода за сигурност",
      incomplete: "Непълен код за сигурност",
      invalid: "Проверете кода за сигурност",
    },
    cardholder: {
      required: "Въведете името върху картата",
      invalid: "Въведете името, както е на картата",
      holds_card_number: "Не въвеждайте номер на карта тук",
    },
    postalCode: {
      required: "Въведете пощенския код",
      invalid: "Проверете пощенския код",
    },
  },
  failures: {
    form_invalid: "Моля, проверете отбелязаните полета.",
    card_refused: "Картата Ви беше отказана. Проверете данните или използвайте друга карта.",
    network: "Свързването не беше успешно. Не е удържана сума. Моля, опитайте отново.",
    offline: "Нямате връзка с интернет. Свържете се и опитайте отново.",
    aborted: "Плащането беше отменено. Не е удържана сума.",
    not_allowed: "Плащането не е възможно в момента. Моля, свържете се с магазина.",
    gateway_error: "Възникна грешка. Не е удържана сума. Моля, опитайте отново.",
    rate_limited: "Твърде много опити. Опитайте отново {time}.",
    extra_invalid: "Проверете името и пощенския код.",
  },
  reloaded: "Формулярът за карта беше зареден отново. Въведете картата си още веднъж.",
  cvvHint: "3 цифри на гърба на картата",
  cvvHintAmex: "4 цифри на лицето на картата",
  chooseNetwork: "Изберете {networks}",
  networkSelected: "Избрано: {network}",
  savedCard: "Запазена карта",
  endingIn: "{brand}, завършваща на {lastFour}",
};
