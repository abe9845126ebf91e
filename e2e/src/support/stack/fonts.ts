/**
 * Fonts that the tests bring, so that no text is as wide as this machine's fonts happen to be. The pane's host serves them,
 * and a page names them, as a merchant's does: `--cardpane-font-family: Wide, Thai`.
 *
 * `Wide` is DejaVu Sans, about as wide as any font that a system draws texts in: Latin, Greek, Cyrillic, Hebrew, Arabic.
 * `Narrow` is Roboto Condensed: Latin, Greek, Cyrillic. No package has the scripts of East Asia in a few hundred kilobytes;
 * each of their signs is as wide as it is high in every font, and the unit tests of the texts count them so.
 */
import { createRequire } from "node:module";
import type { FontFile } from "@cardpane/host";

const { resolve } = createRequire(import.meta.url);

/** Subsets of one family: a sign that one of them has not is looked for in the next. */
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

/** What a page writes to have all texts of its pane in them. */
export const fontFamilies = { wide: "Wide, Thai", narrow: "Narrow, Wide, Thai" } as const;
