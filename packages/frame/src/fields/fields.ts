/**
 * The table of the fields: all that differs from field to field. A new field is a row here, a name in the contract's `fieldNames`,
 * its texts in each language, and its property in the request (tokenize/send-card.ts).
 */
import type { Brand, FieldErrorCode, FieldName } from "@cardpane/contract/messages";
import { cardholderProblem, maxCardholderLength } from "../card/cardholder.ts";
import { cvvProblem } from "../card/cvv.ts";
import { asciiDigits, digitsOf } from "../card/digits.ts";
import { expiryProblem, monthProblem, readExpiry, type Today, yearProblem } from "../card/expiry.ts";
import type { CardIdentifier } from "../card/identify-card.ts";
import { type NumberRules, numberProblem } from "../card/number.ts";
import { maxPostalCodeLength, postalCodeProblem } from "../card/postal-code.ts";
import type { Formatter } from "../formatting/edit.ts";
import { formatDigits, formatMonth, formatYear } from "../formatting/format-digits.ts";
import { formatExpiry } from "../formatting/format-expiry.ts";
import { formatNumber } from "../formatting/format-number.ts";
import { numberMonths } from "../formatting/month-names.ts";

/** The settings that an entry is validated with. */
export interface Rules extends NumberRules {
  /** The network of the saved card, if the form asks for the CVV of one. */
  readonly savedBrand: Brand | null;
  readonly today: Today;
}

/** What the validation of a field needs besides its own text. */
export interface FieldContext {
  readonly rules: Rules;
  /** The digits of the separate field for the month. */
  readonly month: string;
  readonly cvvLengths: readonly number[];
}

/** One field of the form. */
export interface Field {
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
  /** Whether it is wiped as soon as there is a token. */
  readonly isCardData: boolean;
  /** Whether the gateway requires it (section 2.1), so that it cannot be optional. */
  readonly isAlwaysRequired: boolean;
  /** The properties of the gateway's request that it becomes. */
  readonly properties: readonly string[];
  /** The error of a text that is not empty, or `null` when it is valid. */
  readonly problem: (text: string, context: FieldContext) => FieldErrorCode | null;
  /** The number of digits after which it accepts no further one; a text field always accepts more. */
  readonly maxDigits?: (digits: string, context: FieldContext) => number;
  /** Absent if the text is not formatted; `cvvDigits` is the maximum length of the CVV. */
  readonly formatter?: (cards: CardIdentifier, cvvDigits: number) => Formatter;
}

const digits = {
  inputMode: "numeric",
  leftToRight: true,
  capitals: "off",
  maxLength: null,
  isCardData: true,
  isAlwaysRequired: true,
} as const;
const words = { inputMode: "text", isCardData: false, isAlwaysRequired: false } as const;

/** Every field, by its name. */
export const fields: Readonly<Record<FieldName, Field>> = {
  number: {
    ...digits,
    autocomplete: "cc-number",
    properties: ["number"],
    problem: (text, { rules }) => numberProblem(digitsOf(text), rules),
    maxDigits: (typed, { rules }) => rules.cards.maxDigits(typed),
    formatter: formatNumber,
  },
  expiry: {
    ...digits,
    autocomplete: "cc-exp",
    properties: ["expirationMonth", "expirationYear"],
    problem: (text, { rules }) => expiryProblem(readExpiry(text), rules.today),
    maxDigits: () => 4,
    formatter: () => withMonthNames(formatExpiry),
  },
  expiryMonth: {
    ...digits,
    autocomplete: "cc-exp-month",
    properties: ["expirationMonth"],
    problem: (text) => monthProblem(digitsOf(text)),
    maxDigits: () => 2,
    formatter: () => withMonthNames(formatMonth),
  },
  expiryYear: {
    ...digits,
    autocomplete: "cc-exp-year",
    properties: ["expirationYear"],
    problem: (text, { rules, month }) => yearProblem(digitsOf(text), month, rules.today),
    // A valid year has two digits, or four if it begins with 20; neither accepts another one.
    maxDigits: ({ length }) => length,
    formatter: () => formatYear,
  },
  cvv: {
    ...digits,
    autocomplete: "cc-csc",
    isAlwaysRequired: false,
    properties: ["cvv"],
    problem: (text, { cvvLengths }) => cvvProblem(digitsOf(text), cvvLengths),
    maxDigits: (_, { cvvLengths }) => Math.max(...cvvLengths),
    formatter: (_, cvvDigits) => (edit) => formatDigits(edit, cvvDigits),
  },
  cardholder: {
    ...words,
    autocomplete: "cc-name",
    leftToRight: false,
    capitals: "words",
    maxLength: maxCardholderLength,
    properties: ["cardHolder"],
    problem: (text) => cardholderProblem(text.trim()),
  },
  postalCode: {
    ...words,
    autocomplete: "postal-code",
    leftToRight: true,
    capitals: "characters",
    maxLength: maxPostalCodeLength,
    properties: ["zip"],
    problem: (text) => postalCodeProblem(asciiDigits(text).trim()),
  },
};

/** Extends a formatter to accept names of months, in English and in the language of the document. */
function withMonthNames(format: Formatter): Formatter {
  return (edit) => {
    const text = numberMonths(edit.text, document.documentElement.lang);
    return format(text === edit.text ? edit : { text, caret: text.length, kind: "insert", before: null });
  };
}
