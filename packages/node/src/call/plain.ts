/** What would be sent, before it is checked. */
import type { Parsed } from "@cardpane/contract/gateway";

/**
 * The JSON data of an input. It is what is checked, and not what it is made from: a getter, a Date or an `undefined` is
 * read once, here.
 */
export function jsonOf(input: unknown): Parsed<unknown> {
  try {
    const text = JSON.stringify(input);
    return { ok: true, value: text === undefined ? undefined : JSON.parse(text) };
  } catch {
    // A cycle, a BigInt, a getter that throws: its own message may hold what was given.
    return { ok: false, errors: { "(body)": "must be JSON data" } };
  }
}
