import type { Locale } from "./types.ts";

/** Japanese. */
export const ja: Locale = {
  dir: "ltr",
  title: "カード情報",
  labels: {
    number: "カード番号",
    expiry: "有効期限",
    expiryMonth: "有効期限（月）",
    expiryYear: "有効期限（年）",
    cvv: "セキュリティコード",
    cardholder: "カード名義",
    postalCode: "郵便番号",
  },
  placeholders: {
    number: "1234 1234 1234 1234",
    expiry: "月 / 年",
    expiryMonth: "月",
    expiryYear: "年",
    cvv: "CVV",
    cardholder: "カード表記のとおり",
    postalCode: "100-0001",
  },
  optional: "任意",
  errors: {
    number: {
      required: "カード番号を入力してください",
      incomplete: "カード番号の桁が足りません",
      check_digit: "カード番号に誤りがあります",
      unsupported_brand: "このカードはご利用いただけません",
      invalid: "カード番号ではありません",
      refused: "カード番号をご確認ください",
    },
    expiry: {
      required: "期限を入力",
      incomplete: "期限が不完全です",
      invalid: "月をご確認を",
      expired: "有効期限切れです",
      too_far: "年をご確認を",
      refused: "期限をご確認を",
    },
    cvv: {
      required: "コードを入力",
      incomplete: "桁が足りません",
      invalid: "コードをご確認を",
    },
    cardholder: {
      required: "カード名義を入力してください",
      invalid: "カード表記のとおりに入力ください",
      holds_card_number: "カード番号は入力しないでください",
      refused: "名義をご確認ください",
    },
    postalCode: {
      required: "番号を入力",
      incomplete: "桁が足りません",
      invalid: "番号をご確認を",
      holds_card_number: "番号が不正です",
    },
  },
  failures: {
    form_invalid: "強調表示された項目をご確認ください。",
    card_refused:
      "カードをご利用いただけませんでした。入力内容をご確認いただくか、別のカードをお使いください。",
    timeout: "時間がかかりすぎました。請求は発生していません。もう一度お試しください。",
    network: "接続できませんでした。請求は発生していません。もう一度お試しください。",
    offline: "オフラインです。インターネットに接続して、もう一度お試しください。",
    aborted: "お支払いが中止されました。請求は発生していません。",
    not_allowed: "現在、このお支払いはできません。ショップにお問い合わせください。",
    gateway_error: "エラーが発生しました。請求は発生していません。もう一度お試しください。",
    extra_invalid: "お名前と郵便番号をご確認ください。",
    pane_disabled: "現在、カード決済はご利用いただけません。",
  },
  cvvHint: "カード裏面の3桁の数字",
  cvvHintAmex: "カード表面の4桁の数字",
  savedCard: "保存済みのカード",
  endingIn: "末尾が{lastFour}の{brand}",
};
