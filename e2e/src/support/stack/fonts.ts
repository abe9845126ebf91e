/**
 * The tests' own fonts, so that no text's width depends on the machine's fonts. The pane's host serves them, and a page names
 * them, as a merchant's page does: `--cardpane-font-family: Wide, Thai`.
 *
 * `Wide` is DejaVu Sans, about as wide as the widest system fonts: Latin, Greek, Cyrillic, Hebrew, Arabic. `Narrow` is Roboto
 * Condensed: Latin, Greek, Cyrillic. No package has the scripts of East Asia in a few hundred kilobytes; each of their characters
 * is as wide as it is high in every font, and the unit tests of the texts count on that.
 */
import { createRequire } from "node:module";
import type { FontFile } from "@cardpane/host";

const { resolve } = createRequire(import.meta.url);

/** Subsets of one family: the browser looks for a missing character in the next one. */
const narrow = ["latin", "latin-ext", "greek", "cyrillic", "vietnamese"].map((subset) => ({
  family: "Narrow",
  file: resolve(`@fontsource-variable/roboto-condensed/files/roboto-condensed-${subset}-wght-normal.woff2`),
  weight: "100 900",
}));

export const testFonts: readonly FontFile[] = [
  {
    family: "Wide",
    file: resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2"),
    weight: "400",
  },
  {
    family: "Wide",
    file: resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2"),
    weight: "700",
  },
  ...narrow,
  {
    family: "Thai",
    file: resolve("@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2"),
    weight: "100 900",
  },
];

/** Values of `--cardpane-font-family` with which a pane uses these fonts for all its texts. */
export const fontFamilies = { wide: "Wide, Thai", narrow: "Narrow, Wide, Thai" } as const;
