/**
 * The few texts that the page must say itself, because they are needed when there is no frame. All others are the frame's.
 */
interface Texts {
  readonly title: string;
  readonly failed: string;
  readonly retry: string;
}

const table: Readonly<Record<string, Texts>> & { readonly en: Texts } = {
  en: {
    title: "Secure card payment",
    failed: "The card form could not be loaded.",
    retry: "Try again",
  },
  de: {
    title: "Sichere Kartenzahlung",
    failed: "Das Kartenformular konnte nicht geladen werden.",
    retry: "Erneut versuchen",
  },
  ar: {
    title: "دفع آمن بالبطاقة",
    failed: "تعذّر تحميل نموذج البطاقة.",
    retry: "إعادة المحاولة",
  },
};

/** The texts of a language, by its first subtag; English where there are none. */
export function textsOf(locale: string): Texts {
  const language = locale.split("-")[0]?.toLowerCase() ?? "";
  return Object.hasOwn(table, language) ? (table[language] ?? table.en) : table.en;
}
