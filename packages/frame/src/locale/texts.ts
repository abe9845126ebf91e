/** The words for what happened, in a language. */
import type { FieldErrorCode, FieldName } from "@cardpane/contract/messages";
import type { Locale } from "./types.ts";

/** What is wrong with a field, in the shopper's words. */
export function errorText(locale: Locale, field: FieldName, code: FieldErrorCode): string {
  const texts: Readonly<Partial<Record<FieldErrorCode, string>>> = locale.errors[field];
  return texts[code] ?? locale.errors[field].invalid;
}
