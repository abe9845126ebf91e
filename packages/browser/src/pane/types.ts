import type { FieldName, Snapshot, TokenizeExtra, TokenizeSuccess } from "@cardpane/contract/messages";
import type { NextActionOptions, NextActionResult, NextActionSource } from "../next-action/types.ts";
import type { CardpaneError } from "./errors.ts";
import type { CardPaneEventName, CardPaneListener } from "./events.ts";
import type { CardPaneOptions, FieldOption } from "./options.ts";

/** The status of a pane. */
export type PaneStatus = "unmounted" | "loading" | "ready" | "failed" | "destroyed";

/** A token with the browser's 3DS data, or why there is none. Exactly one of `token` and `error` is there. */
export type TokenizeResult =
  | (TokenizeSuccess & { readonly error?: undefined })
  | ({ readonly error: CardpaneError } & { readonly [Field in keyof TokenizeSuccess]?: undefined });

/** Deadline and cancellation of {@link CardPane.tokenize}. */
export interface TokenizeOptions {
  /** Aborts the request: the answer is `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds, 1 to 600,000, in which the answer must be there, loading included. A frame that is silent is given up
   * one second later.
   *
   * @default 30000
   */
  readonly timeoutMs?: number | undefined;
}

/** A pane: card fields in an isolated frame, in one element of the page. */
export interface CardPane {
  /** The status of the pane. */
  readonly status: PaneStatus;
  /** The public state of the form; `null` until the pane is ready. Never a value that was typed. */
  readonly snapshot: Snapshot | null;
  /** Why the pane failed, while its status is `failed`. */
  readonly error: CardpaneError | null;
  /**
   * Puts the pane into an element. The same element again changes nothing, another one moves it there, empty.
   *
   * @param target an element of the page, or a selector of one.
   * @throws CardpaneError `options_invalid` (also for an element that has another pane), `no_element`, `no_frame_url`,
   * `same_origin`, `insecure_frame`, `opaque_origin`, `destroyed`.
   */
  mount(target: string | Element): CardPane;
  /**
   * Puts one field into an element of its own, instead of the whole form into one; call it for each. The fields are one
   * form: one state, one snapshot, one token, in the order of the page. The option `fields` is not used then.
   *
   * @param field its name, with a `?` after it where it may stay empty.
   * @param target an element of the page, or a selector of one; `null` takes the field out again.
   * @throws CardpaneError `options_invalid`, `no_element`, `no_frame_url`, `same_origin`, `insecure_frame`,
   * `opaque_origin`, `destroyed`.
   * @example
   * createCardPane().field("number", "#number").field("expiry", "#expiry").field("cvv", "#cvv");
   */
  field(field: FieldOption, target: string | Element | null): CardPane;
  /** Takes the pane out of its element; it may be mounted again, empty. Requests in flight end as `destroyed`. */
  unmount(): void;
  /** Unmounts for good. May be called twice. */
  destroy(): void;
  /**
   * Changes options in place: what was typed stays. Another `src` or `environment` loads the pane anew.
   *
   * @throws CardpaneError `options_invalid`; then nothing has changed.
   */
  update(options: Partial<CardPaneOptions>): void;
  /** Focuses a field, or the first that is not valid; where the pane failed, the message that says so. Does nothing while it loads. */
  focus(field?: FieldName): void;
  /** Takes the focus away from its fields. */
  blur(): void;
  /** Empties all fields, those that `values` filled in, too. */
  clear(): void;
  /**
   * Announces a text to screen readers, politely: how a payment ended, for example. It is not visible, and stays for who reads
   * the form later: an empty text takes it back. Does nothing until the pane is ready.
   *
   * @param text one line of at most 300 characters, in the pane's language; no markup is read in it.
   * @throws CardpaneError `options_invalid`
   * @example
   * pane.announce("Thank you, your order is paid.");
   */
  announce(text: string): void;
  /**
   * Shows what is wrong with each field. Never rejects: where the frame does not respond within 5 s, the promise resolves to
   * the last snapshot, as not valid.
   */
  validate(): Promise<Snapshot>;
  /**
   * Exchanges the card for a one-time token. Never rejects, and settles by its deadline whatever happens to the frame. While
   * one request is in flight every call answers with it, so that two clicks make one token. Before `ready` it waits.
   *
   * @param extra cardholder and postal code that the page knows and the form does not ask for.
   * @throws CardpaneError `options_invalid` for a `timeoutMs` out of bounds.
   * @example
   * const { token, device, error } = await pane.tokenize();
   * if (!error) await fetch("/pay", { method: "POST", body: JSON.stringify({ token, device }) });
   */
  tokenize(extra?: TokenizeExtra, options?: TokenizeOptions): Promise<TokenizeResult>;
  /**
   * Does what a payment needs next (section 2.6: `action`, `url`, `qrCode`), by redirect or in a dialog. Never rejects, and
   * settles exactly once: the same as the function of this name, but that destroying the pane cancels it. Unmounting does
   * not: the pane may be gone from the page once the card is known.
   *
   * @example
   * const { payment } = await (await fetch("/pay", { method: "POST", body })).json();
   * const { status } = await pane.handleNextAction(payment, { mode: "dialog" });
   */
  handleNextAction(payment: NextActionSource, options?: NextActionOptions): Promise<NextActionResult>;
  /** Loads a failed pane once more; otherwise does nothing. */
  retry(): void;
  /** Adds a listener. The returned function removes it, and so does the `signal` of the options. */
  on<Name extends CardPaneEventName>(
    name: Name,
    listener: CardPaneListener<Name>,
    options?: AddEventListenerOptions,
  ): () => void;
  /** Adds a listener for one event. The returned function removes it. */
  once<Name extends CardPaneEventName>(name: Name, listener: CardPaneListener<Name>): () => void;
  /** Removes a listener; without effect for one that was not added. */
  off<Name extends CardPaneEventName>(name: Name, listener: CardPaneListener<Name>): void;
}
