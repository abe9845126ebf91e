import { localeVariant } from "./overrides.ts";
import { zhTW } from "./zh-TW.ts";

/** Chinese, traditional, as in Hong Kong and Macao. */
export const zhHK = localeVariant(zhTW, {
  labels: {
    expiry: "到期日",
    cvv: "保安編碼",
    postalCode: "郵政編號",
  },
  placeholders: { postalCode: "999077" },
  network: "信用卡網絡",
  savedCard: "已儲存的卡",
  endingIn: "尾號為 {lastFour} 的 {brand}",
  errors: {
    number: { unsupported_brand: "此處不接受這張卡" },
    expiry: {
      required: "請輸入到期日",
      expired: "此卡已過期",
      refused: "請檢查到期日",
    },
    cvv: {
      required: "請輸入保安編碼",
      incomplete: "編碼不完整",
      invalid: "請檢查保安編碼",
    },
    postalCode: {
      required: "請輸入郵政編號",
      incomplete: "編號不完整",
      invalid: "請檢查郵政編號",
      holds_card_number: "非郵政編號",
    },
  },
  failures: {
    offline: "您已離線。請連接網絡後再試一次。",
    not_allowed: "目前無法進行這筆付款。請聯絡商戶。",
    extra_invalid: "請檢查姓名和郵政編號。",
  },
});
