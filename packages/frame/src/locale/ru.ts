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
  declines: {
    general: "Карта отклонена. Используйте другую карту или обратитесь в банк.",
    wrong_number: "Неверный номер карты.",
    wrong_expiry: "Неверный срок действия.",
    expired_card: "Срок действия карты истёк.",
    wrong_cvv: "Неверный код CVC/CVV.",
    wrong_details: "Некоторые данные не совпадают с картой.",
    insufficient_funds:
      "Сумма превышает остаток или лимит карты. Используйте другую карту или обратитесь в банк.",
    try_again_later: "Сейчас этот платёж невозможен. Попробуйте ещё раз через несколько минут.",
    authentication_failed: "Платёж не подтверждён в банке. Попробуйте ещё раз или используйте другую карту.",
  },
  reloaded: "Форма карты была перезагружена. Введите данные карты ещё раз.",
  cvvHint: "3 цифры на обороте карты",
  cvvHintAmex: "4 цифры на лицевой стороне карты",
  chooseNetwork: "Выберите {networks}",
  networkSelected: "Выбрано: {network}",
  savedCard: "Сохранённая карта",
  endingIn: "{brand}, последние цифры {lastFour}",
};
