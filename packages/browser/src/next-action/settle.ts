import type { PaneErrorCode } from "@cardpane/contract/errors";
import type { Outcome } from "../api/next-action.ts";

/** Settles the next action; only the first call has an effect. */
export type Settle = (outcome: Outcome) => void;

/** The outcome of a failure; `message` is for developers. */
export function failed(code: PaneErrorCode, message?: string): Outcome {
  return { status: "failed", code, ...(message && { message }) };
}
