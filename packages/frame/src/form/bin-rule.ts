/**
 * Decides which first digits of the number are sent to a page with the option `bin`.
 *
 *  1. The number must be complete and valid. A prefix of an incomplete number is not safe: a shopper who forgets the first group
 *     and inserts it later would expose the digits after it as well, and a log would contain both.
 *  2. After digits were sent, other digits are sent only once the field was empty or replaced as a whole. A number that loses
 *     its first digits may by chance be a complete and valid number of another network.
 *
 * So while the field is not empty, a page and its log can collect only one prefix of six or eight digits, whatever the shopper
 * edits.
 */

import type { Secret } from "../card/secret.ts";
import { binOf, isEmpty, validateField } from "../fields/validate-field.ts";
import { rulesOf } from "./selectors.ts";
import type { ActiveForm } from "./state.ts";

/** Remembers the digits of the current number that were sent. */
export class BinRule {
  /** The longest prefix that was sent since the field was last empty. */
  #sent = "";

  /** Resets the rule when the field is empty. Call this with the number after each event of the form. */
  observe(number: Secret): void {
    if (isEmpty(number)) this.#sent = "";
  }

  /** The digits to send to the page now, or `null`. */
  next(form: ActiveForm): string | null {
    const { options, entries } = form;
    if (!options.bin || validateField("number", entries, rulesOf(form)) !== null) return null;
    const bin = binOf(entries.number, options.bin, form.cards);
    if (bin === null || !(bin.startsWith(this.#sent) || this.#sent.startsWith(bin))) return null;
    if (bin.length > this.#sent.length) this.#sent = bin;
    return bin;
  }
}
