/** Fetches another language from the pane's own host, and takes it only when it has the shape of the one that we have. */
import { type LocaleTag, nearestLocale } from "./tags.ts";
import type { Locale } from "./types.ts";

/** A language with its tag. */
export interface TaggedLocale {
  readonly tag: LocaleTag;
  readonly texts: Locale;
}

/** Longer than any text of ours; the contract carries no more. */
const longestText = 300;

/**
 * Loads the language nearest to a tag from beside the document.
 *
 * @returns the language, or `undefined` when it cannot be had: the one that is shown then stays.
 */
export async function loadLocale(
  tag: string,
  known: Locale,
  load: typeof fetch = fetch,
  base: string = document.baseURI,
): Promise<TaggedLocale | undefined> {
  const nearest = nearestLocale(tag);
  try {
    const response = await load(new URL(`./locale/${nearest}.json`, base), {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    const texts: unknown = response.ok ? await response.json() : undefined;
    return isLocale(texts, known) ? { tag: nearest, texts } : undefined;
  } catch {
    return undefined;
  }
}

/** Says whether a value has every key of a known language, and texts of a sane length under them. */
export function isLocale(value: unknown, known: Locale): value is Locale {
  return hasShape(value, known) && ["ltr", "rtl"].includes((value as Locale).dir);
}

function hasShape(value: unknown, known: unknown): boolean {
  if (typeof known === "string") return typeof value === "string" && value.length <= longestText;
  if (typeof value !== "object" || value === null || typeof known !== "object" || known === null)
    return false;
  return Object.entries(known).every(
    ([key, part]) => Object.hasOwn(value, key) && hasShape((value as Record<string, unknown>)[key], part),
  );
}
