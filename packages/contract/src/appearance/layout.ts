/**
 * The numbers that the frame's layout and the page's skeleton share, so that the height is right before the first paint.
 * All in CSS pixels, at the default font size.
 */
import type { FieldName } from "../fields/index.ts";
import { type Appearance, densities, type GivenTokens, type LookChoice } from "./look.ts";

/** The sizes that no token changes. */
export const layout = {
  /** Around the form, so that a focus ring is not cut. */
  edge: 4,
  /** In a frame narrower than this, every field has its own row. Larger type needs more room in proportion. */
  narrowBelow: 260,
  /** From this width on up to three fields share one row with `rows: "inline"`. */
  inlineFrom: 560,
  /** Joined fields are this much higher in all than without the edges that they share. */
  joint: 1,
  /** A floating label needs this much more room in its input. */
  floating: 10,
} as const;

/** The settings that determine the size of a form. */
export type SizeChoice = Pick<Appearance, "labels" | "density"> & { readonly tokens?: GivenTokens };

/** The tokens that determine the size of a form, with their defaults. */
export function sizesOf({ labels, density, tokens }: SizeChoice) {
  const step = densities.indexOf(density) - 1;
  const sizes = {
    labelSize: 14,
    labelGap: 4,
    errorSpace: 0,
    lineHeight: 1.4,
    fieldHeight: 44 + 8 * step + (labels === "floating" ? layout.floating : 0),
    fieldPadding: 12 + 2 * step,
    /** Between rows. An error is nearer to its own field. */
    gap: 12 + 4 * step,
    columnGap: 12,
    radius: 8,
  };
  return { ...sizes, ...(tokens as Partial<typeof sizes>) };
}

/** The space above and below the input of a row: for its label, and what is reserved for an error. */
export function marginsOf(look: SizeChoice): readonly [abovePx: number, belowPx: number] {
  const { labelSize, labelGap, errorSpace, lineHeight } = sizesOf(look);
  // Whole pixels, as the frame draws them.
  return [look.labels === "above" ? Math.ceil(labelSize * lineHeight) + labelGap : 0, errorSpace];
}

/** Fields that have a row to themselves; two other fields that follow each other share one. */
const wide: readonly FieldName[] = ["number", "cardholder"];

/** The rows of a form. With `paired`, two short fields that follow each other share a row; each other field has its own. */
export function rowsOf(
  fields: readonly FieldName[],
  widthPx: number,
  kind: LookChoice["rows"] = "paired",
): readonly (readonly FieldName[])[] {
  if (kind === "inline" && fields[0] && !fields[3] && widthPx >= layout.inlineFrom) return [fields];
  const rows: FieldName[][] = [];
  /** The row that has room for another short field. */
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

/** The height of a whole form of this width, provided that no text wraps. */
export function formHeightPx(
  fields: readonly FieldName[],
  widthPx: number,
  look: SizeChoice & Pick<Appearance, "rows">,
): number {
  const rows = rowsOf(fields, widthPx, look.rows).length;
  const { fieldHeight, gap } = sizesOf(look);
  const [above, below] = marginsOf(look);
  if (look.rows === "joined") return 2 * layout.edge + above + rows * fieldHeight + layout.joint + below;
  return 2 * layout.edge + rows * (above + fieldHeight + below) + (rows - 1) * gap;
}
