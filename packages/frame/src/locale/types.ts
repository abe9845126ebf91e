/**
 * One language of the pane. No key is optional, so a language with a missing text does not compile.
 *
 * In a narrow form, where a field is 130 pixels wide, a label fits one line and an error at most two. Each text names its field by
 * a word of its label.
 */
import type { DeclineMessage } from "@cardpane/contract/declines";
import type { FieldErrorCode, FieldName } from "@cardpane/contract/messages";
import type { PageTexts } from "@cardpane/contract/page-texts";
import type { FailureCode } from "../tokenize/failure.ts";

/**
 * The errors of each field that have a text of their own. Any other one has the text of `invalid`, which says as much to the shopper.
 * Separate fields for month and year use the texts of `expiry`.
 */
export const fieldProblems = {
  number: ["required", "incomplete", "check_digit", "unsupported_brand", "invalid"],
  expiry: ["required", "incomplete", "invalid", "expired", "too_far", "refused"],
  cvv: ["required", "incomplete", "invalid"],
  cardholder: ["required", "invalid", "holds_card_number"],
  postalCode: ["required", "invalid"],
} as const satisfies Record<FieldWithTexts, readonly FieldErrorCode[]>;

/** A field that has its own error texts. */
export type FieldWithTexts = Exclude<FieldName, "expiryMonth" | "expiryYear">;

type Problems = typeof fieldProblems;

/** Failures that use the text of another one, because the shopper can do the same about both. */
export const failureAliases = {
  bad_answer: "gateway_error",
  frame_gone: "gateway_error",
  options_invalid: "not_allowed",
  pane_disabled: "not_allowed",
  timeout: "network",
} as const satisfies Partial<Record<FailureCode, FailureCode>>;

/** A failure that has its own text. */
export type FailureWithText = Exclude<FailureCode, keyof typeof failureAliases>;

/** The texts of one language in the frame. */
export interface Locale {
  /** The title of the frame's document, which screen readers read on entering the frame. */
  readonly title: string;
  readonly labels: Readonly<Record<FieldName, string>>;
  /** `placeholderText` adds those of number and expiry. */
  readonly placeholders: Readonly<Record<Exclude<FieldName, "number" | "expiry">, string>>;
  /** The text behind the label of an optional field. */
  readonly optional: string;
  readonly errors: { readonly [Field in FieldWithTexts]: Readonly<Record<Problems[Field][number], string>> };
  /** The reasons why there is no token, for the shopper. */
  readonly failures: Readonly<Record<FailureWithText, string>>;
  /** Why a payment was declined, for the shopper. None of them blames the shopper, or tells a thief that a card is known as stolen. */
  readonly declines: Readonly<Record<DeclineMessage, string>>;
  /** The frame was reloaded, so what was typed is lost. */
  readonly reloaded: string;
  /** The position of the CVV on the card. */
  readonly cvvHint: string;
  readonly cvvHintAmex: string;
  /** The choice between the networks of a co-badged card; `{networks}` is replaced by "Visa or Cartes Bancaires". */
  readonly chooseNetwork: string;
  /** Names the chosen network; `{network}` is replaced. */
  readonly networkSelected: string;
  /** The label of a saved card. */
  readonly savedCard: string;
  /** The name of a saved card for screen readers; `{brand}` and `{lastFour}` are replaced. */
  readonly endingIn: string;
}

/**
 * The texts of one language as the host serves them: with the direction of its script, and with those texts that the frame sends to
 * the merchant's page, which shows them.
 */
export interface ServedLocale extends Locale {
  readonly dir: "ltr" | "rtl";
  readonly page: PageTexts;
}
