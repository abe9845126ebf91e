/** The texts of errors and failures in a language. */
import type { FieldErrorCode, FieldName, OwnTexts } from "@cardpane/contract/messages";
import type { FailureCode } from "../tokenize/failure.ts";
import { type Locale, likeFailures, type WordedFailure } from "./types.ts";

/** The text of a field's error. */
export function errorText(locale: Locale, field: FieldName, code: FieldErrorCode): string {
  // A page may have put own words to any error of any field.
  const said: NonNullable<OwnTexts["errors"]> = locale.errors;
  return said[field]?.[code] ?? ourErrorText(locale, field, code);
}

function ourErrorText({ errors }: Locale, field: FieldName, code: FieldErrorCode): string {
  // Of a date, the text for `invalid` names the month.
  if (field === "expiryYear" && code === "invalid") return errors.expiry.too_far;
  const own = field === "expiryMonth" || field === "expiryYear" ? errors.expiry : errors[field];
  const texts: Readonly<Partial<Record<FieldErrorCode, string>>> = own;
  return texts[code] ?? own.invalid;
}

/**
 * When the shopper may try again, in words: "in 30 seconds", and from 90 seconds on "in 2 minutes".
 *
 * @param language BCP 47 tag of the language of the texts.
 */
export function waitText({ failures }: Locale, seconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language);
  const time =
    seconds < 90 ? format.format(seconds, "second") : format.format(Math.ceil(seconds / 60), "minute");
  return failures.rate_limited.replace("{time}", () => time);
}

/** The text of a failure. */
export function failureText({ failures }: Locale, code: FailureCode): string {
  const like: Readonly<Partial<Record<FailureCode, WordedFailure>>> = likeFailures;
  return failures[like[code] ?? (code as WordedFailure)];
}
