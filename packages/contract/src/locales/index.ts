/**
 * The languages there are, and which of them is nearest to what someone reads: the host decides. A frame carries one
 * language, and neither this list nor the rules.
 *
 *   fr-CH -> fr          a tag loses its last subtag until there is a language of that name (RFC 4647, lookup)
 *   es-MX -> es-419      but what a region writes in another way than its language's base goes to its own first
 *   nn, iw, tl -> ...    and so do older and neighbouring names of a language
 *   xx -> en             else English
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

/** Beginnings of tags, lower case and with a dash at their end, that no shortening leads to their language. */
const detours: readonly (readonly [RegExp, LocaleTag])[] = [
  // Script before region: simplified letters are those of the mainland, wherever they are read.
  [/^(zh|cmn|yue)-hans-/, "zh"],
  [/^(yue|zh(-hant)?-(hk|mo))-/, "zh-HK"],
  [/^(zh|cmn)-(hant|tw)-/, "zh-TW"],
  [/^cmn-/, "zh"],
  // The Americas (CLDR's children of es-419); the rest of the world writes as Spain does.
  [/^es-(ar|bo|br|bz|cl|co|cr|cu|do|ec|gt|hn|mx|ni|pa|pe|pr|py|sv|us|uy|ve)-/, "es-419"],
  // Where a postal code is a postcode. `UK` is no region, but often written.
  [/^en-(gg|im|je|uk)-/, "en-GB"],
  // Where a postal code is a ZIP code. `en` alone is written for all others, and by pages that serve the whole world.
  [/^en-(as|gu|mp|pr|um|vi)-/, "en-US"],
  [/^nn-/, "no"],
  [/^gsw-/, "de"],
  // Names of languages that ISO 639 has replaced, which some systems still use.
  [/^iw-/, "he"],
  [/^in-/, "id"],
  [/^tl-/, "fil"],
  [/^mo-/, "ro"],
];

/** Tags of a list, and subtags of a tag, that are looked at: what comes later decides nothing, and an address may be long. */
const maxParts = 8;

/**
 * The nearest language there is.
 *
 * @param wanted BCP 47 tags, up to 8, separated by commas, the best first; case does not matter, and what is no tag is passed over.
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
