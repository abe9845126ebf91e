/** Converts an input to plain JSON data before validation. */
import type { Parsed } from "@cardpane/contract/gateway";

/**
 * Returns the JSON data of an input. Validation runs on this copy, so that getters and Dates are evaluated only once.
 */
export function toJsonValue(input: unknown): Parsed<unknown> {
  try {
    const text = JSON.stringify(input);
    return { ok: true, value: text === undefined ? undefined : JSON.parse(text) };
  } catch {
    // A cycle, a BigInt, a getter that throws: its own message may hold what was given.
    return { ok: false, errors: { "(body)": "must be JSON data" } };
  }
}
