/**
 * The words that page and frame exchange, as types. The guards that read them are in guards.ts, the way they are
 * exchanged in index.ts.
 */
import type { Appearance } from "../appearance/look.ts";
import type { PaneErrorCode } from "../errors/index.ts";
import type { PageTexts } from "../locales/page-texts.ts";

/** Protocol version. Page script and frame are released together; a different number closes the pane. */
export const protocolVersion = 1;

/** The fields a form may have. A form has `expiry`, or its month and its year, never both. */
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

/** How the expiry date is entered: in one field, in one for the month and one for the year, or by two lists. */
export const expiryKinds = ["single", "split", "select"] as const;
export type ExpiryKind = (typeof expiryKinds)[number];

/** Card networks, by the names the page sees. */
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

/** How many of a number's first digits a page may receive (ISO/IEC 7812-1: the issuer). */
export const binSizes = [6, 8] as const;
export type BinSize = (typeof binSizes)[number];

/** What can be wrong with a field. */
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

/** One field of the form, in the order it is shown. */
export interface FieldOptions {
  readonly name: FieldName;
  /** An optional field may stay empty; what is typed in it must still be right. */
  readonly required: boolean;
}

/** A card that the gateway already keeps: the form then asks for its CVV only. Nothing here is card data. */
export interface SavedCard {
  /** UUID of the stored payment account. */
  readonly paymentAccountId: string;
  /** The gateway's consumer id, 5 to 36 characters. */
  readonly consumerId: string;
  /** Shown beside the field, and the length of its CVV. */
  readonly brand: Brand | null;
  /** Shown beside the field; four digits. */
  readonly lastFour: string | null;
}

/**
 * A page's own words in place of the pane's, in whatever language it speaks: 1 to 80 characters each, on one line, shown as
 * they are. They are data; no markup is read in them.
 */
export interface OwnTexts {
  readonly labels?: Readonly<Partial<Record<FieldName, string>>>;
  readonly placeholders?: Readonly<Partial<Record<FieldName, string>>>;
  readonly errors?: Readonly<Partial<Record<FieldName, Readonly<Partial<Record<FieldErrorCode, string>>>>>>;
  /** Behind the label of a field that may stay empty, in brackets. */
  readonly optional?: string;
  /** Where the CVV is printed, for screen readers. */
  readonly cvvHint?: string;
  /** The same for American Express. */
  readonly cvvHintAmex?: string;
  /** Label of the card that the gateway keeps. */
  readonly savedCard?: string;
  /** How a screen reader announces that card; `{brand}` and `{lastFour}` are filled in. */
  readonly endingIn?: string;
}

/** The options of a form. Each `update` replaces all of them. */
export interface PaneOptions {
  readonly fields: readonly FieldOptions[];
  /** With `select`, month and year are chosen from lists; the page puts them into `fields`. */
  readonly expiry: ExpiryKind;
  /** BCP 47 tags, 1 to 8 of them, separated by commas, the best first; the nearest of the frame's locales is used. */
  readonly locale: string;
  readonly texts: OwnTexts;
  readonly disabled: boolean;
  /** The fields cannot be edited. They can be read, focused and tokenized. */
  readonly readOnly: boolean;
  /** What the page knows already, and the form starts with. */
  readonly values: GivenValues;
  /** Networks that are taken; `null` takes all. Of a card with several, one is enough. */
  readonly supportedBrands: readonly Brand[] | null;
  /** Of the networks that share a card, the one that is chosen until the shopper chooses; the first that the card has. */
  readonly preferredNetworks: readonly Brand[];
  /** How many first digits of a complete and valid number the page receives, or `null` for none. */
  readonly bin: BinSize | null;
  /** Shows the last four digits only, once the number is right and left. */
  readonly maskNumber: boolean;
  /** Moves the focus to the next field when a keystroke completes one. */
  readonly autoAdvance: boolean;
  readonly savedCard: SavedCard | null;
  readonly appearance: Appearance;
}

/** What the page may know of one field. Never its value. */
export interface FieldSnapshot {
  /** What the field is called, in the shopper's language or in the page's own words. */
  readonly label: string;
  readonly empty: boolean;
  /** All characters that it needs are there. */
  readonly complete: boolean;
  /** Complete and right, or optional and empty. */
  readonly valid: boolean;
  readonly focused: boolean;
  /** The error that is shown now, or `null`. */
  readonly error: FieldErrorCode | null;
  /** The shown error in the shopper's language, or `null`. */
  readonly errorText: string | null;
}

/** What the page may know of the form. */
export interface Snapshot {
  readonly fields: Readonly<Partial<Record<FieldName, FieldSnapshot>>>;
  /**
   * The network that a payment would go by: the one that the number can only belong to, and of several that share the card
   * the chosen one. `null` while it is open.
   */
  readonly brand: Brand | null;
  /** All networks of the card that are taken; the shopper may choose where there are several. Empty while it is open. */
  readonly brands: readonly Brand[];
  readonly empty: boolean;
  readonly complete: boolean;
  readonly valid: boolean;
}

/** The browser's 3D Secure fields, as section 2.5 of the interface names them. */
export interface DeviceData {
  readonly browserJavaEnabled: boolean;
  readonly browserLanguage: string;
  readonly browserColorDepth: number;
  readonly browserScreenHeight: number;
  readonly browserScreenWidth: number;
  readonly browserTimezone: string;
}

/** What can be shown of the card that was tokenized. */
export interface CardSummary {
  /** The chosen one where several networks share the card. */
  readonly brand: Brand | null;
  /** The last four digits, or `null` where the form took none (a saved card of which they are not known). */
  readonly lastFour: string | null;
}

/** A card became a token. */
export interface TokenizeSuccess {
  readonly token: string;
  /** Unix timestamp in seconds. */
  readonly expireAt: number;
  readonly device: DeviceData;
  readonly card: CardSummary;
}

/** Why there is no token: a code of the catalogue, and the fields concerned. */
export interface TokenizeFailure {
  readonly code: PaneErrorCode;
  /** The same in the shopper's language. */
  readonly text: string;
  readonly fields: readonly FieldName[];
  /** With `rate_limited`: when the call may succeed, 1 to 900 seconds from now. */
  readonly retryAfterSeconds?: number;
}

export type TokenizeOutcome =
  | ({ readonly ok: true } & TokenizeSuccess)
  | ({ readonly ok: false } & TokenizeFailure);

/** What a page may fill into the form: the shopper's own data, never the card's. */
export type GivenValues = TokenizeExtra;

/** Data of the page's own that goes into the token, where the form does not ask for it. */
export interface TokenizeExtra {
  /** 1 to 64 characters. */
  readonly cardholder?: string;
  /** 1 to 16 characters. */
  readonly postalCode?: string;
}

/**
 * By window.postMessage, page to frame: asks for the hello once more. A page whose script came later than the frame missed it.
 */
export interface Greet {
  readonly type: "cardpane:greet";
}

/** First word, by window.postMessage, frame to page. Its keys are the same in every version, so that each can read it. */
export interface Hello {
  readonly type: "cardpane:hello";
  readonly version: number;
  readonly frameNonce: string;
}

/** Second word, by window.postMessage, page to frame, with the one port. */
export interface Open {
  readonly type: "cardpane:open";
  readonly version: number;
  readonly frameNonce: string;
  readonly pageNonce: string;
  /** The one field that this frame draws, or `null`: it draws the whole form. */
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
    }
  | { readonly type: "cancel"; readonly requestId: string }
  | { readonly type: "validate"; readonly requestId: string }
  | { readonly type: "focus"; readonly field: FieldName }
  | { readonly type: "blur" }
  | { readonly type: "clear" }
  /** Says something to screen readers, politely; empty takes it back. */
  | { readonly type: "announce"; readonly text: string }
  /** To the frame of a field: it holds the form's state from now on. */
  | { readonly type: "lead" }
  /** To the frame that leads: the frame whose hello had this nonce is another field's, and may join once. */
  | { readonly type: "admit"; readonly field: FieldName; readonly frameNonce: string }
  /** To the frame of a field: the frame whose hello had this nonce leads. */
  | { readonly type: "follow"; readonly leaderNonce: string }
  | { readonly type: "close" };

export type FrameToPage =
  /** First word on the port: proves that the frame holds it. */
  | { readonly type: "opened"; readonly pageNonce: string }
  /** The texts around the frame in its language: before `ready`, and again when the language changes. */
  | { readonly type: "localized"; readonly locale: string; readonly texts: PageTexts }
  /** The inputs are painted and usable. Of the frames of one form, the one that leads knows the snapshot. */
  | {
      readonly type: "ready";
      readonly heightPx: number;
      readonly snapshot: Snapshot | null;
    }
  /** The label of the one field that the frame draws, in the shopper's language. */
  | { readonly type: "labelled"; readonly label: string }
  | { readonly type: "resized"; readonly heightPx: number }
  /** One message a user action, whatever changed by it. */
  | { readonly type: "changed"; readonly snapshot: Snapshot }
  /** The first digits of a complete and valid number, for a page that requested them; `null` without such a number. */
  | { readonly type: "bin"; readonly bin: string | null }
  /** The browser or a password manager filled in these fields, in one act. */
  | { readonly type: "autofilled"; readonly fields: readonly FieldName[] }
  /** A key filled a field as far as it goes: the focus is to go on to one that another frame draws. */
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
  /** The frame cannot go on; its last word. */
  | { readonly type: "failed"; readonly code: PaneErrorCode };
