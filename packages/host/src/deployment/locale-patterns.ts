/**
 * The choice of a locale as regular expressions, for servers that run no code: first one tag is selected from a list, then a
 * table maps the tag to a locale. A test compares them with `nearestLocale`.
 */
import { localeTags, nearestLocale } from "@cardpane/contract/locales";

/** The languages that a tag may begin with, including other codes of the same language. */
const languages = [
  ...new Set(localeTags.map((tag) => tag.toLowerCase().split("-")[0] ?? tag)),
  ...["cmn", "yue", "nn", "gsw", "iw", "in", "tl", "mo"],
].sort();

/** The Spanish regions of `es-419`. */
const spanish = "ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve".split(" ");
/** Every tag that has a locale other than its parent tag. */
const known = [
  ...localeTags.map((tag) => tag.toLowerCase()),
  ...languages,
  ...spanish.map((region) => `es-${region}`),
  ...["en-gg", "en-im", "en-je", "en-uk"],
  ...["zh-hans", "cmn-hans", "yue-hans", "zh-hk", "zh-mo", "zh-hant-hk", "zh-hant-mo"],
  ...["zh-hant", "zh-tw", "cmn-hant", "cmn-tw"],
];

/** The pattern of a list of tags. Its first group is the first tag with a language that the pane has. */
export function decidingTagPattern(separator: string): string {
  return `(?:^|${separator})((?:${languages.join("|")})(?:-[a-z0-9-]*)?)(?:${separator}|$)`;
}

/** Case-insensitive patterns of a tag, the longest first, with the locale of each. The first match applies. */
export const tagPatterns: readonly (readonly [pattern: string, locale: string])[] = [...new Set(known)]
  .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
  .map((tag) => [`^${tag}(-|$)`, nearestLocale(tag)] as const);
