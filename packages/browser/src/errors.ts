import { type Actor, errorFacts, mistakes, type PaneErrorCode } from "@cardpane/contract/errors";
import type { FieldName } from "@cardpane/contract/messages";

interface Particulars {
  /** For developers: what happened, then what to do. Never what was typed. */
  readonly message?: string;
  /** For the shopper. */
  readonly text?: string;
  readonly fields?: readonly FieldName[];
}

/** Only what its author alone can mend is explained here; the README explains every code. */
const texts: Readonly<Partial<Record<PaneErrorCode, string>>> = mistakes;

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

  constructor(code: PaneErrorCode, { message, text = "", fields = [] }: Particulars = {}) {
    super(`${message ?? texts[code] ?? "See the table of errors."} (${code})`);
    Object.assign(this, errorFacts[code], { name: "CardpaneError", code, text, fields });
  }
}
