/** The types of a form's options, and the lists of their values. */
import type { DeclineMessage } from "../declines/index.ts";
import type { FieldName } from "../fields/index.ts";

/** How the expiry date is entered: in one field, in two fields for month and year, or with two lists. */
export const expiryKinds = ["single", "split", "select"] as const;
export type ExpiryKind = (typeof expiryKinds)[number];

/** Card networks, by their names in the page's API. */
export const brands = [
  "visa",
  "mastercard",
  "american-express",
  "diners-club",
  "discover",
  "jcb",
  "unionpay",
  "maestro",
  "elo",
  "mir",
  "hiper",
  "hipercard",
  "verve",
  "troy",
  "naranja",
  "dankort",
  "rupay",
  "cartes-bancaires",
  "bancontact",
  "uatp",
  "interac",
  "mada",
  "eftpos",
] as const;
export type Brand = (typeof brands)[number];

/** The numbers of first digits that a page may receive (ISO/IEC 7812-1: they identify the issuer). */
export const binSizes = [6, 8] as const;
export type BinSize = (typeof binSizes)[number];

/** The errors of a field. */
export const fieldErrorCodes = [
  "required",
  "incomplete",
  "check_digit",
  "unsupported_brand",
  "invalid",
  "expired",
  "too_far",
  "holds_card_number",
  "refused",
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** One field of the form. Fields are shown in the order of their list. */
export interface FieldOptions {
  readonly name: FieldName;
  /** An optional field may stay empty; a text typed into it must still be valid. */
  readonly required: boolean;
}

/** A card that the gateway has stored: the form then asks for its CVV only. None of these members is card data. */
export interface SavedCard {
  /** UUID of the stored payment account. */
  readonly paymentAccountId: string;
  /** The gateway's consumer id, 1 to 36 characters. */
  readonly consumerId: string;
  /** Shown beside the field; determines the length of the CVV. */
  readonly brand: Brand | null;
  /** Shown beside the field; four digits. */
  readonly lastFour: string | null;
}

/**
 * A page's own texts in place of the pane's, in any language: 1 to 80 characters each, on one line. They are shown as plain
 * text; markup in them is not interpreted.
 */
export interface OwnTexts {
  readonly labels?: Readonly<Partial<Record<FieldName, string>>>;
  readonly placeholders?: Readonly<Partial<Record<FieldName, string>>>;
  /** A code without a text of its own has that of `invalid`, if you give one. */
  readonly errors?: Readonly<Partial<Record<FieldName, Readonly<Partial<Record<FieldErrorCode, string>>>>>>;
  /** Shown when a payment was declined; 1 to 200 characters each. */
  readonly declines?: Readonly<Partial<Record<DeclineMessage, string>>>;
  /** Shown in brackets after the label of an optional field. */
  readonly optional?: string;
  /** Tells screen reader users where the CVV is printed. */
  readonly cvvHint?: string;
  /** The same for American Express. */
  readonly cvvHintAmex?: string;
  /** Label of the saved card. */
  readonly savedCard?: string;
  /** How a screen reader announces the saved card; `{brand}` and `{lastFour}` are replaced. */
  readonly endingIn?: string;
}

/** The data that a page may fill into the form: the shopper's, never the card's. */
export type GivenValues = TokenizeExtra;

/** Data from the page that becomes part of the token if the form has no field for it. */
export interface TokenizeExtra {
  /** At most 64 characters. Empty counts as missing. */
  readonly cardholder?: string;
  /** At most 16 characters. Empty counts as missing. */
  readonly postalCode?: string;
}
