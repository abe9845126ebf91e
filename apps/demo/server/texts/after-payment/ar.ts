import type { AfterPaymentTexts } from "./types.ts";

export const ar: AfterPaymentTexts = {
  refunds: {
    title: "استرداد",
    text: "يعود المال إلى البطاقة أو الحساب الذي دُفع به. لا يمكن التراجع عن الاسترداد.",
    amount: "مبلغ الاسترداد",
    reason: "السبب",
    refund: "استرداد",
    refunded: "المبلغ المُسترد",
    left: "المتبقي للاسترداد",
    partly: "استُرد جزء منه",
    sending: (amount) => `يجري إرسال استرداد بقيمة ${amount}. تحقق مجددًا بعد قليل.`,
    unknownTitle: "لا نعلم إن كان الاسترداد قد تم",
    unknownText: (amount) =>
      `لم تُجب بوابة الدفع، وربما أُعيد مبلغ ${amount}. لن يُرسل شيء آخر حتى يُعرف ذلك. سيوضحه إشعار البوابة: تحقق مجددًا.`,
    dismissTitle: "الإشعار لا يصل",
    dismissText: "ابحث عن الاسترداد في قائمة بوابة الدفع أولًا. إن لم يكن فيها فلم يتم.",
    dismiss: "تحققت: لم يتم",
    failed: "لم تُنفّذ بوابة الدفع الاسترداد.",
    made: (amount) => `أُعيد مبلغ ${amount}.`,
    fullTitle: "أُعيدت دفعتك إليك",
    partTitle: "أُعيد جزء من دفعتك إليك",
    shopperText: (refunded, charged) =>
      `أُعيد إليك ${refunded} من أصل ${charged}. يستغرق ظهوره لدى البنوك بضعة أيام.`,
    operatorPage: "صفحة المشغّل لهذا الطلب (QA)",
  },
};
