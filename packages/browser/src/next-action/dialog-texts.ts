/** The texts of the dialog in the shopper's language: those of a pane's frame, or loaded ones, or English. The page's own override them. */
import type { DialogTexts } from "@cardpane/contract/page-texts";
import { englishDialogTexts } from "@cardpane/contract/page-texts-en";
import type { NextActionPane } from "../api/next-action.ts";
import { type LoadTexts, localizedTexts } from "../ui/localized-texts.ts";
import { pageDocument } from "../ui/unclobbered.ts";

/** All texts of a dialog, and their language. */
export interface LocalizedDialogTexts {
  readonly texts: DialogTexts;
  /** The language tag; empty if the page set any text, because its texts are in the page's language. */
  readonly lang: string;
}

/** The texts of a dialog; loaded if no pane has received them. Never rejects, and waits at most 1.5 s. */
export async function dialogTexts(
  own: Partial<DialogTexts>,
  { tags = pageTags(), texts }: NextActionPane,
  load: LoadTexts,
): Promise<LocalizedDialogTexts> {
  const isComplete = Object.keys(englishDialogTexts).every((name) => name in own);
  const known = texts ?? (isComplete ? undefined : await localizedTexts(tags, load));
  return {
    texts: { ...englishDialogTexts, ...known?.texts.dialog, ...own },
    lang: Object.keys(own).length > 0 ? "" : (known?.locale ?? "en"),
  };
}

/** The page's language, or the browser's. The table ignores invalid tags. */
function pageTags(): string {
  return pageDocument.documentElement.lang || navigator.languages.join();
}
