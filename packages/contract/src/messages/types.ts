/**
 * The types of the messages between page and frame. Their guards are in to-frame.ts and to-page.ts; index.ts describes the
 * protocol.
 */
import type { Appearance } from "../appearance/look.ts";
import type { PaneErrorCode } from "../errors/index.ts";
import type { PageTexts } from "../locales/page-texts.ts";

/** Protocol version. Page script and frame are released together; a different number closes the pane. */
export const protocolVersion = 1;

/** The fields that a form may have. A form has either `expiry`, or `expiryMonth` and `expiryYear`, never both. */
export const fieldNames = [
  "number",
  "expiry",
  "expiryMonth",
  "expiryYear",
  "cvv",
  "cardholder",
  "postalCode",
] as const;
export type FieldName = (typeof fieldNames)[number];

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
  /** The gateway's consumer id, 5 to 36 characters. */
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
  readonly errors?: Readonly<Partial<Record<FieldName, Readonly<Partial<Record<FieldErrorCode, string>>>>>>;
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

/** The options of a form. Each `update` replaces all of them. */
export interface PaneOptions {
  readonly fields: readonly FieldOptions[];
  /** With `select`, month and year are chosen from lists; the page adds `expiryMonth` and `expiryYear` to `fields`. */
  readonly expiry: ExpiryKind;
  /** BCP 47 tags, 1 to 8 of them, separated by commas, the preferred one first; the nearest supported locale is used. */
  readonly locale: string;
  readonly texts: OwnTexts;
  readonly disabled: boolean;
  /** The fields cannot be edited. They can be read, focused and tokenized. */
  readonly readOnly: boolean;
  /** Data that the page already has: the form's initial values. */
  readonly values: GivenValues;
  /** Accepted networks; `null` accepts all. A card with several networks is accepted if one of them is in the list. */
  readonly supportedBrands: readonly Brand[] | null;
  /** Preselects a network of a card that has several: the first of this list that the card has, until the shopper chooses. */
  readonly preferredNetworks: readonly Brand[];
  /** The number of first digits of a complete and valid card number that the page receives, or `null` for none. */
  readonly bin: BinSize | null;
  /** Shows only the last four digits of a valid number once it loses the focus. */
  readonly maskNumber: boolean;
  /** Moves the focus to the next field when a keystroke completes one. */
  readonly autoAdvance: boolean;
  readonly savedCard: SavedCard | null;
  readonly appearance: Appearance;
}

/** The state of one field that the page receives. Never its value. */
export interface FieldSnapshot {
  /** The field's label, in the shopper's language or from the page's own texts. */
  readonly label: string;
  readonly empty: boolean;
  /** The field has all characters that it needs. */
  readonly complete: boolean;
  /** Complete and without an error, or optional and empty. */
  readonly valid: boolean;
  readonly focused: boolean;
  /** The error that is shown now, or `null`. */
  readonly error: FieldErrorCode | null;
  /** The shown error in the shopper's language, or `null`. */
  readonly errorText: string | null;
}

/** The state of the form that the page receives. */
export interface Snapshot {
  readonly fields: Readonly<Partial<Record<FieldName, FieldSnapshot>>>;
  /**
   * The network that a payment would use: the only one that the number can belong to, or the chosen one if several networks
   * share the card. `null` until it is determined.
   */
  readonly brand: Brand | null;
  /** The accepted networks of the card; the shopper can choose if there are several. Empty until they are determined. */
  readonly brands: readonly Brand[];
  readonly empty: boolean;
  readonly complete: boolean;
  readonly valid: boolean;
}

/** The browser data for 3D Secure, with the names of section 2.5 of the interface. */
export interface DeviceData {
  readonly browserJavaEnabled: boolean;
  readonly browserLanguage: string;
  readonly browserColorDepth: number;
  readonly browserScreenHeight: number;
  readonly browserScreenWidth: number;
  readonly browserTimezone: string;
}

/** The displayable data of the tokenized card. */
export interface CardSummary {
  /** The network; the chosen one if several networks share the card. */
  readonly brand: Brand | null;
  /** The last four digits, or `null` if they are not known, which can happen with a saved card. */
  readonly lastFour: string | null;
}

/** The token, and the data that belongs to it. */
export interface TokenizeSuccess {
  readonly token: string;
  /** Unix timestamp in seconds. */
  readonly expireAt: number;
  readonly device: DeviceData;
  readonly card: CardSummary;
}

/** Why tokenize failed: an error code, and the fields concerned. */
export interface TokenizeFailure {
  readonly code: PaneErrorCode;
  /** The error in the shopper's language. */
  readonly text: string;
  readonly fields: readonly FieldName[];
  /** With `rate_limited`: the seconds to wait before the next call, 1 to 900. */
  readonly retryAfterSeconds?: number;
}

export type TokenizeOutcome =
  | ({ readonly ok: true } & TokenizeSuccess)
  | ({ readonly ok: false } & TokenizeFailure);

/** The data that a page may fill into the form: the shopper's, never the card's. */
export type GivenValues = TokenizeExtra;

/** Data from the page that becomes part of the token if the form has no field for it. */
export interface TokenizeExtra {
  /** 1 to 64 characters. */
  readonly cardholder?: string;
  /** 1 to 16 characters. */
  readonly postalCode?: string;
}

/**
 * By window.postMessage, page to frame: requests the hello again. A page whose script started later than the frame's missed it.
 */
export interface Greet {
  readonly type: "cardpane:greet";
}

/** The first message, by window.postMessage, frame to page. It has the same keys in every version, so that each can read it. */
export interface Hello {
  readonly type: "cardpane:hello";
  readonly version: number;
  readonly frameNonce: string;
}

/** The second message, by window.postMessage, page to frame, with one port. */
export interface Open {
  readonly type: "cardpane:open";
  readonly version: number;
  readonly frameNonce: string;
  readonly pageNonce: string;
  /** The only field that this frame draws, or `null` if it draws the whole form. */
  readonly field: FieldName | null;
  readonly options: PaneOptions;
}

export type PageToFrame =
  | { readonly type: "update"; readonly options: PaneOptions }
  | {
      readonly type: "tokenize";
      readonly requestId: string;
      readonly timeoutMs: number;
      readonly extra: TokenizeExtra;
      /** Announced to screen readers once the card is really sent; an empty text announces nothing. */
      readonly announce: string;
    }
  | { readonly type: "cancel"; readonly requestId: string }
  | { readonly type: "validate"; readonly requestId: string }
  | { readonly type: "focus"; readonly field: FieldName }
  | { readonly type: "blur" }
  | { readonly type: "clear" }
  /** The text of an earlier frame of this form was lost: tells the shopper to enter it again. */
  | { readonly type: "reloaded" }
  /** Announces a text to screen readers, politely; an empty text clears the previous one. Never replaces errors of fields. */
  | { readonly type: "announce"; readonly text: string }
  /** To the frame of a field: it is the leader, which holds the form's state. */
  | { readonly type: "lead" }
  /** To the leader: the frame whose hello had this nonce draws this field and may join once. */
  | { readonly type: "admit"; readonly field: FieldName; readonly frameNonce: string }
  /** To the frame of a field: the frame whose hello had this nonce is its leader. */
  | { readonly type: "follow"; readonly leaderNonce: string }
  | { readonly type: "close" };

export type FrameToPage =
  /** The first message on the port: proves that the frame holds the port. */
  | { readonly type: "opened"; readonly pageNonce: string }
  /** The texts that the page shows around the frame: sent before `ready`, and again when the language changes. */
  | { readonly type: "localized"; readonly locale: string; readonly texts: PageTexts }
  /** The inputs are painted and usable. If a form has several frames, only the leader sends a snapshot. */
  | {
      readonly type: "ready";
      readonly heightPx: number;
      readonly snapshot: Snapshot | null;
    }
  /** The label of the only field that the frame draws, in the shopper's language. */
  | { readonly type: "labelled"; readonly label: string }
  | { readonly type: "resized"; readonly heightPx: number }
  /** Sent once per user action, however much the action changed. */
  | { readonly type: "changed"; readonly snapshot: Snapshot }
  /** The first digits of a complete and valid number, for a page that requested them; `null` without such a number. */
  | { readonly type: "bin"; readonly bin: string | null }
  /** The browser or a password manager filled in these fields at once. */
  | { readonly type: "autofilled"; readonly fields: readonly FieldName[] }
  /** A keystroke completed a field, and the next field is in another frame: the page moves the focus there. */
  | { readonly type: "advanced"; readonly from: FieldName; readonly to: FieldName }
  /** Enter was pressed in a field. */
  | { readonly type: "submitted" }
  /** Escape was pressed in a field. */
  | { readonly type: "escaped" }
  | {
      readonly type: "validated";
      readonly requestId: string;
      readonly snapshot: Snapshot;
    }
  | {
      readonly type: "tokenized";
      readonly requestId: string;
      readonly outcome: TokenizeOutcome;
    }
  /** The frame cannot continue. Its last message. */
  | { readonly type: "failed"; readonly code: PaneErrorCode };
