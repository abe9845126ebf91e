import type { Locale } from "./types.ts";

/** Japanese. */
export const ja: Locale = {
  title: "カード情報",
  labels: {
    number: "カード番号",
    expiry: "有効期限",
    expiryMonth: "有効期限（月）",
    expiryYear: "有効期限（年）",
    cvv: "セキュリティコード",
    cardholder: "カード名義人",
    postalCode: "郵便番号",
  },
  placeholders: {
    expiryMonth: "月",
    expiryYear: "年",
    cvv: "CVV",
    cardholder: "TARO YAMADA",
    postalCode: "100-0001",
  },
  optional: "任意",
  errors: {
    number: {
      required: "カード番号を入力してください",
      incomplete: "カード番号の桁数が足りません",
      check_digit: "カード番号に誤りがあります",
      unsupported_brand: "このカードはご利用いただけません",
      invalid: "カード番号をご確認ください",
    },
    expiry: {
      required: "有効期限を入力してください",
      incomplete: "月と年を入力してください",
      invalid: "月をご確認ください",
      expired: "カードの有効期限が切れています",
      too_far: "年が正しくありません",
      refused: "有効期限をご確認ください",
    },
    cvv: {
      required: "セキュリティコードを入力してください",
      incomplete: "セキュリティコードの桁数が足りません",
      invalid: "セキュリティコードをご確認ください",
    },
    cardholder: {
      required: "カード名義人を入力してください",
      invalid: "名義人をカードの表記どおりに入力してください",
      holds_card_number: "カード番号は入力しないでください",
    },
    postalCode: {
      required: "郵便番号を入力してください",
      invalid: "郵便番号をご確認ください",
    },
  },
  failures: {
    form_invalid: "エラーのある項目をご確認ください。",
    card_refused: "カードが承認されませんでした。入力内容をご確認いただくか、別のカードをお使いください。",
    network: "接続できませんでした。請求は発生していません。もう一度お試しください。",
    offline: "オフラインです。インターネットに接続して、もう一度お試しください。",
    aborted: "お支払いがキャンセルされました。請求は発生していません。",
    not_allowed: "現在、このお支払いはできません。ショップにお問い合わせください。",
    gateway_error: "エラーが発生しました。請求は発生していません。もう一度お試しください。",
    rate_limited: "試行回数が多すぎます。{time}にもう一度お試しください。",
    extra_invalid: "カード名義人と郵便番号をご確認ください。",
  },
  declines: {
    general: "カードが承認されませんでした。別のカードをお使いいただくか、カード会社にお問い合わせください。",
    wrong_number: "カード番号が正しくありません。",
    wrong_expiry: "有効期限が正しくありません。",
    expired_card: "カードの有効期限が切れています。",
    wrong_cvv: "セキュリティコードが正しくありません。",
    wrong_details: "一部の情報がカードと一致しません。",
    insufficient_funds:
      "お支払い額がカードの残高または利用限度額を超えています。別のカードをお使いいただくか、カード会社にお問い合わせください。",
    try_again_later: "現在、このお支払いはできません。数分後にもう一度お試しください。",
    authentication_failed:
      "カード会社での確認が完了しませんでした。もう一度お試しいただくか、別のカードをお使いください。",
  },
  reloaded: "カード入力フォームが再読み込みされました。カード情報をもう一度入力してください。",
  cvvHint: "カード裏面の3桁の数字",
  cvvHintAmex: "カード表面の4桁の数字",
  chooseNetwork: "{networks}を選択してください",
  networkSelected: "{network}を選択中",
  savedCard: "保存済みのカード",
  endingIn: "末尾が{lastFour}の{brand}",
};
