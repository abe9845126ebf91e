/** The input of each field: its attributes for browser and keyboard, and its formatter. */
import type { FieldName } from "@cardpane/contract/messages";
import { maxCardholderLength } from "../card/cardholder.ts";
import type { CardIdentifier } from "../card/identify-card.ts";
import { maxPostalCodeLength } from "../card/postal-code.ts";
import type { Formatter } from "../formatting/edit.ts";
import { formatDigits, formatMonth, formatYear } from "../formatting/format-digits.ts";
import { formatExpiry } from "../formatting/format-expiry.ts";
import { formatNumber } from "../formatting/format-number.ts";
import { numberMonths } from "../formatting/month-names.ts";

/** The attributes of a field's input. */
export interface FieldConfig {
  /** For the browser's autofill (HTML, section 4.10.18.7). */
  readonly autocomplete:
    | "cc-number"
    | "cc-exp"
    | "cc-exp-month"
    | "cc-exp-year"
    | "cc-csc"
    | "cc-name"
    | "postal-code";
  readonly inputMode: "numeric" | "text";
  /** Whether the text is written from left to right in every language. */
  readonly leftToRight: boolean;
  readonly capitals: "off" | "words" | "characters";
  /**
   * The maximum length, or `null`. Fields of digits have no limit here, because formatting limits them: `maxlength` would cut a
   * number that is pasted with words around it, and would make Chromium autofill a shorter date than `12/2031`.
   */
  readonly maxLength: number | null;
}

const digits = { inputMode: "numeric", leftToRight: true, capitals: "off", maxLength: null } as const;

/** The configuration of each field. */
export const fieldConfigs: Readonly<Record<FieldName, FieldConfig>> = {
  number: { autocomplete: "cc-number", ...digits },
  expiry: { autocomplete: "cc-exp", ...digits },
  expiryMonth: { autocomplete: "cc-exp-month", ...digits },
  expiryYear: { autocomplete: "cc-exp-year", ...digits },
  cvv: { autocomplete: "cc-csc", ...digits },
  cardholder: {
    autocomplete: "cc-name",
    inputMode: "text",
    leftToRight: false,
    capitals: "words",
    maxLength: maxCardholderLength,
  },
  postalCode: {
    autocomplete: "postal-code",
    inputMode: "text",
    leftToRight: true,
    capitals: "characters",
    maxLength: maxPostalCodeLength,
  },
};

/** The formatter of a field, or `null` if the text is not formatted; `cvvDigits` is the maximum length of the CVV. */
export function formatterOf(name: FieldName, cvvDigits: number, cards: CardIdentifier): Formatter | null {
  switch (name) {
    case "number":
      return formatNumber(cards);
    case "expiry":
      return withMonthNames(formatExpiry);
    case "expiryMonth":
      return withMonthNames(formatMonth);
    case "expiryYear":
      return formatYear;
    case "cvv":
      return (edit) => formatDigits(edit, cvvDigits);
    case "cardholder":
    case "postalCode":
      return null;
    default:
      return name satisfies never;
  }
}

/** Extends a formatter to accept names of months, in English and in the language of the document. */
function withMonthNames(format: Formatter): Formatter {
  return (edit) => {
    const text = numberMonths(edit.text, document.documentElement.lang);
    return format(text === edit.text ? edit : { text, caret: text.length, kind: "insert", before: null });
  };
}
