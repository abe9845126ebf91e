import { type Actor, codeEntry, type PaneErrorCode } from "@cardpane/contract/errors";
import type { FieldName, Trace } from "@cardpane/contract/messages";
import { developerMessage, misfitText } from "#messages";

interface Particulars {
  /** The message for developers, in place of the code's own. It must not contain typed text. */
  readonly message?: string;
  /** The location, appended to the message: ``Frame: `https://pane.example` ``. */
  readonly where?: string;
  /** The text for the shopper. */
  readonly text?: string;
  readonly fields?: readonly FieldName[];
  readonly retryAfterSeconds?: number;
}

/**
 * An error on the page's side. A programming error is thrown. A failure in operation (a refused card, a lost network) is a result of
 * `tokenize()` or the detail of an event.
 *
 * @example
 * const { token, error } = await pane.tokenize();
 * if (error?.actor === "merchant") report(error.code);
 */
export class CardpaneError extends Error {
  /** Stable; REFERENCE.md of this package lists all. */
  declare readonly code: PaneErrorCode;
  /** Who can resolve it. */
  declare readonly actor: Actor;
  /** Whether the same call may succeed later without any change. */
  declare readonly retryable: boolean;
  /** The message in the shopper's language, or `""` if it is not for the shopper. */
  declare readonly text: string;
  /** The fields that caused it, in the form's order. */
  declare readonly fields: readonly FieldName[];
  /** With `rate_limited`: the seconds after which the same call may succeed. */
  declare readonly retryAfterSeconds: number | undefined;

  constructor(code: PaneErrorCode, particulars: Particulars = {}) {
    const { message, where, text = "", fields = [], retryAfterSeconds } = particulars;
    const { actor, retryable } = codeEntry(code);
    const sentences = [message ?? developerMessage(code), where && `${where}.`, `(${code})`];
    super(sentences.filter(Boolean).join(" "));
    Object.assign(this, { name: "CardpaneError", code, actor, retryable, text, fields, retryAfterSeconds });
  }
}

/**
 * The error of an invalid option. The message contains its path, never the given value; a production build prints
 * the expected one a moment later.
 */
export function invalidOption(trace: Trace): CardpaneError {
  return new CardpaneError("options_invalid", { message: misfitText(trace) });
}
