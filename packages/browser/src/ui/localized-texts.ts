/** Loads the texts around the frame, for a page to which no frame has sent them. English is part of the code and never loaded. */
import type { LocalizedTexts, pageTextsIn } from "./page-texts.ts";

/** The maximum wait for the texts of a message; then it is shown in English. */
const maxWaitMs = 1_500;

/** Loads the module of the texts. */
export type LoadTexts = () => Promise<{ readonly pageTextsIn: typeof pageTextsIn }>;

/**
 * The texts in the language that is nearest to some BCP 47 tags.
 *
 * @returns `undefined` for English, and if the texts cannot be loaded in time
 */
export async function localizedTexts(tags: string, load: LoadTexts): Promise<LocalizedTexts | undefined> {
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
