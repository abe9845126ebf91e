/** The placeholder until the frame is ready: a neutral box for each input, with the layout and the exact height of the form. */
import { type Appearance, layout, marginsOf, rowsOf, sizesOf } from "@cardpane/contract/appearance";
import type { FieldName } from "@cardpane/contract/messages";
import { createElement } from "./create-element.ts";

/** The saved card is next to its CVV and as wide as it. */
export const savedCardBoxes: readonly FieldName[] = ["cvv", "cvv"];

/** How long the skeleton takes to fade out. */
export const fadeMs = 200;

/** Creates the skeleton with the width of the frame; hidden from assistive technology, which uses `aria-busy`. */
export function drawSkeleton(fields: readonly FieldName[], widthPx: number, look: Appearance): HTMLElement {
  const { fieldHeight, gap, columnGap, radius } = sizesOf(look);
  const [above, below] = marginsOf(look);
  // The colour of the page's text is visible on dark and on light pages.
  const all = rowsOf(fields, widthPx, look.rows);
  const isJoined = look.rows === "joined";
  const heightPx = isJoined ? all.length * fieldHeight + layout.joint : fieldHeight;
  const box = `height:${heightPx}px;margin:${above}px 0 ${below}px;border-radius:${radius}px;background:currentColor;opacity:.1`;
  const rows = (isJoined ? [["number"]] : all).map((row) =>
    createElement(
      "div",
      { style: `display:grid;grid:auto/auto-flow minmax(0,1fr);column-gap:${columnGap}px` },
      // As in the frame's style sheet: in a row with other fields the number spans two columns.
      row.map((name) =>
        createElement("div", { style: name === "number" ? `${box};grid-column:span 2` : box }),
      ),
    ),
  );
  return createElement(
    "div",
    {
      ariaHidden: "true",
      // `isolation` puts the skeleton above the transparent iframe, which must not be clicked before it is visible. `ease-in`
      // keeps the skeleton visible until the frame's pixels are shown. `align-self:start` keeps its height, because an iframe
      // without a height is higher than one row.
      style: `isolation:isolate;transition:opacity ${fadeMs}ms ease-in;display:grid;gap:${gap}px;padding:${layout.edge}px;margin-inline:-${layout.edge}px;grid-area:1/1;align-self:start`,
    },
    rows,
  );
}
