import type { Locale } from "./types.ts";

/** Chinese, traditional, as in Taiwan. */
export const zhTW: Locale = {
  title: "卡片資料",
  labels: {
    number: "卡號",
    expiry: "有效期限",
    expiryMonth: "到期月份",
    expiryYear: "到期年份",
    cvv: "安全碼",
    cardholder: "持卡人姓名",
    postalCode: "郵遞區號",
  },
  placeholders: {
    expiryMonth: "月",
    expiryYear: "年",
    cvv: "CVV",
    cardholder: "卡片上的姓名",
    postalCode: "100",
  },
  optional: "選填",
  errors: {
    number: {
      required: "請輸入卡號",
      incomplete: "卡號不完整",
      check_digit: "卡號有誤",
      unsupported_brand: "不支援此卡片",
      invalid: "請檢查卡號",
    },
    expiry: {
      required: "請輸入有效期限",
      incomplete: "請輸入月份和年份",
      invalid: "請檢查月份",
      expired: "卡片已過期",
      too_far: "請檢查年份",
      refused: "請檢查有效期限",
    },
    cvv: {
      required: "請輸入安全碼",
      incomplete: "安全碼不完整",
      invalid: "請檢查安全碼",
    },
    cardholder: {
      required: "請輸入持卡人姓名",
      invalid: "請依卡片所示輸入姓名",
      holds_card_number: "請勿在此輸入卡號",
    },
    postalCode: {
      required: "請輸入郵遞區號",
      invalid: "請檢查郵遞區號",
    },
  },
  failures: {
    form_invalid: "請檢查標示的欄位。",
    card_refused: "您的卡片遭拒。請檢查資料或使用其他卡片。",
    network: "無法連線，尚未扣款，請再試一次。",
    offline: "您已離線。請連上網路後再試一次。",
    aborted: "付款已取消，尚未扣款。",
    not_allowed: "目前無法進行這筆付款。請聯絡商店。",
    gateway_error: "發生錯誤，尚未扣款，請再試一次。",
    rate_limited: "嘗試次數過多，請於 {time}再試。",
    extra_invalid: "請檢查姓名和郵遞區號。",
  },
  reloaded: "卡片表單已重新載入，請重新輸入卡片資料。",
  cvvHint: "卡片背面的 3 位數字",
  cvvHintAmex: "卡片正面的 4 位數字",
  chooseNetwork: "請選擇 {networks}",
  networkSelected: "已選擇 {network}",
  savedCard: "已儲存的卡片",
  endingIn: "末四碼為 {lastFour} 的 {brand}",
};
