/** The words of the pages that a shopper sees, in the shopper's language as the browser asks for it. Every language has all of them. */
import type { Context } from "hono";

/** The words of one language. */
export interface PageTexts {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";

  readonly confirmTitle: string;
  readonly confirmText: string;
  readonly code: string;
  readonly codeHint: string;
  readonly codeMissing: string;
  readonly confirm: string;
  readonly withoutCode: string;
  readonly approve: string;
  readonly fail: string;
  readonly timeOut: string;
  readonly cancel: string;
  readonly noBank: string;

  readonly payBy: (name: string) => string;
  readonly payText: string;
  readonly paid: string;
  readonly underpaid: string;
  readonly overpaid: string;
  readonly expire: string;
  readonly failure: string;
  readonly declineCode: string;
  readonly expiresAt: (time: string) => string;
  readonly noMoney: string;

  readonly merchant: string;
  readonly product: string;
  readonly card: string;
  readonly bank: string;
  readonly order: string;

  readonly missingTitle: string;
  readonly missingText: string;
  readonly noAnswerTitle: string;
  readonly noAnswerText: string;

  readonly refillTitle: string;
  readonly refilled: string;
  readonly notRefilled: string;
  readonly isTest: string;
  readonly withoutCard: string;
  readonly needsScript: string;
  readonly pay: (amount: string) => string;
  readonly noPane: string;
  readonly cardUnusable: string;
  /** The code and its meaning stand beside it, in the interface's English. */
  readonly declined: string;
  readonly closePage: string;
  readonly for: string;
  readonly shop: string;
  readonly account: string;
  readonly amount: string;
  readonly youReceive: string;
}

const en: PageTexts = {
  ...{ lang: "en", dir: "ltr" },
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
  payBy: (name) => `Pay by ${name}`,
  payText: "Simulated payment page. Choose an outcome.",
  paid: "Paid",
  underpaid: "Underpaid",
  overpaid: "Overpaid",
  expire: "Simulate expiry",
  failure: "Failure",
  declineCode: "Decline code",
  expiresAt: (time) => `Expires at ${time}.`,
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
  pay: (amount) => `Pay ${amount}`,
  noPane: "The card form is not available.",
  cardUnusable: "This card could not be used. Enter it again.",
  declined: "Your card was declined. Try another card.",
  closePage: "You can close this page.",
  for: "For",
  shop: "Shop",
  account: "Account",
  amount: "Amount",
  youReceive: "You receive",
};

const de: PageTexts = {
  ...{ lang: "de", dir: "ltr" },
  confirmTitle: "Bestätigen Sie Ihre Zahlung",
  confirmText: "Ihre Bank möchte diese Zahlung prüfen.",
  code: "Code Ihrer Bank",
  codeHint: "Testbetrieb: Beliebige 6 Ziffern gelten, 000000 schlägt fehl.",
  codeMissing: "Geben Sie den 6-stelligen Code ein.",
  confirm: "Bestätigen",
  withoutCode: "Ohne Code",
  approve: "Freigeben",
  fail: "Fehlschlag simulieren",
  timeOut: "Timeout simulieren",
  cancel: "Abbrechen",
  noBank: "Sandbox: Keine Bank wird kontaktiert, kein Geld bewegt.",
  payBy: (name) => `Bezahlen mit ${name}`,
  payText: "Simulierte Zahlungsseite. Wählen Sie ein Ergebnis.",
  paid: "Bezahlt",
  underpaid: "Zu wenig bezahlt",
  overpaid: "Zu viel bezahlt",
  expire: "Ablauf simulieren",
  failure: "Fehlschlag",
  declineCode: "Ablehnungscode",
  expiresAt: (time) => `Läuft ab am ${time}.`,
  noMoney: "Sandbox: Es wird kein Geld bewegt.",
  merchant: "Händler",
  product: "Produkt",
  card: "Karte",
  bank: "Bank",
  order: "Referenz",
  missingTitle: "Zahlung nicht gefunden",
  missingText:
    "Die Adresse ist falsch, oder die Sandbox wurde zurückgesetzt. Gehen Sie zurück zum Shop und bezahlen Sie erneut.",
  noAnswerTitle: "Kein Ergebnis gewählt",
  noAnswerText: "Gehen Sie zurück und wählen Sie ein Ergebnis für die Zahlung.",
  refillTitle: "Guthaben aufladen",
  refilled: "Guthaben aufgeladen",
  notRefilled: "Es wurde nichts aufgeladen",
  isTest: "Nur ein Test: Das Guthaben ändert sich nicht.",
  withoutCard: "Ohne Karte",
  needsScript: "Die Kartenfelder benötigen JavaScript.",
  pay: (amount) => `${amount} bezahlen`,
  noPane: "Das Kartenformular ist nicht verfügbar.",
  cardUnusable: "Diese Karte konnte nicht verwendet werden. Geben Sie sie erneut ein.",
  declined: "Ihre Karte wurde abgelehnt. Versuchen Sie es mit einer anderen Karte.",
  closePage: "Sie können diese Seite schließen.",
  for: "Für",
  shop: "Shop",
  account: "Konto",
  amount: "Betrag",
  youReceive: "Sie erhalten",
};

const ar: PageTexts = {
  ...{ lang: "ar", dir: "rtl" },
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

/** By language; English is the one for all others. */
export const pageTexts = { en, de, ar } as const satisfies Record<string, PageTexts>;

/** The words for a request: the first language of its `Accept-Language`, in the browser's order, that the pages speak. */
export function textsFor(c: Context): PageTexts {
  for (const part of (c.req.header("Accept-Language") ?? "").split(",")) {
    const [tag = "", weight = ""] = part.trim().toLowerCase().split(";");
    const language = tag.split("-")[0] ?? "";
    if (Object.hasOwn(pageTexts, language) && !/q=0(\.0*)?$/.test(weight.trim()))
      return pageTexts[language as keyof typeof pageTexts];
  }
  return en;
}
