/** What is seen until the frame is ready: a neutral box where each input will be, and exactly the form's height. */
import { type Appearance, layout, marginsOf, rowsOf, sizesOf } from "@cardpane/contract/appearance";
import type { FieldName } from "@cardpane/contract/messages";
import { make } from "./create-element.ts";

/** Draws the skeleton; hidden from assistive technology, which has `aria-busy`. */
export function drawSkeleton(fields: readonly FieldName[], widthPx: number, look: Appearance): HTMLElement {
  const { fieldHeight, gap, columnGap, radius } = sizesOf(look);
  const [above, below] = marginsOf(look);
  // In the colour of the page's text, so that it fits a dark page as well as a light one.
  const field = `flex:1;height:${fieldHeight}px;margin:${above}px 0 ${below}px;border-radius:${radius}px;background:currentColor;opacity:.1`;
  const rows = rowsOf(fields, widthPx, look.rows).map((row) =>
    make(
      "div",
      {},
      `display:flex;gap:${columnGap}px`,
      row.map(() => make("div", {}, field)),
    ),
  );
  return make(
    "div",
    { ariaHidden: "true" },
    // As high as it is: an iframe that has no height yet is higher than one row.
    `display:grid;gap:${gap}px;padding:${layout.edge}px;grid-area:1/1;align-self:start`,
    rows,
  );
}
