import { type Actor, factsOf, type PaneErrorCode } from "@cardpane/contract/errors";
import type { FieldName } from "@cardpane/contract/messages";

interface Particulars {
  /** For developers: what to do, where the code alone does not say it. Never what was typed. */
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
  /** Stable; see the table in this package's README. */
  declare readonly code: PaneErrorCode;
  /** Who can do something about it. */
  declare readonly actor: Actor;
  /** The same call may succeed later without any change. */
  declare readonly retryable: boolean;
  /** The same in the shopper's language, or `""` where it is not for the shopper. */
  declare readonly text: string;
  /** The fields concerned, in the form's order. */
  declare readonly fields: readonly FieldName[];

  constructor(
    code: PaneErrorCode,
    { message = "See the README.", text = "", fields = [] }: Particulars = {},
  ) {
    super(`${message} (${code})`);
    Object.assign(this, factsOf(code), { name: "CardpaneError", code, text, fields });
  }
}
