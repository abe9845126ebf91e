/**
 * One language of the pane. No key is optional: a language either says everything or does not compile.
 *
 * Labels take one line and errors two at most, in a field that is 130 pixels wide in a narrow form. Each text names its field by
 * the field's own term (terms.ts).
 */
import type { FieldErrorCode, FieldName } from "@cardpane/contract/messages";
import type { PageTexts } from "@cardpane/contract/page-texts";
import type { FailureCode } from "../tokenize/failure.ts";

/** What can be wrong with each field; month and year of an expiry have its texts. */
export const fieldProblems = {
  number: ["required", "incomplete", "check_digit", "unsupported_brand", "invalid", "refused"],
  expiry: ["required", "incomplete", "invalid", "expired", "too_far", "refused"],
  cvv: ["required", "incomplete", "invalid"],
  cardholder: ["required", "invalid", "holds_card_number", "refused"],
  postalCode: ["required", "incomplete", "invalid", "holds_card_number"],
} as const satisfies Record<WordedField, readonly FieldErrorCode[]>;

/** A field that has texts of its own for what can be wrong with it. */
export type WordedField = Exclude<FieldName, "expiryMonth" | "expiryYear">;

type Problems = typeof fieldProblems;

/** Failures about which a shopper can do no other thing than about one that has words. */
export const likeFailures = {
  bad_answer: "gateway_error",
  frame_gone: "gateway_error",
  options_invalid: "not_allowed",
} as const satisfies Partial<Record<FailureCode, FailureCode>>;

/** A failure that has a text of its own. */
export type WordedFailure = Exclude<FailureCode, keyof typeof likeFailures>;

export interface Locale {
  readonly dir: "ltr" | "rtl";
  /** Title of the frame's document, which screen readers say on the way in. */
  readonly title: string;
  readonly labels: Readonly<Record<FieldName, string>>;
  readonly placeholders: Readonly<Record<FieldName, string>>;
  /** Behind the label of a field that may stay empty. */
  readonly optional: string;
  readonly errors: { readonly [Field in WordedField]: Readonly<Record<Problems[Field][number], string>> };
  /** Why there is no token, for the shopper. */
  readonly failures: Readonly<Record<WordedFailure, string>>;
  /** Where the CVV is printed. */
  readonly cvvHint: string;
  readonly cvvHintAmex: string;
  /** Label of the choice between networks that share a card. */
  readonly network: string;
  /** That there is such a choice; `{networks}` is filled in: "Visa or Cartes Bancaires". */
  readonly chooseNetwork: string;
  /** Which one is chosen; `{network}` is filled in. */
  readonly networkSelected: string;
  /** Label of the card that the gateway keeps. */
  readonly savedCard: string;
  /** What a screen reader says of it; `{brand}` and `{lastFour}` are filled in. */
  readonly endingIn: string;
  /** Texts that stand in the merchant's page; the frame sends them there. */
  readonly page: PageTexts;
}
