/** Who can act on an error of page and frame, and whether the same call may succeed later. messages.ts has the sentences. */

/** The party that can act on an error. */
export type Actor = "customer" | "merchant" | "network" | "gateway";

/** The part of an error that its code determines. */
export interface CodeEntry {
  readonly actor: Actor;
  /** The same call may succeed later, without any change. */
  readonly retryable: boolean;
}

const customer = ["form_invalid", "card_refused", "load_unsupported"] as const;
const network = [
  "timeout",
  "network",
  "offline",
  "frame_gone",
  "load_offline",
  "load_unreachable",
  "load_timeout",
] as const;
const gateway = ["gateway_error", "rate_limited", "bad_answer"] as const;
/** The merchant's other codes. */
type Merchant =
  | "not_allowed"
  | "extra_invalid"
  | "pane_disabled"
  | "destroyed"
  | "frame_hijacked"
  | "load_refused"
  | "load_version"
  | "load_environment"
  | "load_unlisted"
  | "load_isolation"
  | "version_mismatch"
  | "options_refused"
  | "insecure_frame"
  | "opaque_origin"
  | "no_frame_url"
  | "no_element"
  | "element_occupied"
  | "form_method"
  | "same_origin"
  | "options_invalid";
/** The merchant's, which the same call may get over. */
const merchantRetryable = ["aborted", "busy", "not_ready", "load_blocked", "load_failed"] as const;

/** Every code. */
export type PaneErrorCode =
  | Merchant
  | (typeof customer | typeof network | typeof gateway | typeof merchantRetryable)[number];

/** The entry of a code. An unknown code, which a frame of another release may send, is for the merchant to act on. */
export function codeEntry(code: PaneErrorCode): CodeEntry {
  const isIn = (list: readonly PaneErrorCode[]) => list.includes(code);
  if (isIn(customer)) return { actor: "customer", retryable: false };
  if (isIn(network)) return { actor: "network", retryable: true };
  if (isIn(gateway)) return { actor: "gateway", retryable: true };
  return { actor: "merchant", retryable: isIn(merchantRetryable) };
}
