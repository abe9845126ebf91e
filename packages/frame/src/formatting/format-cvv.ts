/** Keeps the digits of a CVV. */
import type { Edit, Formatter } from "./edit.ts";
import { formatDigits } from "./format-date-part.ts";

/** The formatter for a CVV with this maximum length. */
export function formatCvv(max: number): Formatter {
  return (edit: Edit) => formatDigits(edit, max);
}
