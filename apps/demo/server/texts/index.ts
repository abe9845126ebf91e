/** The shop's languages, and the choice of a visitor's language. */
import { parseAccept } from "hono/utils/accept";
import { ar } from "./ar.ts";
import { en, type Texts } from "./en.ts";

export type { Texts } from "./en.ts";

/** The reasons of a decline that the shop's texts distinguish. */
export type DeclineKind = keyof Texts["declines"];

export const locales = { en, ar } as const satisfies Record<string, Texts>;
export type Locale = keyof typeof locales;

/** Whether a text names one of the shop's languages. */
export function isLocale(text: unknown): text is Locale {
  return typeof text === "string" && Object.hasOwn(locales, text);
}

/** The first language of an `Accept-Language` header that the shop has, by the header's weights; English otherwise. */
export function localeFor(acceptLanguage: string | undefined): Locale {
  const languages = parseAccept(acceptLanguage ?? "")
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase().split("-")[0]);
  return languages.find(isLocale) ?? "en";
}

const kinds: Readonly<Record<Exclude<DeclineKind, "bank">, readonly string[]>> = {
  funds: ["5051", "5061", "5065"],
  expired: ["5053", "5054"],
  cvv: ["5082"],
  number: ["5014", "5015", "5078"],
  authentication: ["5220", "5221", "5223", "5224", "5225", "5226"],
  sca: ["5227"],
  cancelled: ["5222"],
  timed_out: ["5099", "5228"],
  technical: ["5019", "5080", "5091", "5096"],
};

/**
 * The kind of text for a code of the interface's section 7. A lost or stolen card gets the text of an ordinary decline, because
 * the person who holds it must not learn more.
 */
export function declineKind(code: string | null): DeclineKind {
  if (code === null) return "bank";
  for (const [kind, codes] of Object.entries(kinds)) if (codes.includes(code)) return kind as DeclineKind;
  return "bank";
}
