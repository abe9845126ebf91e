/** A locale with some of its texts replaced: by those of a region, or by a page's own. */
import type { OwnTexts } from "@cardpane/contract/messages";
import type { Locale } from "./types.ts";

/** Some texts of a language. A key that no language has does not compile. */
export type LocaleOverrides<Texts = Locale> = {
  readonly [Key in keyof Texts]?: Texts[Key] extends string ? string : LocaleOverrides<Texts[Key]>;
};

/** The texts of a base with those of a region in their place. */
export function localeVariant(base: Locale, differences: LocaleOverrides): Locale {
  return replaced(base, differences) as Locale;
}

/** The texts of a language with a page's own in their place. */
export function withOwnTexts(locale: Locale, own: OwnTexts): Locale {
  return replaced(locale, own) as Locale;
}

function replaced(base: object, differences: object): object {
  const whole: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(differences)) {
    const known = whole[key];
    whole[key] = typeof known === "object" && known !== null ? replaced(known, value as object) : value;
  }
  return whole;
}
