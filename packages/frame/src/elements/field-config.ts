/** The input of each field: its attributes for browser and keyboard, and its formatter. */
import type { FieldName } from "@cardpane/contract/messages";
import { maxCardholderLength } from "../card/cardholder.ts";
import { maxPostalCodeLength } from "../card/postal-code.ts";
import type { Formatter } from "../formatting/edit.ts";
import { formatCvv } from "../formatting/format-cvv.ts";
import { formatMonth, formatYear } from "../formatting/format-date-part.ts";
import { formatExpiry } from "../formatting/format-expiry.ts";
import { formatNumber } from "../formatting/format-number.ts";
import { numberMonths } from "../formatting/month-names.ts";

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
  /** The text runs from left to right in every language. */
  readonly leftToRight: boolean;
  readonly capitals: "off" | "words" | "characters";
  /**
   * The most characters, or `null`. Fields of digits have no limit here: it would cut a number that is pasted with words around it,
   * and Chromium fills a shorter date into a field that looks too short for `12/2031`. Formatting limits them.
   */
  readonly maxLength: number | null;
}

const digits = { inputMode: "numeric", leftToRight: true, capitals: "off", maxLength: null } as const;

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

/** The formatter of a field; `null` leaves the text as it is typed. `cvvDigits` is the most digits that a CVV may have. */
export function formatterOf(name: FieldName, cvvDigits: number): Formatter | null {
  switch (name) {
    case "number":
      return formatNumber;
    case "expiry":
      return named(formatExpiry);
    case "expiryMonth":
      return named(formatMonth);
    case "expiryYear":
      return formatYear;
    case "cvv":
      return formatCvv(cvvDigits);
    case "cardholder":
    case "postalCode":
      return null;
    default:
      return name satisfies never;
  }
}

/** Accepts names of months, too, in English and in the language of the document. */
function named(format: Formatter): Formatter {
  return (edit) => {
    const text = numberMonths(edit.text, document.documentElement.lang);
    return format(text === edit.text ? edit : { text, caret: text.length, kind: "insert", before: null });
  };
}
