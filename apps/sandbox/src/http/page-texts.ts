/** The texts of the shopper's pages, in the language that the browser asks for. Every language has all of them. */
import type { Context } from "hono";

const en = {
  /** BCP 47 tag. */
  lang: "en",
  dir: "ltr" as "ltr" | "rtl",
  confirmTitle: "Confirm your payment",
  confirmText: "Your bank wants to verify this payment.",
  code: "Code from your bank",
  codeHint: "Test mode: any 6 digits succeed, 000000 fails.",
  codeMissing: "Enter the 6-digit code.",
  confirm: "Confirm",
  withoutCode: "Without a code",
  approve: "Approve",
  fail: "Simulate failure",
  timeOut: "Simulate timeout",
  cancel: "Cancel",
  noBank: "Sandbox: no bank is contacted and no money moves.",
  payBy: (name: string) => `Pay by ${name}`,
  payText: "Simulated payment page. Choose an outcome.",
  paid: "Paid",
  underpaid: "Underpaid",
  overpaid: "Overpaid",
  expire: "Simulate expiry",
  failure: "Failure",
  declineCode: "Decline code",
  expiresAt: (time: string) => `Expires at ${time}.`,
  noMoney: "Sandbox: no money moves.",
  merchant: "Merchant",
  product: "Product",
  card: "Card",
  bank: "Bank",
  order: "Reference",
  missingTitle: "Payment not found",
  missingText: "The address is incorrect, or the sandbox was reset. Go back to the shop and pay again.",
  noAnswerTitle: "No outcome chosen",
  noAnswerText: "Go back and choose an outcome for the payment.",
  refillTitle: "Add money",
  refilled: "Money added",
  notRefilled: "No money was added",
  isTest: "Test only: the balance doesn’t change.",
  withoutCard: "Without a card",
  needsScript: "The card fields need JavaScript.",
  pay: (amount: string) => `Pay ${amount}`,
  noPane: "The card form is not available.",
  cardUnusable: "This card could not be used. Enter it again.",
  /** The code and its meaning are shown with it, in the interface's English. */
  declined: "Your card was declined. Try another card.",
  closePage: "You can close this page.",
  for: "For",
  shop: "Shop",
  account: "Account",
  amount: "Amount",
  youReceive: "You receive",
};

/** The texts of one language. */
export type PageTexts = typeof en;

const ar: PageTexts = {
  lang: "ar",
  dir: "rtl",
  confirmTitle: "أكّد عملية الدفع",
  confirmText: "يريد بنكك التحقق من هذه العملية.",
  code: "الرمز من بنكك",
  codeHint: "وضع الاختبار: تُقبل أي 6 أرقام، ويُرفض 000000.",
  codeMissing: "أدخل الرمز المكوّن من 6 أرقام.",
  confirm: "تأكيد",
  withoutCode: "بدون رمز",
  approve: "موافقة",
  fail: "محاكاة الفشل",
  timeOut: "محاكاة انتهاء المهلة",
  cancel: "إلغاء",
  noBank: "بيئة تجريبية: لا يُتواصل مع أي بنك ولا تُنقل أي أموال.",
  payBy: (name) => `الدفع عبر ${name}`,
  payText: "صفحة دفع تجريبية. اختر نتيجة.",
  paid: "مدفوع",
  underpaid: "مدفوع بأقل من المبلغ",
  overpaid: "مدفوع بأكثر من المبلغ",
  expire: "محاكاة انتهاء الصلاحية",
  failure: "الفشل",
  declineCode: "رمز الرفض",
  expiresAt: (time) => `تنتهي الصلاحية في ${time}.`,
  noMoney: "بيئة تجريبية: لا تُنقل أي أموال.",
  merchant: "التاجر",
  product: "المنتج",
  card: "البطاقة",
  bank: "البنك",
  order: "المرجع",
  missingTitle: "لم يُعثر على عملية الدفع",
  missingText: "العنوان غير صحيح أو أُعيد ضبط البيئة التجريبية. عُد إلى المتجر وادفع مرة أخرى.",
  noAnswerTitle: "لم تُختر أي نتيجة",
  noAnswerText: "عُد واختر نتيجة لعملية الدفع.",
  refillTitle: "إضافة رصيد",
  refilled: "أُضيف الرصيد",
  notRefilled: "لم يُضف أي رصيد",
  isTest: "اختبار فقط: لا يتغير الرصيد.",
  withoutCard: "بدون بطاقة",
  needsScript: "تحتاج حقول البطاقة إلى JavaScript.",
  pay: (amount) => `ادفع ${amount}`,
  noPane: "نموذج البطاقة غير متاح.",
  cardUnusable: "تعذّر استخدام هذه البطاقة. أدخلها مرة أخرى.",
  declined: "رُفضت بطاقتك. جرّب بطاقة أخرى.",
  closePage: "يمكنك إغلاق هذه الصفحة.",
  for: "من أجل",
  shop: "المتجر",
  account: "الحساب",
  amount: "المبلغ",
  youReceive: "ستحصل على",
};

/** Texts by language; English is the fallback. */
export const pageTexts = { en, ar } as const satisfies Record<string, PageTexts>;

/** The texts for a request: in the first supported language of its `Accept-Language`, in the browser's order. */
export function textsFor(c: Context): PageTexts {
  for (const part of (c.req.header("Accept-Language") ?? "").split(",")) {
    const [tag = "", weight = ""] = part.trim().toLowerCase().split(";");
    const language = tag.split("-")[0] ?? "";
    if (Object.hasOwn(pageTexts, language) && !/q=0(\.0*)?$/.test(weight.trim()))
      return pageTexts[language as keyof typeof pageTexts];
  }
  return en;
}
