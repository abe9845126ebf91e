/** The texts of errors, failures, announcements and the choice of a network in a language. */
import type { DeclineMessage } from "@cardpane/contract/declines";
import type { Brand, FieldErrorCode, FieldName, OwnTexts } from "@cardpane/contract/messages";
import { brandName } from "../card/identify-card.ts";
import type { FailureCode } from "../tokenize/failure.ts";
import { type FailureWithText, failureAliases, type Locale } from "./types.ts";

/** The placeholder of a field. The number's is the same in every language; the date's joins those of month and year. */
export function placeholderText({ placeholders }: Locale, field: FieldName): string {
  if (field === "number") return "1234 1234 1234 1234";
  if (field === "expiry") return `${placeholders.expiryMonth} / ${placeholders.expiryYear}`;
  return placeholders[field];
}

/** The text of a field's error. */
export function errorText(locale: Locale, field: FieldName, code: FieldErrorCode): string {
  // The type is wider than the locale's, because a page may add its own text for any error of any field.
  const texts: NonNullable<OwnTexts["errors"]> = locale.errors;
  return texts[field]?.[code] ?? defaultErrorText(locale, field, code);
}

function defaultErrorText({ errors }: Locale, field: FieldName, code: FieldErrorCode): string {
  // The text for an invalid date names the month, so the year uses another one.
  if (field === "expiryYear" && code === "invalid") return errors.expiry.too_far;
  const own = field === "expiryMonth" || field === "expiryYear" ? errors.expiry : errors[field];
  const texts: Readonly<Partial<Record<FieldErrorCode, string>>> = own;
  return texts[code] ?? own.invalid;
}

/**
 * The text that states when the shopper may try again: "in 30 seconds", and from 90 seconds on "in 2 minutes". In some languages
 * the phrase for "in 30 seconds" also means "within 30 seconds", so their text has its own preposition and a `{duration}`.
 *
 * @param language the BCP 47 tag of the texts
 */
export function waitText({ failures }: Locale, seconds: number, language: string): string {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return failures.rate_limited
    .replace("{time}", () => new Intl.RelativeTimeFormat(language).format(count, unit as "second"))
    .replace("{duration}", () =>
      new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count),
    );
}

/**
 * The offer of the networks of a co-badged card: `Choose Visa or Cartes Bancaires`, joined by the rules of the language.
 *
 * @param language the BCP 47 tag of the texts
 */
export function choiceText({ chooseNetwork }: Locale, brands: readonly Brand[], language: string): string {
  const names = new Intl.ListFormat(language, { type: "disjunction" }).format(brands.map(brandName));
  return chooseNetwork.replace("{networks}", () => names);
}

/** The text of a failure. */
export function failureText({ failures }: Locale, code: FailureCode): string {
  const aliases: Readonly<Partial<Record<FailureCode, FailureWithText>>> = failureAliases;
  return failures[aliases[code] ?? (code as FailureWithText)];
}

/** Something to announce to screen readers. */
export type Announcement =
  /** The errors that are shown now. */
  | { readonly type: "errors"; readonly errors: Readonly<Partial<Record<FieldName, FieldErrorCode>>> }
  /** The payment was declined. */
  | { readonly type: "declined"; readonly message: DeclineMessage }
  /** The form was reloaded and is empty. */
  | { readonly type: "reloaded" }
  /** There are networks to choose from, and one is chosen. */
  | { readonly type: "networks"; readonly brands: readonly Brand[]; readonly chosen: Brand | null }
  /** How long the form sends nothing. */
  | { readonly type: "wait"; readonly seconds: number }
  /** A text of the page; an empty one clears the last announcement. */
  | { readonly type: "text"; readonly text: string };

/** Whether an announcement is about the fields, and so is obsolete when they are wiped. */
export function isAboutFields({ type }: Announcement): boolean {
  return type !== "text" && type !== "wait";
}

/**
 * The text of an announcement.
 *
 * @param language the BCP 47 tag of the texts
 */
export function announcementText(locale: Locale, what: Announcement, language: string): string {
  switch (what.type) {
    case "errors":
      return (Object.entries(what.errors) as [FieldName, FieldErrorCode][])
        .map(([field, code]) => `${locale.labels[field]}: ${errorText(locale, field, code)}`)
        .join(". ");
    case "declined":
      return locale.declines[what.message];
    case "reloaded":
      return locale.reloaded;
    case "networks": {
      const { brands, chosen } = what;
      const offer = choiceText(locale, brands, language);
      return chosen
        ? `${offer}. ${locale.networkSelected.replace("{network}", () => brandName(chosen))}`
        : offer;
    }
    case "wait":
      return waitText(locale, what.seconds, language);
    case "text":
      return what.text;
    default:
      return what satisfies never;
  }
}
