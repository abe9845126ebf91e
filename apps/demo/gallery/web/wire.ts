/** What the gallery's pages hand to their scripts, in attributes. */
import type { GalleryTexts } from "../texts/en.ts";

export type GalleryScriptTexts = GalleryTexts["script"];

/** In `data-gallery` of a page's body. */
export interface GalleryData {
  readonly texts: GalleryScriptTexts;
  /** The environment that the shop's panes use. */
  readonly environment: string;
}
