import type { Locale } from "./types.ts";

/** Korean. */
export const ko: Locale = {
  title: "카드 정보",
  labels: {
    number: "카드 번호",
    expiry: "유효기간",
    expiryMonth: "유효기간(월)",
    expiryYear: "유효기간(년)",
    cvv: "보안 코드",
    cardholder: "카드 소유자 이름",
    postalCode: "우편번호",
  },
  placeholders: {
    expiryMonth: "월",
    expiryYear: "년",
    cvv: "CVV",
    cardholder: "성명",
    postalCode: "03051",
  },
  optional: "선택 사항",
  errors: {
    number: {
      required: "카드 번호를 입력하세요",
      incomplete: "카드 번호를 끝까지 입력하세요",
      check_digit: "카드 번호에 오타가 있습니다",
      unsupported_brand: "사용할 수 없는 카드입니다",
      invalid: "카드 번호를 확인하세요",
    },
    expiry: {
      required: "유효기간을 입력하세요",
      incomplete: "월과 연도를 입력하세요",
      invalid: "월을 확인하세요",
      expired: "만료된 카드입니다",
      too_far: "연도를 확인하세요",
      refused: "유효기간을 확인하세요",
    },
    cvv: {
      required: "보안 코드를 입력하세요",
      incomplete: "보안 코드를 끝까지 입력하세요",
      invalid: "보안 코드를 확인하세요",
    },
    cardholder: {
      required: "카드 소유자 이름을 입력하세요",
      invalid: "카드에 표시된 대로 이름을 입력하세요",
      holds_card_number: "여기에 카드 번호를 입력하지 마세요",
    },
    postalCode: {
      required: "우편번호를 입력하세요",
      invalid: "우편번호를 확인하세요",
    },
  },
  failures: {
    form_invalid: "표시된 항목을 확인해 주세요.",
    card_refused: "카드가 거절되었습니다. 정보를 확인하거나 다른 카드를 사용해 주세요.",
    network: "연결할 수 없습니다. 청구되지 않았습니다. 다시 시도해 주세요.",
    offline: "오프라인 상태입니다. 인터넷에 연결한 후 다시 시도해 주세요.",
    aborted: "결제가 취소되었습니다. 청구되지 않았습니다.",
    not_allowed: "지금은 결제할 수 없습니다. 판매점에 문의해 주세요.",
    gateway_error: "문제가 발생했습니다. 청구되지 않았습니다. 다시 시도해 주세요.",
    rate_limited: "시도 횟수가 너무 많습니다. {time}에 다시 시도해 주세요.",
    extra_invalid: "이름과 우편번호를 확인해 주세요.",
  },
  declines: {
    general: "카드가 거절되었습니다. 다른 카드를 사용하거나 은행에 문의해 주세요.",
    wrong_number: "카드 번호가 올바르지 않습니다.",
    wrong_expiry: "유효기간이 올바르지 않습니다.",
    expired_card: "만료된 카드입니다.",
    wrong_cvv: "보안 코드가 올바르지 않습니다.",
    wrong_details: "일부 정보가 카드와 일치하지 않습니다.",
    insufficient_funds:
      "결제 금액이 카드 잔액이나 한도를 초과합니다. 다른 카드를 사용하거나 은행에 문의해 주세요.",
    try_again_later: "지금은 결제할 수 없습니다. 몇 분 후 다시 시도해 주세요.",
    authentication_failed: "은행에서 결제가 확인되지 않았습니다. 다시 시도하거나 다른 카드를 사용해 주세요.",
  },
  reloaded: "카드 양식이 다시 로드되었습니다. 카드 정보를 다시 입력해 주세요.",
  cvvHint: "카드 뒷면의 숫자 3자리",
  cvvHintAmex: "카드 앞면의 숫자 4자리",
  chooseNetwork: "{networks} 중에서 선택하세요",
  networkSelected: "{network} 선택됨",
  savedCard: "저장된 카드",
  endingIn: "{brand}, 끝자리 {lastFour}",
};
