/** Loads a locale from the pane's own host, and accepts it only if it has every key of the current one. */
import type { ServedLocale } from "./types.ts";

/** A language with its tag. */
export interface TaggedLocale {
  readonly tag: string;
  readonly texts: ServedLocale;
}

/** The limit of the contract; our texts are shorter. */
const maxTextLength = 300;

/**
 * Loads a locale from the folder of the document. The host chooses the nearest one to the tags.
 *
 * @param tags BCP 47 tags, separated by commas, the best first
 * @param known a locale whose keys the loaded one must have
 * @returns the locale, or `undefined` when it cannot be loaded; the current locale then stays
 */
export async function loadLocale(
  tags: string,
  known: TaggedLocale,
  load: typeof fetch = fetch,
  base: string = document.baseURI,
): Promise<TaggedLocale | undefined> {
  try {
    const response = await load(new URL(`texts?${new URLSearchParams({ locale: tags })}`, base), {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    const body: unknown = response.ok ? await response.json() : undefined;
    return isLocale(body, known) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value has every key of a known locale, with texts within the limit. */
export function isLocale(value: unknown, known: TaggedLocale): value is TaggedLocale {
  return hasShape(value, known) && ["ltr", "rtl"].includes((value as TaggedLocale).texts.dir);
}

function hasShape(value: unknown, known: unknown): boolean {
  if (typeof known === "string") return typeof value === "string" && value.length <= maxTextLength;
  if (typeof value !== "object" || value === null || typeof known !== "object" || known === null)
    return false;
  return Object.entries(known).every(
    ([key, part]) => Object.hasOwn(value, key) && hasShape((value as Record<string, unknown>)[key], part),
  );
}
