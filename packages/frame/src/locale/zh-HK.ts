import { localeVariant } from "./overrides.ts";
import { zhTW } from "./zh-TW.ts";

/** Chinese, traditional, as in Hong Kong and Macao. Neither has postal codes, so the placeholder has no example. */
export const zhHK = localeVariant(zhTW, {
  labels: {
    expiry: "到期日",
    cvv: "保安編碼",
    postalCode: "郵政編號",
  },
  placeholders: { postalCode: "" },
  savedCard: "已儲存的卡",
  endingIn: "尾號為 {lastFour} 的 {brand}",
  errors: {
    number: { unsupported_brand: "不接受此卡" },
    expiry: {
      required: "請輸入到期日",
      expired: "此卡已過期",
      refused: "請檢查到期日",
    },
    cvv: {
      required: "請輸入保安編碼",
      incomplete: "保安編碼不完整",
      invalid: "請檢查保安編碼",
    },
    postalCode: {
      required: "請輸入郵政編號",
      invalid: "請檢查郵政編號",
    },
  },
  failures: {
    card_refused: "您的卡被拒。請檢查資料或使用其他卡。",
    offline: "您已離線。請連接網絡後再試一次。",
    not_allowed: "目前無法進行這筆付款。請聯絡商戶。",
    extra_invalid: "請檢查姓名和郵政編號。",
  },
  declines: {
    general: "您的卡被拒。請使用其他卡或聯絡發卡銀行。",
    wrong_expiry: "到期日不正確。",
    expired_card: "此卡已過期。",
    wrong_cvv: "保安編碼不正確。",
    wrong_details: "部分資料與此卡不符。",
    insufficient_funds: "金額超出此卡的結餘或限額。請使用其他卡或聯絡發卡銀行。",
    authentication_failed: "付款未經銀行確認。請再試一次或使用其他卡。",
  },
});
