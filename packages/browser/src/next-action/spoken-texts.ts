/** The dialog's texts in the shopper's language: those of a pane's frame, else loaded ones, else English; a page's own over them. */
import type { DialogTexts } from "@cardpane/contract/page-texts";
import { loadPageTexts } from "#lazy/page-texts";
import { localizedTexts } from "../lazy/localized-texts.ts";
import { pageDocument } from "../ui/unclobbered.ts";
import { englishTexts } from "./read-input.ts";
import type { NextActionLanguage } from "./types.ts";

/** All texts of a dialog. */
export interface SpokenTexts {
  readonly texts: DialogTexts;
  /** Their language; empty where the page gave any, which are in the page's. */
  readonly lang: string;
}

/** The texts; loads them where no pane has them. Never rejects, and takes a moment at most. */
export async function spokenTexts(
  own: Partial<DialogTexts>,
  { tags = pageTags(), texts }: NextActionLanguage,
): Promise<SpokenTexts> {
  const isComplete = Object.keys(englishTexts).every((name) => name in own);
  const known = texts ?? (isComplete ? undefined : await localizedTexts(tags, loadPageTexts));
  return {
    texts: { ...englishTexts, ...known?.texts.dialog, ...own },
    lang: Object.keys(own).length > 0 ? "" : (known?.locale ?? "en"),
  };
}

/** The page's language, else the browser's. What is no tag is passed over by the table. */
function pageTags(): string {
  return pageDocument.documentElement.lang || navigator.languages.join();
}
