/** What is seen until the frame is ready: a neutral box where each input will be, and exactly the form's height. */
import { layout, rowsOf, type Tokens } from "@cardpane/contract/appearance";
import type { FieldName } from "@cardpane/contract/messages";
import { make } from "./make.ts";

/** Draws the skeleton; hidden from assistive technology, which has `aria-busy`. */
export function drawSkeleton(fields: readonly FieldName[], widthPx: number, tokens: Tokens): HTMLElement {
  const { labelSize, fieldHeight, gap, columnGap, radius, inner, lineHeight, errorSize, edge } = {
    radius: 6,
    ...layout,
    ...tokens,
  };
  const label = inner + Math.ceil(labelSize * lineHeight);
  const error = inner + Math.ceil(errorSize * lineHeight);
  const field = {
    flex: "1",
    height: `${fieldHeight}px`,
    margin: `${label}px 0 ${error}px`,
    borderRadius: `${radius}px`,
    // In the colour of the page's text, so that it fits a dark page as well as a light one.
    background: "currentColor",
    opacity: "0.1",
  };
  const rows = rowsOf(fields, widthPx).map((row) =>
    make(
      "div",
      {},
      { display: "flex", gap: `${columnGap}px` },
      row.map(() => make("div", {}, field)),
    ),
  );
  return make(
    "div",
    { ariaHidden: "true" },
    // As high as it is: an iframe that has no height yet is higher than one row.
    { display: "grid", gap: `${gap}px`, padding: `${edge}px`, gridArea: "1 / 1", alignSelf: "start" },
    rows,
  );
}
