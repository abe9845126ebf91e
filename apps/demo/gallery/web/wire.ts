/** What the gallery's pages hand to their scripts, in attributes. */
import type { ContrastPair } from "@cardpane/contract/appearance";

/** Texts that a script needs; `{name}` is a placeholder. */
export interface GalleryScriptTexts {
  readonly problems: string;
  readonly unknown: string;
  readonly malformed: string;
  /** The same where it is known what fits, `{fits}`. */
  readonly misfit: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly none: string;
  readonly nothingChanged: string;
  readonly enough: string;
  readonly tooLow: string;
  readonly paneFailed: string;
  readonly pairs: Readonly<Record<ContrastPair["what"], string>>;
}

/** In `data-gallery` of a page's body. */
export interface GalleryData {
  readonly texts: GalleryScriptTexts;
  /** The environment that the shop's panes use. */
  readonly environment: string;
}
