import type { Locale } from "./types.ts";

/** Arabic. Cards print the month and year in Latin letters from the left, so the placeholders do, too. */
export const ar: Locale = {
  title: "بيانات البطاقة",
  labels: {
    number: "رقم البطاقة",
    expiry: "تاريخ الانتهاء",
    expiryMonth: "شهر الانتهاء",
    expiryYear: "سنة الانتهاء",
    cvv: "رمز الأمان",
    cardholder: "الاسم على البطاقة",
    postalCode: "الرمز البريدي",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "YY",
    cvv: "CVV",
    cardholder: "الاسم الكامل",
    postalCode: "12345",
  },
  optional: "اختياري",
  errors: {
    number: {
      required: "أدخل رقم البطاقة",
      incomplete: "رقم البطاقة غير مكتمل",
      check_digit: "يوجد خطأ في رقم البطاقة",
      unsupported_brand: "لا نقبل هذه البطاقة",
      invalid: "تحقق من رقم البطاقة",
    },
    expiry: {
      required: "أدخل تاريخ الانتهاء",
      incomplete: "أدخل الشهر والسنة",
      invalid: "تحقق من شهر الانتهاء",
      expired: "انتهت صلاحية البطاقة",
      too_far: "تحقق من سنة الانتهاء",
      refused: "تحقق من تاريخ الانتهاء",
    },
    cvv: {
      required: "أدخل رمز الأمان",
      incomplete: "رمز الأمان غير مكتمل",
      invalid: "تحقق من رمز الأمان",
    },
    cardholder: {
      required: "أدخل الاسم على البطاقة",
      invalid: "أدخل الاسم كما يظهر على البطاقة",
      holds_card_number: "لا تُدخل رقم البطاقة هنا",
    },
    postalCode: {
      required: "أدخل الرمز البريدي",
      invalid: "تحقق من الرمز البريدي",
    },
  },
  failures: {
    form_invalid: "تحقق من الحقول المحددة.",
    card_refused: "رُفضت بطاقتك. تحقق من البيانات أو استخدم بطاقة أخرى.",
    network: "تعذر الاتصال. لم يُخصم أي مبلغ. حاول مرة أخرى.",
    offline: "أنت غير متصل بالإنترنت. اتصل ثم حاول مرة أخرى.",
    aborted: "أُلغيت عملية الدفع. لم يُخصم أي مبلغ.",
    not_allowed: "لا يمكن إتمام الدفع الآن. تواصل مع المتجر.",
    gateway_error: "حدث خطأ ما. لم يُخصم أي مبلغ. حاول مرة أخرى.",
    rate_limited: "محاولات كثيرة جدًا. يمكنك المحاولة مرة أخرى بعد {duration}.",
    extra_invalid: "تحقق من الاسم والرمز البريدي.",
  },
  reloaded: "أُعيد تحميل نموذج البطاقة. يُرجى إدخال بيانات بطاقتك مرة أخرى.",
  cvvHint: "3 أرقام على ظهر البطاقة",
  cvvHintAmex: "4 أرقام على وجه البطاقة",
  chooseNetwork: "اختر {networks}",
  networkSelected: "تم اختيار {network}",
  savedCard: "البطاقة المحفوظة",
  endingIn: "{brand} تنتهي بالأرقام {lastFour}",
};
