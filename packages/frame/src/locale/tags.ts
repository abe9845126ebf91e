/** The languages there are, and which of them is nearest to a tag. Apart from the texts: a frame carries one language. */

export const localeTags = ["en", "de", "ar"] as const;
export type LocaleTag = (typeof localeTags)[number];

/** The nearest language there is: `fr-CH` -> `fr` -> `en`. Case does not matter. */
export function nearestLocale(tag: string): LocaleTag {
  const subtags = tag.toLowerCase().split("-");
  for (; subtags.length > 0; subtags.pop()) {
    const wanted = subtags.join("-");
    const found = localeTags.find((candidate) => candidate.toLowerCase() === wanted);
    if (found) return found;
  }
  return "en";
}
