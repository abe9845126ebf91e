/**
 * The choice of a language as two tables of regular expressions, for servers that run no code: first the tag of the list that
 * decides, then the language of the tag. They agree with `nearestLocale`; a test holds the two together.
 */
import { localeTags, nearestLocale } from "@cardpane/contract/locales";

/** Languages that a tag may begin with, other names of a language included. */
const languages = [
  ...new Set(localeTags.map((tag) => tag.toLowerCase().split("-")[0] ?? tag)),
  ...["cmn", "yue", "nn", "gsw", "iw", "in", "tl", "mo"],
].sort();

/** Tags that are written out: every one that the rules tell apart, the longest first. */
const spanish = "ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve".split(" ");
const known = [
  ...localeTags.map((tag) => tag.toLowerCase()),
  ...languages,
  ...spanish.map((region) => `es-${region}`),
  ...["en-gg", "en-im", "en-je", "en-uk"],
  ...["zh-hans", "cmn-hans", "yue-hans", "zh-hk", "zh-mo", "zh-hant-hk", "zh-hant-mo"],
  ...["zh-hant", "zh-tw", "cmn-hant", "cmn-tw"],
];

/** Finds the tag that decides in a list: the first whose language there is. Its first group is the tag. */
export function decidingTagPattern(separator: string): string {
  return `(?:^|${separator})((?:${languages.join("|")})(?:-[a-z0-9-]*)?)(?:${separator}|$)`;
}

/** Patterns of a tag in lower case or upper, in order, with the language of each. */
export const tagPatterns: readonly (readonly [pattern: string, locale: string])[] = [...new Set(known)]
  .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
  .map((tag) => [`^${tag}(-|$)`, nearestLocale(tag)] as const);
