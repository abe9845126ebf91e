/**
 * `page-texts.js` of a release: the texts around the frame in every language. It is loaded when a frame failed to load, or when a
 * page without a pane opens the dialog of a next action.
 */
import { nearestLocale } from "@cardpane/contract/locales";
import { type PageTexts, pageTexts } from "@cardpane/contract/page-texts";

/** The texts around the frame, and the tag of their language. */
export interface LocalizedTexts {
  readonly locale: string;
  readonly texts: PageTexts;
}

/** The texts in the language that is nearest to some BCP 47 tags. */
export function pageTextsIn(tags: string): LocalizedTexts {
  const locale = nearestLocale(tags);
  return { locale, texts: pageTexts[locale] };
}
