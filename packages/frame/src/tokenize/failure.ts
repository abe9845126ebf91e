/** The ways in which a request for a token may end without one. */
import type { PaneErrorCode } from "@cardpane/contract/errors";

export const failureCodes = [
  "form_invalid",
  "card_refused",
  "timeout",
  "network",
  "offline",
  "aborted",
  "not_allowed",
  "gateway_error",
  "rate_limited",
  "bad_answer",
  "extra_invalid",
  "pane_disabled",
  "options_invalid",
  "frame_gone",
] as const satisfies readonly PaneErrorCode[];

export type FailureCode = (typeof failureCodes)[number];
