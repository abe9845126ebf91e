import type { PaneErrorCode } from "@cardpane/contract/errors";

/** The codes with which a request for a token can fail. */
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

/** One of {@link failureCodes}. */
export type FailureCode = (typeof failureCodes)[number];
