/** The texts around the frame for a page that has none from a frame. English is always there: it is what stands in the code. */
import type { LocalizedTexts, pageTextsIn } from "./page-texts.ts";

/** A message must not wait for its language longer than this. */
const maxWaitMs = 1_500;

/**
 * The texts in the language nearest to some BCP 47 tags.
 *
 * @param load loads the module that has them
 * @returns `undefined` for English, and where they cannot be had in time.
 */
export async function localizedTexts(
  tags: string,
  load: () => Promise<{ readonly pageTextsIn: typeof pageTextsIn }>,
): Promise<LocalizedTexts | undefined> {
  if (isEnglish(tags)) return undefined;
  const loaded = load().then(
    (module) => module.pageTextsIn(tags),
    () => undefined,
  );
  return Promise.race([loaded, new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs))]);
}

/** Whether the first of some BCP 47 tags is English. */
export function isEnglish(tags: string): boolean {
  return /^en\b/i.test(tags);
}
