/** Converts an input to plain JSON data before validation. */
import type { Parsed } from "@cardpane/gateway";

/**
 * Converts an input to plain JSON data. Validation runs on this copy, so that getters and Dates are evaluated only once.
 */
export function toJsonValue(input: unknown): Parsed<unknown> {
  try {
    const text = JSON.stringify(input);
    return { ok: true, value: text === undefined ? undefined : JSON.parse(text) };
  } catch {
    // A cycle, a BigInt, or a getter that throws. The error's message is not used: it may quote the input.
    return { ok: false, errors: { "(body)": "must be JSON data" } };
  }
}
