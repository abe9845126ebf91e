import type { Locale } from "./types.ts";

/** Chinese, simplified, as on the mainland. */
export const zh: Locale = {
  title: "银行卡信息",
  labels: {
    number: "卡号",
    expiry: "有效期",
    expiryMonth: "到期月份",
    expiryYear: "到期年份",
    cvv: "安全码",
    cardholder: "持卡人姓名",
    postalCode: "邮政编码",
  },
  placeholders: {
    expiryMonth: "月",
    expiryYear: "年",
    cvv: "CVV",
    cardholder: "卡上的姓名",
    postalCode: "100000",
  },
  optional: "选填",
  errors: {
    number: {
      required: "请输入卡号",
      incomplete: "卡号不完整",
      check_digit: "卡号有误",
      unsupported_brand: "暂不支持该卡",
      invalid: "请检查卡号",
    },
    expiry: {
      required: "请输入有效期",
      incomplete: "请输入月份和年份",
      invalid: "请检查月份",
      expired: "卡已过期",
      too_far: "请检查年份",
      refused: "请检查有效期",
    },
    cvv: {
      required: "请输入安全码",
      incomplete: "安全码不完整",
      invalid: "请检查安全码",
    },
    cardholder: {
      required: "请输入持卡人姓名",
      invalid: "请按卡面所示输入姓名",
      holds_card_number: "请勿在此输入卡号",
    },
    postalCode: {
      required: "请输入邮政编码",
      invalid: "请检查邮政编码",
    },
  },
  failures: {
    form_invalid: "请检查标出的项目。",
    card_refused: "您的卡被拒绝。请检查信息或换一张卡。",
    network: "无法连接，未扣款，请重试。",
    offline: "您已离线。请连接网络后重试。",
    aborted: "付款已取消，未扣款。",
    not_allowed: "目前无法完成此付款。请联系商家。",
    gateway_error: "出现问题，未扣款，请重试。",
    rate_limited: "尝试次数过多，请在{time}再试。",
    extra_invalid: "请检查姓名和邮政编码。",
  },
  reloaded: "卡片表单已重新加载，请重新输入卡片信息。",
  cvvHint: "卡背面的 3 位数字",
  cvvHintAmex: "卡正面的 4 位数字",
  chooseNetwork: "请选择 {networks}",
  networkSelected: "已选择 {network}",
  savedCard: "已保存的卡",
  endingIn: "尾号为 {lastFour} 的 {brand}",
};
