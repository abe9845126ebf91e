import type { AfterPaymentTexts } from "./en.ts";

export const ar: AfterPaymentTexts = {
  refunds: {
    refunded: "المبلغ المُسترد",
    fullTitle: "أُعيدت دفعتك إليك",
    partTitle: "أُعيد جزء من دفعتك إليك",
    shopperText: (refunded, charged) =>
      `أُعيد إليك ${refunded} من أصل ${charged}. قد يستغرق ظهوره في كشف حسابك بضعة أيام.`,
  },
  subscription: {
    title: "اشتراكي",
    subscribe: (first) => `اشترك · ${first} اليوم`,
    recurring: (later, days) => `ثم ${later} كل ${days} يومًا`,
    consent: (later, days) =>
      `بالاشتراك تسمح لنا بخصم ${later} من بطاقتك كل ${days} يومًا حتى تلغي. يمكنك الإلغاء في أي وقت من`,
    cancel: "إلغاء الاشتراك",
    cancelText: "لن يُخصم منك شيء بعد انتهائه. يمكنك التراجع عن الإلغاء.",
    paidUntil: (day) => `إنه مدفوع حتى ${day}.`,
    cancelAtEnd: "إلغاء عند نهاية المدة المدفوعة",
    cancelNow: "إلغاء الآن",
    recover: "التراجع عن الإلغاء",
    recoverText: "يستمر اشتراكك كما كان. يُخصم أي تجديد متأخر فورًا.",
    changeCard: "تغيير البطاقة",
    changeCardText: "تُخصم مرات التجديد القادمة من هذه البطاقة. لا يُخصم شيء الآن.",
    useCard: "استخدم هذه البطاقة",
    backToOrder: "العودة إلى الطلب",
  },
  cards: {
    title: "بطاقاتي",
    text: "يحفظ مزوّد خدمة الدفع بطاقاتك، لا هذا المتجر. البطاقة الموقوفة لا يُخصم منها شيء، ولا حتى لاشتراك.",
    none: "لا توجد بطاقات محفوظة بعد. تُحفظ البطاقة عند الدفع بها.",
    expires: "تنتهي",
    enabled: "مفعّلة",
    disabled: "موقوفة",
    enable: "تفعيل",
    disable: "إيقاف",
    named: (action, card) => `${action}: ${card}`,
  },
  /** Shown where the current state is shown too. */
  changeUnknown: "لم نتلقَّ ردًا، وربما نُفّذ التغيير. تحقق من الحالة أدناه قبل أن تحاول مجددًا.",
  notices: {
    subscription_canceled: "أُلغي اشتراكك.",
    subscription_recovered: "اشتراكك مستمر.",
    card_changed: "تُخصم مرات التجديد القادمة من البطاقة الجديدة.",
    card_enabled: "فُعّلت البطاقة.",
    card_disabled: "أُوقفت البطاقة.",
  },
};
