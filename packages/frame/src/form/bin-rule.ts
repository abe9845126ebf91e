/**
 * Decides which first digits of the number are sent to a page with the option `bin`.
 *
 *  1. Only those of a number that is complete and valid. A prefix of an incomplete number is not safe: a shopper who forgets the
 *     first group and inserts it later would have sent the digits after it, and a log would join both.
 *  2. Once digits were sent, others are sent only after the field was empty or replaced as a whole. A number that is cut at
 *     its front may by chance be a complete and valid number of another network.
 *
 * So between two moments at which the field is empty, a page and its log collect one prefix of six or eight digits,
 * whatever is edited where.
 */

import type { Secret } from "../card/secret.ts";
import { binOf, isEmpty, validateField } from "../card/validate-field.ts";
import { rulesOf } from "./selectors.ts";
import type { ActiveForm } from "./state.ts";

/** Remembers which digits of the number in the field were sent. */
export class BinRule {
  /** The longest prefix that was sent since the field was empty. */
  #sent = "";

  /** Call this with the number whenever it may have changed. */
  follow(number: Secret): void {
    if (isEmpty(number)) this.#sent = "";
  }

  /** The digits that the page may get now; `null` for none. */
  next(form: ActiveForm): string | null {
    const { options, entries } = form;
    if (!options.bin || validateField("number", entries, rulesOf(form)) !== null) return null;
    const bin = binOf(entries.number, options.bin);
    if (bin === null || !(bin.startsWith(this.#sent) || this.#sent.startsWith(bin))) return null;
    if (bin.length > this.#sent.length) this.#sent = bin;
    return bin;
  }
}
