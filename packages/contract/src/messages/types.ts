/**
 * The types of the messages between page and frame. Their guards are in to-frame.ts and to-page.ts; index.ts describes the
 * protocol.
 */
import type { PaneErrorCode } from "../errors/index.ts";
import type { FieldName } from "../fields/index.ts";
import type { PageTexts } from "../locales/page-texts.ts";
import type { Brand, FieldErrorCode, TokenizeExtra } from "./option-types.ts";
import type { PaneOptions } from "./options.ts";

/** Protocol version. Page script and frame are released together; a different number closes the pane. */
export const protocolVersion = 1;

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
  /** Whether the token holds the cardholder's name, which the card networks want for 3D Secure. */
  readonly hasName: boolean;
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
      /** `null` if the page's data is invalid: only the frame has the text of that error. */
      readonly extra: TokenizeExtra | null;
      /** Announced to screen readers once the card is really sent; an empty text announces nothing. */
      readonly announce: string;
    }
  | { readonly type: "cancel"; readonly requestId: string }
  | { readonly type: "validate"; readonly requestId: string }
  /** `null`: the first field to correct, which only the frame knows when its last change is on the way. */
  | { readonly type: "focus"; readonly field: FieldName | null }
  | { readonly type: "blur" }
  | { readonly type: "clear" }
  /** Like `clear`, and fills in the option `values` again. */
  | { readonly type: "reset" }
  /** The text of an earlier frame of this form was lost: tells the shopper to enter it again. */
  | { readonly type: "reloaded" }
  /** The payment was declined with this code of the gateway, or its challenge was closed (`null`): the form is given back. */
  | { readonly type: "decline"; readonly code: string | null }
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
  | { readonly type: "binchange"; readonly bin: string | null }
  /** The browser or a password manager filled in these fields at once. */
  | { readonly type: "autofill"; readonly fields: readonly FieldName[] }
  /**
   * The page moves the focus, because a frame cannot: from a field that a keystroke completed into another frame, or, after a
   * decline, from the page (`null`) to the field to correct.
   */
  | { readonly type: "advanced"; readonly from: FieldName | null; readonly to: FieldName }
  /** Enter was pressed in a field. */
  | { readonly type: "enter" }
  /** Escape was pressed in a field. */
  | { readonly type: "escape" }
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
