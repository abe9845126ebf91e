import type { Locale } from "./types.ts";

/** Russian. */
export const ru: Locale = {
  title: "Данные карты",
  labels: {
    number: "Номер карты",
    expiry: "Срок действия",
    expiryMonth: "Месяц окончания",
    expiryYear: "Год окончания",
    cvv: "Код CVC/CVV",
    cardholder: "Имя на карте",
    postalCode: "Почтовый индекс",
  },
  placeholders: {
    expiryMonth: "ММ",
    expiryYear: "ГГ",
    cvv: "CVV",
    cardholder: "Имя и фамилия",
    postalCode: "101000",
  },
  optional: "необязательно",
  errors: {
    number: {
      required: "Введите номер карты",
      incomplete: "Номер карты введён не полностью",
      check_digit: "В номере карты опечатка",
      unsupported_brand: "Мы не принимаем эту карту",
      invalid: "Проверьте номер карты",
    },
    expiry: {
      required: "Введите срок действия",
      incomplete: "Введите месяц и год",
      invalid: "Проверьте месяц",
      expired: "Срок действия истёк",
      too_far: "Проверьте год",
      refused: "Проверьте срок действия",
    },
    cvv: {
      required: "Введите код CVC/CVV",
      incomplete: "Код CVC/CVV неполный",
      invalid: "Проверьте код CVC/CVV",
    },
    cardholder: {
      required: "Введите имя, указанное на карте",
      invalid: "Введите имя так, как оно указано на карте",
      holds_card_number: "Не вводите здесь номер карты",
    },
    postalCode: {
      required: "Введите почтовый индекс",
      invalid: "Проверьте почтовый индекс",
    },
  },
  failures: {
    form_invalid: "Проверьте выделенные поля.",
    card_refused: "Карта отклонена. Проверьте данные или используйте другую карту.",
    network: "Не удалось подключиться. Деньги не списаны. Попробуйте ещё раз.",
    offline: "Нет подключения к интернету. Подключитесь и попробуйте ещё раз.",
    aborted: "Платёж отменён. Деньги не списаны.",
    not_allowed: "Сейчас этот платёж невозможен. Обратитесь в магазин.",
    gateway_error: "Произошла ошибка. Деньги не списаны. Попробуйте ещё раз.",
    rate_limited: "Слишком много попыток. Попробуйте ещё раз {time}.",
    extra_invalid: "Проверьте имя и почтовый индекс.",
  },
  reloaded: "Форма карты была перезагружена. Введите данные карты ещё раз.",
  cvvHint: "3 цифры на обороте карты",
  cvvHintAmex: "4 цифры на лицевой стороне карты",
  chooseNetwork: "Выберите {networks}",
  networkSelected: "Выбрано: {network}",
  savedCard: "Сохранённая карта",
  endingIn: "{brand}, последние цифры {lastFour}",
};
