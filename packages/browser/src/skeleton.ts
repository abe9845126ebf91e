/** What is seen until the frame is ready: the rows of the form as neutral bars, of exactly its height. */
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
  const aroundLabel = (Math.ceil(labelSize * lineHeight) - labelSize) / 2;
  const drawField = () =>
    make("div", {}, { flex: "1" }, [
      bar(labelSize, 4, { width: "5em", margin: `${aroundLabel}px 0` }),
      bar(fieldHeight, radius, { margin: `${inner}px 0 ${inner + Math.ceil(errorSize * lineHeight)}px` }),
    ]);
  const rows = rowsOf(fields, widthPx).map((row) =>
    make("div", {}, { display: "flex", gap: `${columnGap}px` }, row.map(drawField)),
  );
  return make(
    "div",
    { ariaHidden: "true" },
    { display: "grid", gap: `${gap}px`, padding: `${edge}px`, gridArea: "1 / 1" },
    rows,
  );
}

/** In the colour of the page's text, so that it fits a dark page as well as a light one. */
function bar(heightPx: number, radiusPx: number, style: Partial<CSSStyleDeclaration>): HTMLElement {
  return make(
    "div",
    {},
    {
      background: "currentColor",
      opacity: "0.1",
      height: `${heightPx}px`,
      borderRadius: `${radiusPx}px`,
      ...style,
    },
  );
}
