import { type Actor, codeEntry, type PaneErrorCode } from "@cardpane/contract/errors";
import type { FieldName, Trace } from "@cardpane/contract/messages";
import { misfitText } from "./misfit-text.ts";

interface Particulars {
  /** For developers, in place of the code's own message. Never what was typed. */
  readonly message?: string;
  /** Where it happened, added to the message: ``Frame: `https://pane.example` ``. */
  readonly where?: string;
  /** For the shopper. */
  readonly text?: string;
  readonly fields?: readonly FieldName[];
  readonly retryAfterSeconds?: number;
}

/**
 * An error on the page's side. A programmer's mistake is thrown; what may happen to anyone (a wrong card, a lost network) is
 * a result of `tokenize()` or the detail of an event.
 *
 * @example
 * const { token, error } = await pane.tokenize();
 * if (error?.actor === "merchant") report(error.code);
 */
export class CardpaneError extends Error {
  /** Stable; REFERENCE.md of this package lists all. */
  declare readonly code: PaneErrorCode;
  /** Who can do something about it. */
  declare readonly actor: Actor;
  /** The same call may succeed later without any change. */
  declare readonly retryable: boolean;
  /** The same in the shopper's language, or `""` where it is not for the shopper. */
  declare readonly text: string;
  /** The fields concerned, in the form's order. */
  declare readonly fields: readonly FieldName[];
  /** With `rate_limited`: in how many seconds the same call may succeed. */
  declare readonly retryAfterSeconds: number | undefined;

  constructor(code: PaneErrorCode, particulars: Particulars = {}) {
    const { message, where, text = "", fields = [], retryAfterSeconds } = particulars;
    const { actor, retryable, message: usual } = codeEntry(code);
    super(`${message ?? usual}${where ? ` ${where}.` : ""} (${code})`);
    Object.assign(this, { name: "CardpaneError", code, actor, retryable, text, fields, retryAfterSeconds });
  }
}

/** The error for an option that does not fit; its message has the path and what fits there, never what was given. */
export function invalidOption(trace: Trace): CardpaneError {
  return new CardpaneError("options_invalid", { message: misfitText(trace) });
}
