/** The state of the form, its events, and the effects that it requests. */
import type { DeclineMessage } from "@cardpane/contract/declines";
import type {
  Brand,
  CardSummary,
  DeviceData,
  FieldErrorCode,
  FieldName,
  PaneOptions,
  TokenizeExtra,
  TokenizeSuccess,
} from "@cardpane/contract/messages";
import { fieldNames } from "@cardpane/contract/messages";
import type { Today } from "../card/expiry.ts";
import type { CardIdentifier } from "../card/identify-card.ts";
import { Secret } from "../card/secret.ts";
import type { Entries } from "../fields/validate-field.ts";
import type { Announcement } from "../locale/messages.ts";
import type { TokenizeRequest } from "../tokenize/request.ts";
import type { TokenizeFailure, TokenizeResponse } from "../tokenize/response.ts";

/** The state of an open form. */
export interface ActiveForm {
  readonly options: PaneOptions;
  readonly entries: Entries;
  /** Errors that are shown now. */
  readonly shown: Readonly<Partial<Record<FieldName, FieldErrorCode>>>;
  readonly focused: FieldName | null;
  /** The network that the shopper chose for a co-badged card; reset when the number is empty. */
  readonly chosenNetwork: Brand | null;
  readonly cards: CardIdentifier;
  /** The host requires a Luhn check of every number. */
  readonly strictLuhn: boolean;
  /** The shopper's date at the last event. */
  readonly today: Today;
  /** No card is sent before this time, which the gateway has set, in milliseconds of a clock that does not go back. */
  readonly retryAt: number;
  /** The page has called `clear()`: its `values` are not filled in again until they change. */
  readonly isCleared: boolean;
  /** An earlier frame of this form was lost with its text, and nothing has been typed since. */
  readonly isReloaded: boolean;
  /** The sentence of the last decline; `null` before one, and when a card was sent again. */
  readonly declined: DeclineMessage | null;
  /** The card of the last token, which the form can give back; `null` without one. */
  readonly kept: KeptCard | null;
  /** The request for a token that was sent, or `null` while the shopper can edit. */
  readonly pending: PendingToken | null;
}

/**
 * A card that became a token, without its CVV. Its inputs keep the texts, so that a declined payment or a closed challenge can give
 * them back; here is only which ones. A page that tells no outcome gets an empty form, as if nothing were kept.
 */
export interface KeptCard {
  /** The request that created the token. */
  readonly requestId: string;
  readonly fields: readonly FieldName[];
  /** The network that the shopper had chosen. */
  readonly network: Brand | null;
  /** Whether the inputs show the texts again, unchanged. */
  readonly isGivenBack: boolean;
}

/** A request for a token that awaits the gateway's response. */
export interface PendingToken {
  readonly requestId: string;
  /** What was announced when the card was sent. */
  readonly announced: string;
  /** The summary of the card for the page, taken before the card is wiped. */
  readonly card: CardSummary;
}

/** The state of a form; `null` once it is closed. */
export type FormState = ActiveForm | null;

/**
 * How a text was entered: by a `key` at its end, by `autofill` of the browser or a password manager, or in any `other` way, such as
 * pasting, deleting, editing in the middle, composing or choosing from a list. A `kept` text is given back.
 */
export const inputSources = ["key", "autofill", "other", "kept"] as const;
/** One of {@link inputSources}. */
export type InputSource = (typeof inputSources)[number];

/** Every event of a form: user actions, messages of the page, and the gateway's response. */
export type FormEvent =
  | {
      readonly type: "typed";
      readonly field: FieldName;
      readonly entry: Secret;
      readonly source: InputSource;
      readonly today: Today;
    }
  | { readonly type: "focused"; readonly field: FieldName }
  /** The shopper chose one of the networks that share the card. */
  | { readonly type: "chosen"; readonly network: Brand }
  | { readonly type: "blurred"; readonly field: FieldName; readonly today: Today }
  | { readonly type: "updated"; readonly options: PaneOptions }
  | {
      readonly type: "tokenizeRequested";
      readonly requestId: string;
      readonly timeoutMs: number;
      /** `null` if the page's data is invalid. */
      readonly extra: TokenizeExtra | null;
      /** Announced when the card is sent. */
      readonly announce: string;
      readonly today: Today;
      /** Milliseconds of a clock that does not go back. */
      readonly now: number;
    }
  | {
      readonly type: "gatewayResponded";
      readonly requestId: string;
      readonly response: TokenizeResponse;
      readonly device: DeviceData;
      /** Milliseconds of a clock that does not go back. */
      readonly now: number;
    }
  | { readonly type: "cancelled"; readonly requestId: string }
  | { readonly type: "validateRequested"; readonly requestId: string; readonly today: Today }
  /** The payment was declined with this code, or its challenge was closed (`null`). */
  | { readonly type: "declined"; readonly code: string | null }
  /** The card of this request was kept long enough. */
  | { readonly type: "keepEnded"; readonly requestId: string }
  | { readonly type: "cleared" }
  /** The page's `values` are filled in again. */
  | { readonly type: "refilled" }
  /** The text of an earlier frame of this form was lost. */
  | { readonly type: "reloaded" }
  /** The document is hidden: it is unloaded, or enters the back-forward cache. */
  | { readonly type: "hidden" }
  | { readonly type: "closed" };

/** The result of a request for a token, before it gets a text for the shopper. */
export type TokenizeResult = ({ readonly ok: true } & TokenizeSuccess) | TokenizeFailure;

/** Every effect that the reducer can request. */
export type FormEffect =
  | {
      readonly type: "send";
      readonly requestId: string;
      readonly request: TokenizeRequest;
      readonly timeoutMs: number;
    }
  /** Aborts the pending request. */
  | { readonly type: "abort" }
  | { readonly type: "respondTokenized"; readonly requestId: string; readonly result: TokenizeResult }
  | { readonly type: "respondValidated"; readonly requestId: string }
  /** Moves the focus from one field to the next, or from the page (`null`) to a field. */
  | { readonly type: "advance"; readonly from: FieldName | null; readonly to: FieldName }
  | { readonly type: "announce"; readonly what: Announcement }
  /**
   * Empties these inputs, which keep their texts; every other input forgets what it kept. `null` writes the kept texts into their
   * inputs again.
   */
  | { readonly type: "keep"; readonly fields: readonly FieldName[] | null; readonly requestId: string }
  /** Empties the inputs of these fields; they keep nothing. */
  | { readonly type: "wipe"; readonly fields: readonly FieldName[] };

/** The next state, and its effects in order. */
export type Step = readonly [FormState, readonly FormEffect[]];

const noEntries = Object.fromEntries(fieldNames.map((field) => [field, Secret.empty])) as Entries;

/** The state of a new form. */
export function initialState(
  options: PaneOptions,
  today: Today,
  { cards, strictLuhn }: Pick<ActiveForm, "cards" | "strictLuhn">,
): ActiveForm {
  return {
    options,
    entries: noEntries,
    shown: {},
    focused: null,
    chosenNetwork: null,
    cards,
    strictLuhn,
    today,
    retryAt: 0,
    isCleared: false,
    isReloaded: false,
    declined: null,
    kept: null,
    pending: null,
  };
}
