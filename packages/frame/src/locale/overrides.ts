/** Replaces some texts of a locale: by those of a region, or by a page's own. */
import type { OwnTexts } from "@cardpane/contract/messages";
import type { Locale } from "./types.ts";

/** Some texts of a language. An unknown key does not compile. */
export type LocaleOverrides<Texts = Locale> = {
  readonly [Key in keyof Texts]?: Texts[Key] extends string ? string : LocaleOverrides<Texts[Key]>;
};

/** A language with some texts replaced by those of a region. */
export function localeVariant(base: Locale, overrides: LocaleOverrides): Locale {
  return merged(base, overrides) as Locale;
}

/**
 * A language with some texts replaced by a page's own. Not the placeholders: a page's placeholder is for its field alone, and the
 * date's is composed from the language's month and year.
 */
export function withOwnTexts(locale: Locale, { placeholders: _, ...own }: OwnTexts): Locale {
  return merged(locale, own) as Locale;
}

function merged(base: object, overrides: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(overrides)) {
    const known = result[key];
    result[key] = typeof known === "object" && known !== null ? merged(known, value as object) : value;
  }
  return result;
}
