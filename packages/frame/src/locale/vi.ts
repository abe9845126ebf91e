import type { Locale } from "./types.ts";

/** Vietnamese. */
export const vi: Locale = {
  title: "Thông tin thẻ",
  labels: {
    number: "Số thẻ",
    expiry: "Ngày hết hạn",
    expiryMonth: "Tháng hết hạn",
    expiryYear: "Năm hết hạn",
    cvv: "Mã bảo mật",
    cardholder: "Tên trên thẻ",
    postalCode: "Mã bưu chính",
  },
  placeholders: {
    expiryMonth: "Tháng",
    expiryYear: "Năm",
    cvv: "CVV",
    cardholder: "Họ và tên",
    postalCode: "100000",
  },
  optional: "không bắt buộc",
  errors: {
    number: {
      required: "Nhập số thẻ",
      incomplete: "Số thẻ chưa đầy đủ",
      check_digit: "Số thẻ có chữ số sai",
      unsupported_brand: "Chúng tôi không chấp nhận thẻ này",
      invalid: "Kiểm tra số thẻ",
    },
    expiry: {
      required: "Nhập ngày hết hạn",
      incomplete: "Nhập tháng và năm",
      invalid: "Kiểm tra tháng hết hạn",
      expired: "Thẻ đã hết hạn",
      too_far: "Kiểm tra năm hết hạn",
      refused: "Kiểm tra ngày hết hạn",
    },
    cvv: {
      required: "Nhập mã bảo mật",
      incomplete: "Mã bảo mật chưa đủ",
      invalid: "Kiểm tra mã bảo mật",
    },
    cardholder: {
      required: "Nhập tên trên thẻ",
      invalid: "Nhập tên đúng như trên thẻ",
      holds_card_number: "Không nhập số thẻ ở đây",
    },
    postalCode: {
      required: "Nhập mã bưu chính",
      invalid: "Kiểm tra mã bưu chính",
    },
  },
  failures: {
    form_invalid: "Kiểm tra các ô được đánh dấu.",
    card_refused: "Thẻ của bạn bị từ chối. Kiểm tra thông tin hoặc dùng thẻ khác.",
    network: "Không thể kết nối. Bạn chưa bị trừ tiền. Vui lòng thử lại.",
    offline: "Bạn đang ngoại tuyến. Hãy kết nối internet rồi thử lại.",
    aborted: "Thanh toán đã bị hủy. Bạn chưa bị trừ tiền.",
    not_allowed: "Hiện không thể thực hiện thanh toán này. Vui lòng liên hệ cửa hàng.",
    gateway_error: "Đã xảy ra lỗi. Bạn chưa bị trừ tiền. Vui lòng thử lại.",
    rate_limited: "Quá nhiều lần thử. Vui lòng thử lại {time}.",
    extra_invalid: "Kiểm tra tên và mã bưu chính của bạn.",
  },
  declines: {
    general: "Thẻ của bạn bị từ chối. Dùng thẻ khác hoặc liên hệ ngân hàng của bạn.",
    wrong_number: "Số thẻ không đúng.",
    wrong_expiry: "Ngày hết hạn không đúng.",
    expired_card: "Thẻ đã hết hạn.",
    wrong_cvv: "Mã bảo mật không đúng.",
    wrong_details: "Một số thông tin không khớp với thẻ.",
    insufficient_funds:
      "Số tiền vượt quá số dư hoặc hạn mức của thẻ. Dùng thẻ khác hoặc liên hệ ngân hàng của bạn.",
    try_again_later: "Hiện không thể thực hiện thanh toán này. Thử lại sau vài phút.",
    authentication_failed: "Thanh toán chưa được xác nhận với ngân hàng của bạn. Thử lại hoặc dùng thẻ khác.",
  },
  reloaded: "Biểu mẫu thẻ đã được tải lại. Vui lòng nhập lại thông tin thẻ.",
  cvvHint: "3 chữ số ở mặt sau thẻ",
  cvvHintAmex: "4 chữ số ở mặt trước thẻ",
  chooseNetwork: "Chọn {networks}",
  networkSelected: "Đã chọn {network}",
  savedCard: "Thẻ đã lưu",
  endingIn: "{brand} có số cuối {lastFour}",
};
