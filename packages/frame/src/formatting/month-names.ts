/** Converts names of months, which password managers fill in and people paste, to numbers. */

/**
 * Replaces every name of a month by its number: `Dec 2031` becomes `12 2031`. Names are English or of a second language, whole
 * or shortened to three letters or more; other words stay.
 */
export function numberMonths(text: string, language: string): string {
  return text.replace(/\p{L}{3,}/gu, (word) => {
    const months = [language, "en"].map((tag) => namesOf(tag).findIndex((name) => isSame(name, word)));
    const month = 1 + (months.find((index) => index >= 0) ?? -1);
    return month > 0 ? String(month).padStart(2, "0") : word;
  });
}

/** The short names of the months in a language, without dots. */
function namesOf(tag: string): readonly string[] {
  const { format } = new Intl.DateTimeFormat(tag, { month: "short", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, index) => format(Date.UTC(2024, index)).replace(/\P{L}/gu, ""));
}

function isSame(name: string, word: string): boolean {
  const [one, other] = [name.toLowerCase(), word.toLowerCase()];
  return one.length > 2 && (other.startsWith(one) || one.startsWith(other));
}
