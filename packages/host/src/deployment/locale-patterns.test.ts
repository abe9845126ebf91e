import { localeTags, nearestLocale } from "@cardpane/contract/locales";
import { describe, expect, it } from "vitest";
import { decidingTagPattern, tagPatterns } from "./locale-patterns.ts";

/** Chooses like nginx and Caddy: by the first pattern that matches. */
function chosen(list: string, separator: string): string {
  const tag = new RegExp(decidingTagPattern(separator), "i").exec(list)?.[1];
  if (tag === undefined) return "en";
  return tagPatterns.find(([pattern]) => new RegExp(pattern, "i").test(tag))?.[1] ?? "en";
}

const bases = [
  ...localeTags,
  ...["cmn", "yue", "nn", "gsw", "iw", "in", "tl", "mo", "cy", "xx", "i-klingon", "c"],
];
const endings = [
  ...["", "-Hans", "-Hant", "-HK", "-MO", "-TW", "-CN", "-MX", "-ES", "-UK", "-IM", "-x-private", "-Latn-US"],
  ...["-Hant-HK", "-Hant-MO", "-Hans-HK", "-Hant-TW"],
];
const tags = bases.flatMap((base) => endings.map((ending) => base + ending));

describe("the choice of a language by regular expressions", () => {
  it("equals the host's own choice for every tag, in any case", () => {
    for (const tag of tags)
      for (const written of [tag, tag.toUpperCase(), tag.toLowerCase()])
        expect(chosen(written, ","), written).toBe(nearestLocale(written));
  });

  it("equals the host's own choice for lists, decoded and encoded", () => {
    for (const one of ["cy", "xx-DE", "zh-Hant-HK", "es-MX", "", "dex", "f"]) {
      for (const other of tags) {
        const list = `${one},${other}`;
        expect(chosen(list, ","), list).toBe(nearestLocale(list));
        expect(chosen(list.replaceAll(",", "%2C"), "(?:,|%2C)"), list).toBe(nearestLocale(list));
      }
    }
  });

  it("is English for an invalid tag", () => {
    for (const text of ["<b>", "constructor", "../../etc/passwd", ".", "de/../x"])
      expect(chosen(text, ","), text).toBe("en");
  });
});
