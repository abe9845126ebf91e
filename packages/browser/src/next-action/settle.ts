import type { PaneErrorCode } from "@cardpane/contract/errors";
import type { Outcome } from "./types.ts";

/** Tells how it ended; all but the first call are dropped. */
export type Settle = (outcome: Outcome) => void;

/** The outcome of what cannot go on; `message` is for developers. */
export function failed(code: PaneErrorCode, message?: string): Outcome {
  return { status: "failed", code, ...(message && { message }) };
}
