/** Keeps the digits of a CVV. */
import type { Edit, Formatter } from "./edit.ts";
import { formatDigits } from "./format-date-part.ts";

/** The formatter for a CVV of at most this many digits. */
export function formatCvv(most: number): Formatter {
  return (edit: Edit) => formatDigits(edit, most);
}
