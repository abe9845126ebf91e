/** Fetches another language from the pane's own host, and takes it only when it has the shape of the one that we have. */
import type { Locale } from "./types.ts";

/** A language with its tag. */
export interface TaggedLocale {
  readonly tag: string;
  readonly texts: Locale;
}

/** Longer than any text of ours; the contract carries no more. */
const maxTextLength = 300;

/**
 * Loads a language from beside the document. Which is nearest to what is asked for, the host knows.
 *
 * @param asked BCP 47 tags, separated by commas, the best first
 * @param known a language whose shape the other must have
 * @returns the language, or `undefined` when it cannot be had: the one that is shown then stays.
 */
export async function loadLocale(
  asked: string,
  known: TaggedLocale,
  load: typeof fetch = fetch,
  base: string = document.baseURI,
): Promise<TaggedLocale | undefined> {
  try {
    const response = await load(new URL(`texts?${new URLSearchParams({ locale: asked })}`, base), {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    const answer: unknown = response.ok ? await response.json() : undefined;
    return isLocale(answer, known) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Says whether a value has every key of a known language, and texts of a sane length under them. */
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
