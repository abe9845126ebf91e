/**
 * The supported locales, and the lookup of the nearest one for a list of tags. The host runs it; a frame carries a single
 * locale, and neither this list nor the rules.
 *
 *   fr-CH -> fr          the last subtag is removed until a locale matches (RFC 4647, lookup)
 *   es-MX -> es-419      exception: a region that writes differently from its language's base has another locale
 *   nn, iw, tl -> ...    exception: replaced or closely related languages
 *   xx -> en             otherwise English
 */

export const localeTags = [
  "ar",
  "bg",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "en-AU",
  "en-CA",
  "en-GB",
  "en-NZ",
  "en-US",
  "es",
  "es-419",
  "es-ES",
  "et",
  "fi",
  "fil",
  "fr",
  "fr-CA",
  "fr-FR",
  "he",
  "hr",
  "hu",
  "id",
  "it",
  "it-IT",
  "ja",
  "ko",
  "lt",
  "lv",
  "ms",
  "mt",
  "nb",
  "nl",
  "no",
  "pl",
  "pt",
  "pt-BR",
  "ro",
  "ru",
  "sk",
  "sl",
  "sv",
  "th",
  "tr",
  "uk",
  "vi",
  "zh",
  "zh-HK",
  "zh-TW",
] as const;
export type LocaleTag = (typeof localeTags)[number];

/** Prefixes of tags, lower case with a trailing dash, whose locale cannot be found by removing subtags. */
const detours: readonly (readonly [RegExp, LocaleTag])[] = [
  // The script decides before the region: simplified characters mean the mainland's locale in every region.
  [/^(zh|cmn|yue)-hans-/, "zh"],
  [/^(yue|zh(-hant)?-(hk|mo))-/, "zh-HK"],
  [/^(zh|cmn)-(hant|tw)-/, "zh-TW"],
  [/^cmn-/, "zh"],
  // The Americas (CLDR's children of es-419); all other regions write as Spain does.
  [/^es-(ar|bo|br|bz|cl|co|cr|cu|do|ec|gt|hn|mx|ni|pa|pe|pr|py|sv|us|uy|ve)-/, "es-419"],
  // Regions that say "postcode". `UK` is not an ISO 3166-1 code, but pages often use it.
  [/^en-(gg|im|je|uk)-/, "en-GB"],
  // Regions that say "ZIP code". `en` alone serves all other regions, and pages for the whole world.
  [/^en-(as|gu|mp|pr|um|vi)-/, "en-US"],
  [/^nn-/, "no"],
  [/^gsw-/, "de"],
  // Language codes that ISO 639 has replaced and some systems still use.
  [/^iw-/, "he"],
  [/^in-/, "id"],
  [/^tl-/, "fil"],
  [/^mo-/, "ro"],
];

/** The number of tags in a list, and of subtags in a tag, that are read. The rest is ignored, since an address may be long. */
const maxParts = 8;

/**
 * The nearest supported locale.
 *
 * @param wanted BCP 47 tags, up to 8, separated by commas, the preferred one first. Case is ignored; invalid tags are skipped.
 */
export function nearestLocale(wanted: string): LocaleTag {
  for (const tag of wanted.toLowerCase().split(",", maxParts)) {
    const found = languageOf(tag.trim());
    if (found) return found;
  }
  return "en";
}

function languageOf(tag: string): LocaleTag | undefined {
  const detour = detours.find(([start]) => start.test(`${tag}-`));
  if (detour) return detour[1];
  for (const subtags = tag.split("-", maxParts); subtags.length > 0; subtags.pop()) {
    const name = subtags.join("-");
    const found = localeTags.find((candidate) => candidate.toLowerCase() === name);
    if (found) return found;
  }
  return undefined;
}
