/**
 * The numbers that the frame's layout and the page's skeleton share, so that the height is right before the first paint.
 * All in CSS pixels, at the default font size.
 */
import type { FieldName } from "../messages/types.ts";
import { type Appearance, densities, type GivenTokens, type LookChoice } from "./look.ts";

/** What tokens do not change. */
export const layout = {
  /** Around the form, so that a focus ring is not cut. */
  edge: 4,
  /** Below this width of the frame every field has a row of its own. */
  narrowBelow: 260,
  /** From this width on up to three fields share one row with `rows: "inline"`. */
  inlineFrom: 560,
  /** A floating label needs this much more room in its input. */
  floating: 10,
} as const;

/** What the size of a form depends on. */
export type SizeChoice = Pick<Appearance, "labels" | "density"> & { readonly tokens?: GivenTokens };

/** The tokens that make the size of a form, with their defaults. */
export function sizesOf({ labels, density, tokens }: SizeChoice) {
  const step = densities.indexOf(density) - 1;
  const sizes = {
    labelSize: 14,
    labelGap: 4,
    errorSize: 13,
    errorGap: 4,
    lineHeight: 1.4,
    fieldHeight: 44 + 8 * step + (labels === "floating" ? layout.floating : 0),
    fieldPadding: 12 + 2 * step,
    /** Between rows, besides the line kept for an error, which stands nearer to its own field. */
    gap: 8 + 4 * step,
    columnGap: 12,
    radius: 8,
  };
  return { ...sizes, ...(tokens as Partial<typeof sizes>) };
}

/** What is above and below the input of a row: its label, and the line that is always kept for an error. */
export function marginsOf(look: SizeChoice): readonly [abovePx: number, belowPx: number] {
  const { labelSize, labelGap, errorSize, errorGap, lineHeight } = sizesOf(look);
  // Whole pixels, as the frame draws them.
  const line = (size: number) => Math.ceil(size * lineHeight);
  return [look.labels === "above" ? line(labelSize) + labelGap : 0, errorGap + line(errorSize)];
}

/** Fields that have a row of their own; the others share theirs with a neighbour of the same kind. */
const wide: readonly FieldName[] = ["number", "cardholder"];

/** The rows of a form: `paired`, half fields that follow one another share a row, two at most, the rest have one each. */
export function rowsOf(
  fields: readonly FieldName[],
  widthPx: number,
  kind: LookChoice["rows"] = "paired",
): readonly (readonly FieldName[])[] {
  if (kind === "inline" && fields[0] && !fields[3] && widthPx >= layout.inlineFrom) return [fields];
  const rows: FieldName[][] = [];
  /** The row that has room for another half field. */
  let open: FieldName[] | undefined;
  for (const field of fields) {
    const isHalf = kind !== "stacked" && !wide.includes(field) && widthPx >= layout.narrowBelow;
    if (isHalf && open) {
      open.push(field);
      open = undefined;
    } else {
      const row = [field];
      rows.push(row);
      open = isHalf ? row : undefined;
    }
  }
  return rows;
}

/** Height of a whole form of this width while its texts fit their lines. */
export function formHeightPx(
  fields: readonly FieldName[],
  widthPx: number,
  look: SizeChoice & Pick<Appearance, "rows">,
): number {
  const rows = rowsOf(fields, widthPx, look.rows).length;
  const { fieldHeight, gap } = sizesOf(look);
  const [above, below] = marginsOf(look);
  return 2 * layout.edge + rows * (above + fieldHeight + below) + (rows - 1) * gap;
}
