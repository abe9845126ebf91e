import { type Actor, catalogue, type PaneErrorCode } from "@cardpane/contract/errors";
import type { FieldName } from "@cardpane/contract/messages";

interface Particulars {
  /** For developers: what happened, then what to do. Never what was typed. */
  readonly message?: string;
  /** For the shopper. */
  readonly text?: string;
  readonly fields?: readonly FieldName[];
}

/**
 * Everything that goes wrong on the page's side. A programmer's mistake is thrown; what may happen to anyone (a wrong
 * card, a lost network) is an answer of `tokenize()` or the detail of an event.
 *
 * @example
 * const { token, error } = await pane.tokenize();
 * if (error?.actor === "merchant") report(error.code);
 */
export class CardpaneError extends Error {
  override readonly name = "CardpaneError";
  /** Stable; see the table in this package's README. */
  readonly code: PaneErrorCode;
  /** Who can do something about it. */
  readonly actor: Actor;
  /** The same call may succeed later without any change. */
  readonly retryable: boolean;
  /** The same in the shopper's language, or `""` where it is not for the shopper. */
  readonly text: string;
  /** The fields concerned, in the form's order. */
  readonly fields: readonly FieldName[];

  constructor(code: PaneErrorCode, { message, text = "", fields = [] }: Particulars = {}) {
    const { actor, retryable, message: usual } = catalogue[code];
    super(`${message ?? usual} (${code})`);
    this.code = code;
    this.actor = actor;
    this.retryable = retryable;
    this.text = text;
    this.fields = fields;
  }
}

/** Gives an error to the page's own error handling, without stopping what runs. */
export function report(error: unknown): void {
  if (typeof reportError === "function") reportError(error);
  else
    setTimeout(() => {
      throw error;
    });
}
