/** The placeholder until the frame is ready: a neutral box for each input, in the form's own layout and exactly as high. */
import { type Appearance, layout, marginsOf, rowsOf, sizesOf } from "@cardpane/contract/appearance";
import type { FieldName } from "@cardpane/contract/messages";
import { createElement } from "./create-element.ts";

/** The saved card stands beside its CVV and takes the room of a field like it. */
export const savedCardBoxes: readonly FieldName[] = ["cvv", "cvv"];

/** Draws the skeleton, as wide as the frame; hidden from assistive technology, which has `aria-busy`. */
export function drawSkeleton(fields: readonly FieldName[], widthPx: number, look: Appearance): HTMLElement {
  const { fieldHeight, gap, columnGap, radius } = sizesOf(look);
  const [above, below] = marginsOf(look);
  // In the colour of the page's text, so that it fits a dark page as well as a light one.
  const box = `height:${fieldHeight}px;margin:${above}px 0 ${below}px;border-radius:${radius}px;background:currentColor;opacity:.1`;
  const rows = rowsOf(fields, widthPx, look.rows).map((row) =>
    createElement(
      "div",
      {},
      {
        style: `display:grid;grid:auto/auto-flow minmax(0,1fr);column-gap:${columnGap}px`,
        // As the frame's style sheet: in a row with others the number has two columns.
        children: row.map((name) =>
          createElement("div", {}, { style: name === "number" ? `${box};grid-column:span 2` : box }),
        ),
      },
    ),
  );
  return createElement(
    "div",
    { ariaHidden: "true" },
    {
      // As high as it is: an iframe that has no height yet is higher than one row.
      style: `display:grid;gap:${gap}px;padding:${layout.edge}px;margin-inline:-${layout.edge}px;grid-area:1/1;align-self:start`,
      children: rows,
    },
  );
}
