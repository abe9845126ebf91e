import type { FieldName, Snapshot, TokenizeExtra, TokenizeSuccess } from "@cardpane/contract/messages";
import type { CardpaneError } from "./errors.ts";
import type { CardPaneEventName, CardPaneListener } from "./events.ts";
import type { NextActionOptions, NextActionResult, NextActionSource } from "./next-action.ts";
import type { CardPaneOptions, FieldOption } from "./options.ts";

/** The status of a pane. */
export type PaneStatus = "unmounted" | "loading" | "ready" | "failed" | "destroyed";

/** A token with the browser's 3DS data, or the error. Exactly one of `token` and `error` is defined. */
export type TokenizeResult =
  | (TokenizeSuccess & { readonly error?: undefined })
  | ({ readonly error: CardpaneError } & { readonly [Field in keyof TokenizeSuccess]?: undefined });

/** Deadline and cancellation of {@link CardPane.tokenize}. */
export interface TokenizeOptions {
  /**
   * Announced to screen readers once the card is really sent ("Paying…"): not if a field is invalid. A token keeps it, until the
   * page announces the outcome; any other result removes it. One line of at most 300 characters in the pane's language.
   *
   * @default none
   */
  readonly announce?: string | undefined;
  /** Aborts the request; the result has the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds, 1 to 600,000, after which the request ends with `timeout`, including the time to load. A frame that does not
   * respond has one more second.
   *
   * @default 30000
   */
  readonly timeoutMs?: number | undefined;
}

/** A pane: card fields in an isolated frame, in one element of the page. */
export interface CardPane {
  /** The status of the pane. */
  readonly status: PaneStatus;
  /** The public state of the form; `null` until the pane is ready. It never contains typed text. */
  readonly snapshot: Snapshot | null;
  /** The reason of the failure, while the status is `failed`. */
  readonly error: CardpaneError | null;
  /**
   * Mounts the pane in an element. The same element again changes nothing; another element receives an empty pane.
   *
   * @param target an element of the page, or a selector of one.
   * @throws CardpaneError `options_invalid`, `no_element`, `element_occupied`, `no_frame_url`, `same_origin`, `insecure_frame`,
   * `opaque_origin`, `destroyed`.
   */
  mount(target: string | Element): CardPane;
  /**
   * Mounts one field in an element, instead of the whole form; call it for each field. The fields are one form with one state, one
   * snapshot and one token, in document order. The option `fields` is not used then.
   *
   * @param field its name, with a `?` after an optional one
   * @param target an element of the page, or a selector of one; `null` removes the field
   * @throws CardpaneError `options_invalid`, `no_element`, `element_occupied`, `no_frame_url`, `same_origin`, `insecure_frame`,
   * `opaque_origin`, `destroyed`.
   * @example
   * createCardPane().field("number", "#number").field("expiry", "#expiry").field("cvv", "#cvv");
   */
  field(field: FieldOption, target: string | Element | null): CardPane;
  /** Removes the pane from its element; it may be mounted again, empty. Pending requests end with `destroyed`. */
  unmount(): void;
  /** Unmounts the pane; it cannot be mounted again. May be called twice. */
  destroy(): void;
  /**
   * Changes options and keeps the typed text. Another `src` or `environment` reloads the pane.
   *
   * @throws CardpaneError `options_invalid`; then nothing has changed.
   */
  update(options: Partial<CardPaneOptions>): void;
  /** Focuses a field, or the first invalid one; in a failed pane, the failure message. Does nothing while the pane loads. */
  focus(field?: FieldName): void;
  /** Removes the focus from the fields. */
  blur(): void;
  /**
   * Empties all fields, including those that `values` filled in. A pending `tokenize()` ends with `aborted`. An element also drops a
   * token that its form has not sent yet.
   */
  clear(): void;
  /**
   * Announces a text to screen readers, politely: the result of a payment, for example. The text is not visible. It stays for
   * shoppers who read the form later; an empty text removes it. Does nothing until the pane is ready, nor while the pane
   * announces errors of its fields.
   *
   * @param text one line of at most 300 characters, in the pane's language, shown as plain text
   * @throws CardpaneError `options_invalid`
   * @example
   * pane.announce("Thank you, your order is paid.");
   */
  announce(text: string): void;
  /**
   * Shows why a payment was declined, in the shopper's language: a sentence for its code, which says no more than a shopper may
   * know. It is announced, the field concerned is marked, and the field to correct is focused. The option `texts` replaces sentences.
   *
   * If the same card can be paid with again, its number and expiry are in the form again, and only the CVV is missing: for ten
   * minutes after a token the frame keeps them for this call. A challenge that is closed gives them back, too. `clear()` and
   * `unmount()` forget them.
   *
   * @param code the code of the payment, such as `"5082"`; any other text, and none, shows the general decline
   * @example
   * const { payment } = await (await fetch("/pay", { method: "POST", body })).json();
   * if (payment.state === "declined") pane.showDecline(payment.code);
   */
  showDecline(code: string | null | undefined): void;
  /**
   * Shows the errors of all fields. Never rejects: if the frame does not respond within 5 s, the promise resolves to the last
   * snapshot with `valid: false`.
   */
  validate(): Promise<Snapshot>;
  /**
   * Exchanges the card for a one-time token. Never rejects, and settles by its deadline whatever happens to the frame. While a
   * request is pending, every call returns its promise, so that two clicks create one token. Before `ready` it waits.
   *
   * @param extra cardholder and postal code that the page has and the form has no field for
   * @throws CardpaneError `options_invalid` for a `timeoutMs` or an `announce` out of bounds
   * @example
   * const { token, device, error } = await pane.tokenize();
   * if (!error) await fetch("/pay", { method: "POST", body: JSON.stringify({ token, device }) });
   */
  tokenize(extra?: TokenizeExtra, options?: TokenizeOptions): Promise<TokenizeResult>;
  /**
   * Runs the next action of a payment (section 2.6: `action`, `url`, `qrCode`), by redirect or in a dialog. Never rejects, and
   * settles exactly once, like the function of the same name. Destroying the pane cancels it. Unmounting does not, because a page
   * may remove the pane when it has the token.
   *
   * @example
   * const { payment } = await (await fetch("/pay", { method: "POST", body })).json();
   * const { status } = await pane.handleNextAction(payment, { mode: "dialog" });
   */
  handleNextAction(payment: NextActionSource, options?: NextActionOptions): Promise<NextActionResult>;
  /** Reloads a failed pane; does nothing in any other status. */
  retry(): void;
  /** Adds a listener; `{ once: true }` is for one event. The returned function removes it, and so does the `signal` of the options. */
  on<Name extends CardPaneEventName>(
    name: Name,
    listener: CardPaneListener<Name>,
    options?: AddEventListenerOptions,
  ): () => void;
}
