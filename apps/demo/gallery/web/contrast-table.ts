/** The editor's table of contrasts: for each pair the required contrast, and the contrasts in light and in dark. */
import type { ContrastPair } from "@cardpane/contract/appearance";
import { make } from "../../web/make.ts";
import { find } from "./page.ts";
import type { GalleryScriptTexts } from "./wire.ts";

/** Renders the pairs of both schemes. A text marks a contrast that is too low, not only a colour. */
export function drawContrasts(
  light: readonly ContrastPair[],
  dark: readonly ContrastPair[],
  texts: GalleryScriptTexts,
): void {
  const rows = light.map((pair) => {
    const row = make("tr");
    const head = make("th", texts.pairs[pair.what]);
    head.scope = "row";
    const cells = [pair, dark.find(({ what }) => what === pair.what)].map((one) =>
      ratioCell(one ?? pair, texts),
    );
    row.append(head, make("td", pair.least > 0 ? String(pair.least) : "–"), ...cells);
    return row;
  });
  find("#contrasts").replaceChildren(...rows);
}

function ratioCell({ ratio, least }: ContrastPair, { enough, tooLow }: GalleryScriptTexts): HTMLElement {
  const fits = ratio >= least;
  const cell = make("td", `${fits ? "✓" : "✗"} ${ratio.toFixed(2)} `);
  const words = make("span", fits ? enough : tooLow);
  cell.className = fits ? "" : "low";
  words.className = fits ? "unseen" : "";
  cell.append(words);
  return cell;
}
