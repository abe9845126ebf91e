/** The data that the gallery's pages pass to their scripts in attributes. */
import type { GalleryTexts } from "../texts/en.ts";

export type GalleryScriptTexts = GalleryTexts["script"];

/** The value of `data-gallery`. */
export interface GalleryData {
  readonly texts: GalleryScriptTexts;
  /** The environment that the shop's panes use. */
  readonly environment: string;
}
