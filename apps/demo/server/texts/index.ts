/** The shop's languages, and the choice of a visitor's language. */
import { parseAccept } from "hono/utils/accept";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";

export type { Texts } from "./en.ts";

export const locales = { en, de, ar } as const satisfies Record<string, Texts>;
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

/** Why a payment was not made, as far as the shop tells it: of a card, the pane tells more. */
export type DeclineKind = keyof Texts["declines"] | keyof Texts["accountDeclines"];

const kinds: Readonly<Record<string, DeclineKind>> = {
  5051: "funds",
  5099: "timed_out",
  5222: "cancelled",
  5228: "timed_out",
};

/** The kind of text for a code of the interface's section 7. */
export function declineKind(code: string | null): DeclineKind {
  return (code !== null && kinds[code]) || "bank";
}
