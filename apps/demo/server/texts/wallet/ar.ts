import type { WalletTexts } from "./en.ts";

export const ar: WalletTexts = {
  title: "المحفظة",
  intro: "رصيد لدى المتجر: أضف المال بالبطاقة وأنفقه عند الدفع.",

  logInTitle: "تسجيل الدخول",
  email: "البريد الإلكتروني",
  code: "الرمز",
  codeHint: "6 أرقام من تطبيق المصادقة لديك.",
  showCode: "إظهار الرمز (اختبار)",
  codeUsed: "استُخدم هذا الرمز من قبل. انتظر حتى 30 ثانية للحصول على رمز جديد.",
  logIn: "تسجيل الدخول",
  logOut: "تسجيل الخروج",
  openTitle: "إنشاء محفظة",
  openText: "تحتاج إلى تطبيق مصادقة. لا توجد كلمة مرور.",
  open: "إنشاء محفظة",
  opened: (email) => `محفظة ${email} جاهزة.`,
  scanTitle: "إعداد تطبيق المصادقة",
  scanText: "امسح الرمز بتطبيق المصادقة، ثم سجّل الدخول بالأرقام الستة التي يعرضها.",
  qr: "رمز QR لتطبيق المصادقة؛ ومفتاح الإعداد أدناه مطابق له",
  secret: "مفتاح الإعداد",
  secretHint:
    "تعذّر المسح؟ أدخل هذا المفتاح في التطبيق. أبقه سريًا: من يملكه يستطيع تسجيل الدخول باسمك. يُعرض حتى أول تسجيل دخول لك.",
  loggedInAs: (email) => `مسجّل الدخول باسم ${email}`,

  accounts: "الحسابات",
  noAccounts: "لا توجد حسابات بعد. أنشئ حسابًا لإضافة المال.",
  newAccount: "حساب جديد",
  accountName: "الاسم",
  currency: "العملة",
  accountType: "النوع",
  accountTypes: { fiat: "رصيد مدفوع", promo: "رصيد ترويجي" },
  createAccount: "إنشاء الحساب",
  inactive: "غير نشط",
  unnamed: (currency) => `حساب ${currency}`,

  amount: "المبلغ",
  refill: "إضافة مال",
  refillText: "تدفع في صفحة مزوّد خدمة الدفع ثم تعود إلى هنا.",
  refillName: (account) => `إضافة مال إلى ${account}`,
  anotherCard: "استخدام بطاقة أخرى",
  goToRefill: "تابع إلى الدفع بالبطاقة",
  topUp: "رصيد المتجر (اختبار)",
  topUpText: "المبلغ السالب يخصم من الرصيد.",
  expiresInDays: "ينتهي خلال (أيام)",
  topUpNow: "أضف الرصيد",

  account: "الحساب",
  failed: "فشلت",
  voided: "أُلغيت",
  directions: { income: "وارد", outcome: "صادر" },

  refills: {
    waiting: {
      title: "بانتظار الدفع بالبطاقة",
      text: "تتحدّث هذه الصفحة تلقائيًا.",
    },
    succeeded: { title: "أُضيف المال", text: "تم تأكيد الدفع." },
    failed: { title: "لم يُضف أي مال", text: "لم يتغير رصيدك." },
  },
  toWallet: "العودة إلى المحفظة",

  transactions: "الحركات",

  payNoAccount: "لا يوجد لديك حساب بعملة هذا الطلب.",
  payPromoFirst: "يُستخدم الرصيد الترويجي بهذه العملة أولًا.",

  sendAgain: "إرسال مجددًا",
  loggedOut: "تم تسجيل خروجك.",
  accountCreated: "أُنشئ الحساب.",
  toppedUp: (amount) => `أُضيف ${amount}.`,
  takenBack: (amount) => `خُصم ${amount}.`,
  refusals: {
    login_refused: "البريد الإلكتروني أو الرمز غير صحيح، أو استُخدم الرمز من قبل.",
    blocked: "هذه المحفظة محظورة. تواصل معنا.",
    session_ended: "انتهت جلستك. سجّل الدخول مجددًا؛ سلتك محفوظة.",
    taken: "لديك محفظة بالفعل. سجّل الدخول.",
  },
  mustBeNumber: "أدخل مبلغًا، مثل 12.50",
};
