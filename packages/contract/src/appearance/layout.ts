/**
 * The numbers that the frame's layout and the page's skeleton share, so that the height is right before the first paint.
 * All in CSS pixels, at the default tokens.
 */
import type { FieldName } from "../messages/types.ts";
import type { Tokens } from "./tokens.ts";

/** Defaults of the tokens that make the height. */
export const layout = {
  fontSize: 16,
  labelSize: 14,
  /** Between rows; the line kept for errors already sets them apart. */
  gap: 4,
  /** Between the fields of one row. */
  columnGap: 12,
  fieldHeight: 44,
  /** Line height of labels and errors, as a multiple of their size. */
  lineHeight: 1.4,
  /** Between label, input and error line. */
  inner: 4,
  /** Size of the error line; one line is always kept for it, so that an error moves nothing. */
  errorSize: 13,
  /** Around the form, so that a focus ring is not cut. */
  edge: 4,
  /** Below this width of the frame every field has a row of its own. */
  narrowBelow: 260,
} as const;

/** Fields that share a row with a neighbour of the same kind. */
const half: readonly FieldName[] = ["expiry", "expiryMonth", "expiryYear", "cvv", "postalCode"];

/** The rows of a form: half fields that follow one another share a row, two at most, the rest have one each. */
export function rowsOf(fields: readonly FieldName[], widthPx: number): readonly (readonly FieldName[])[] {
  const rows: FieldName[][] = [];
  let open = false;
  for (const field of fields) {
    const isHalf = half.includes(field) && widthPx >= layout.narrowBelow;
    const last = rows.at(-1);
    if (isHalf && open && last) {
      last.push(field);
      open = false;
    } else {
      rows.push([field]);
      open = isHalf;
    }
  }
  return rows;
}

/** Height of one row: label, input, and the line kept for an error. */
export function rowHeightPx(tokens: Tokens): number {
  const label = Math.ceil((tokens.labelSize ?? layout.labelSize) * layout.lineHeight);
  const error = Math.ceil(layout.errorSize * layout.lineHeight);
  return label + layout.inner + (tokens.fieldHeight ?? layout.fieldHeight) + layout.inner + error;
}

/** Height of a whole form of this width while its texts fit their lines. */
export function formHeightPx(fields: readonly FieldName[], widthPx: number, tokens: Tokens): number {
  const rows = rowsOf(fields, widthPx).length;
  return 2 * layout.edge + rows * rowHeightPx(tokens) + (rows - 1) * (tokens.gap ?? layout.gap);
}
