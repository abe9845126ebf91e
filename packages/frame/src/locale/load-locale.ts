/** Loads a locale from the pane's own host. */
import type { ServedLocale } from "./types.ts";

/** A language with its tag. */
export interface TaggedLocale {
  readonly tag: string;
  readonly texts: ServedLocale;
}

/**
 * Loads a locale from the folder of the document. The host chooses the nearest one to the tags. Like the configuration in the
 * document, it is not validated: whoever controls this response controls the frame. A response that is no locale, such as a
 * proxy's error page, counts as not loaded.
 *
 * @param tags BCP 47 tags, separated by commas, the best first
 * @returns the locale, or `undefined` when it cannot be loaded; the current locale then stays
 */
export async function loadLocale(
  tags: string,
  load: typeof fetch = fetch,
  base: string = document.baseURI,
): Promise<TaggedLocale | undefined> {
  try {
    const response = await load(new URL(`texts?${new URLSearchParams({ locale: tags })}`, base), {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    const loaded = (await response.json()) as TaggedLocale;
    return response.ok && loaded.texts.dir ? loaded : undefined;
  } catch {
    return undefined;
  }
}
