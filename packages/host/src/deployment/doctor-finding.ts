/** The findings of the doctor. */
import { printable } from "./printable.ts";

/** One problem of a page. */
export interface DoctorFinding {
  readonly level: "error" | "warning";
  readonly code: string;
  readonly message: string;
}

export function error(code: string, message: string): DoctorFinding {
  return { level: "error", code, message };
}

export function warning(code: string, message: string): DoctorFinding {
  return { level: "warning", code, message };
}

/** A text from the page, for a finding. */
export function clean(text: string): string {
  return printable(text, 500);
}
