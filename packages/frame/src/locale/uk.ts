import type { Locale } from "./types.ts";

/** Ukrainian. */
export const uk: Locale = {
  title: "Дані картки",
  labels: {
    number: "Номер картки",
    expiry: "Термін дії",
    expiryMonth: "Термін (місяць)",
    expiryYear: "Термін (рік)",
    cvv: "Код безпеки",
    cardholder: "Ім’я на картці",
    postalCode: "Поштовий індекс",
  },
  placeholders: {
    expiryMonth: "ММ",
    expiryYear: "РР",
    cvv: "CVV",
    cardholder: "Ім’я та прізвище",
    postalCode: "01001",
  },
  optional: "необов’язково",
  errors: {
    number: {
      required: "Введіть номер картки",
      incomplete: "Номер картки введено не повністю",
      check_digit: "У номері картки є помилка",
      unsupported_brand: "Ми не приймаємо цю картку",
      invalid: "Перевірте номер картки",
    },
    expiry: {
      required: "Введіть термін дії",
      incomplete: "Введіть місяць і рік",
      invalid: "Перевірте місяць",
      expired: "Термін дії картки минув",
      too_far: "Перевірте рік",
      refused: "Перевірте термін дії",
    },
    cvv: {
      required: "Введіть код безпеки",
      incomplete: "Код безпеки неповний",
      invalid: "Перевірте код безпеки",
    },
    cardholder: {
      required: "Введіть ім’я, вказане на картці",
      invalid: "Введіть ім’я так, як на картці",
      holds_card_number: "Не вводьте тут номер картки",
    },
    postalCode: {
      required: "Введіть поштовий індекс",
      invalid: "Перевірте поштовий індекс",
    },
  },
  failures: {
    form_invalid: "Перевірте позначені поля.",
    card_refused: "Картку відхилено. Перевірте дані або скористайтеся іншою карткою.",
    network: "Не вдалося з’єднатися. Кошти не списано. Спробуйте ще раз.",
    offline: "Немає з’єднання з інтернетом. Підключіться та спробуйте ще раз.",
    aborted: "Платіж скасовано. Кошти не списано.",
    not_allowed: "Зараз цей платіж неможливий. Зверніться до магазину.",
    gateway_error: "Сталася помилка. Кошти не списано. Спробуйте ще раз.",
    rate_limited: "Забагато спроб. Спробуйте ще раз {time}.",
    extra_invalid: "Перевірте ім’я та поштовий індекс.",
  },
  reloaded: "Форму картки перезавантажено. Введіть картку ще раз.",
  cvvHint: "3 цифри на звороті картки",
  cvvHintAmex: "4 цифри на лицьовому боці картки",
  chooseNetwork: "Виберіть {networks}",
  networkSelected: "Вибрано: {network}",
  savedCard: "Збережена картка",
  endingIn: "{brand}, останні цифри {lastFour}",
};
