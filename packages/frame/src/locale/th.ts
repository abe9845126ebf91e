import type { Locale } from "./types.ts";

/** Thai. */
export const th: Locale = {
  title: "ข้อมูลบัตร",
  labels: {
    number: "หมายเลขบัตร",
    expiry: "วันหมดอายุ",
    expiryMonth: "เดือนที่หมดอายุ",
    expiryYear: "ปีที่หมดอายุ",
    cvv: "รหัสความปลอดภัย",
    cardholder: "ชื่อบนบัตร",
    postalCode: "รหัสไปรษณีย์",
  },
  placeholders: {
    expiryMonth: "ดด",
    expiryYear: "ปป",
    cvv: "CVV",
    cardholder: "ชื่อและนามสกุล",
    postalCode: "10200",
  },
  optional: "ไม่บังคับ",
  errors: {
    number: {
      required: "กรอกหมายเลขบัตร",
      incomplete: "หมายเลขบัตรไม่ครบ",
      check_digit: "หมายเลขบัตรไม่ถูกต้อง",
      unsupported_brand: "เราไม่รับบัตรนี้",
      invalid: "ตรวจสอบหมายเลขบัตร",
    },
    expiry: {
      required: "กรอกวันหมดอายุ",
      incomplete: "กรอกเดือนและปี",
      invalid: "ตรวจสอบเดือนที่หมดอายุ",
      expired: "บัตรหมดอายุแล้ว",
      too_far: "ตรวจสอบปีที่หมดอายุ",
      refused: "ตรวจสอบวันหมดอายุ",
    },
    cvv: {
      required: "กรอกรหัสความปลอดภัย",
      incomplete: "รหัสความปลอดภัยไม่ครบ",
      invalid: "ตรวจสอบรหัสความปลอดภัย",
    },
    cardholder: {
      required: "กรอกชื่อบนบัตร",
      invalid: "กรอกชื่อตามที่ปรากฏบนบัตร",
      holds_card_number: "อย่ากรอกหมายเลขบัตรที่นี่",
    },
    postalCode: {
      required: "กรอกรหัสไปรษณีย์",
      invalid: "ตรวจสอบรหัสไปรษณีย์",
    },
  },
  failures: {
    form_invalid: "โปรดตรวจสอบช่องที่ทำเครื่องหมายไว้",
    card_refused: "บัตรของคุณถูกปฏิเสธ โปรดตรวจสอบข้อมูลหรือใช้บัตรอื่น",
    network: "เชื่อมต่อไม่ได้ ยังไม่มีการเรียกเก็บเงิน โปรดลองอีกครั้ง",
    offline: "คุณออฟไลน์อยู่ โปรดเชื่อมต่ออินเทอร์เน็ตแล้วลองอีกครั้ง",
    aborted: "การชำระเงินถูกยกเลิก ยังไม่มีการเรียกเก็บเงิน",
    not_allowed: "ชำระเงินรายการนี้ไม่ได้ในขณะนี้ โปรดติดต่อร้านค้า",
    gateway_error: "เกิดข้อผิดพลาด ยังไม่มีการเรียกเก็บเงิน โปรดลองอีกครั้ง",
    rate_limited: "พยายามหลายครั้งเกินไป โปรดลองอีกครั้ง{time}",
    extra_invalid: "โปรดตรวจสอบชื่อและรหัสไปรษณีย์",
  },
  reloaded: "แบบฟอร์มบัตรถูกโหลดใหม่ โปรดกรอกข้อมูลบัตรอีกครั้ง",
  cvvHint: "ตัวเลข 3 หลักด้านหลังบัตร",
  cvvHintAmex: "ตัวเลข 4 หลักด้านหน้าบัตร",
  chooseNetwork: "เลือก {networks}",
  networkSelected: "เลือก {network} แล้ว",
  savedCard: "บัตรที่บันทึกไว้",
  endingIn: "{brand} ลงท้ายด้วย {lastFour}",
};
