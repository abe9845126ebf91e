/**
 * The table of all errors of page and frame: who can act on the error, whether the same call may succeed later, and a message
 * for developers, in English: what happened and what to do. The texts for shoppers are in the frame's locales.
 *
 * The page's script carries the whole table, because the console is the only place where a developer sees these messages.
 */

/** Who can act on an error. */
export type Actor = "customer" | "merchant" | "network" | "gateway";

/** The part of an error that its code determines. */
export interface CodeEntry {
  readonly actor: Actor;
  /** The same call may succeed later, without any change. */
  readonly retryable: boolean;
  /** Sentences: first the event, then the advice. Ends with a full stop. */
  readonly message: string;
}

const customer = (message: string): CodeEntry => ({ actor: "customer", retryable: false, message });
const network = (message: string): CodeEntry => ({ actor: "network", retryable: true, message });
const gateway = (message: string): CodeEntry => ({ actor: "gateway", retryable: true, message });
const merchant = (message: string, retryable = false): CodeEntry => ({
  actor: "merchant",
  retryable,
  message,
});

/** Every code, in the order of the reference. */
export const errorCodes = {
  // Results of tokenize().
  form_invalid: customer("The form is not complete. The fields concerned show what is wrong."),
  card_refused: customer("The gateway refused what was typed. The fields concerned show it."),
  timeout: network("The gateway did not answer in time. Nothing was charged; call tokenize() again."),
  network: network("The gateway could not be reached. Nothing was charged; call tokenize() again."),
  offline: network("The browser is offline. Call tokenize() again when it is online."),
  gateway_error: gateway("The gateway failed. Nothing was charged; call tokenize() again."),
  rate_limited: gateway(
    "Too many attempts: the gateway answered 429, or refused several cards in a row. Call tokenize() again after `retryAfterSeconds`.",
  ),
  bad_answer: gateway(
    "The gateway's response could not be read. Call tokenize() again; if it persists, contact the gateway's support.",
  ),
  aborted: merchant("The page's AbortSignal cancelled the request. Call tokenize() again.", true),
  not_allowed: merchant("The gateway forbids this request. Check the option `environment`."),
  extra_invalid: merchant(
    "The first argument of tokenize() takes cardholder (1 to 64 characters) and postalCode (1 to 16), without card numbers. Correct it.",
  ),
  pane_disabled: merchant("The pane is disabled. Call update({ disabled: false }) before tokenize()."),
  // A payment's next action.
  busy: merchant("Another next action is in progress. Wait for its result.", true),
  // The life of a pane.
  not_ready: merchant(
    "The pane is not in the page, or did not become ready in time. Mount it, wait for the event `ready`, or call again.",
    true,
  ),
  destroyed: merchant("The pane was unmounted or destroyed. Mount it, or create another pane."),
  frame_gone: network("The frame was lost or reloaded. The pane loads another one; call again."),
  frame_hijacked: merchant(
    "A script navigated the frame to another origin, so the pane was closed. Find that script and remove it.",
  ),
  load_offline: network("The frame did not load: the browser is offline. Call retry() when it is online."),
  load_unreachable: network(
    "The pane's host did not respond: it is down, or an extension or the network blocks it. Call retry().",
  ),
  load_timeout: network("The frame did not become ready within `loadTimeoutMs`. Call retry()."),
  load_refused: merchant("The pane's host refused the frame's address. Check the option `src`."),
  load_version: merchant(
    "The pane's host does not serve this release. Load script and frame from one that it serves, or add this one to the host.",
  ),
  load_environment: merchant(
    "The pane's host has no such environment. Check the option `environment`, or add it to the host's `environments`.",
  ),
  load_unlisted: merchant(
    "The pane's host does not list this page's origin. Add it to the host's `parents`.",
  ),
  load_isolation: merchant(
    "The page is cross-origin isolated, and the frame came without Cross-Origin-Embedder-Policy. Keep the host's headers.",
  ),
  load_blocked: merchant(
    "The frame was blocked. Add its origin to the page's frame-src, and every page around it to the host's `parents`.",
    true,
  ),
  version_mismatch: merchant(
    "The page's script and the frame speak different protocol versions. Load both from one release.",
  ),
  options_refused: merchant(
    "The frame could not read the options. Load page script and frame from one release.",
  ),
  insecure_frame: merchant("The frame's address is not secure. Serve it over https (http on loopback only)."),
  opaque_origin: merchant(
    "The page has an opaque origin (sandboxed frame, file or data URL). Serve it over https.",
  ),
  no_frame_url: merchant("The frame's address is not known. Set the option `src` or `host`."),
  no_element: merchant("The element is not in the page. Call mount() or field() once it is."),
  same_origin: merchant(
    "The pane has the page's own origin, so nothing is isolated. Serve it from another one and set `src`.",
  ),
  options_invalid: merchant("An option is not valid. The message names it."),
} as const satisfies Readonly<Record<string, CodeEntry>>;

/** Every code. */
export type PaneErrorCode = keyof typeof errorCodes;

const unknownCode = merchant("This release does not know the code. Load script and frame from one release.");

/** The entry of a code. For an unknown code, which a frame of another release may send, an entry for the merchant to act on. */
export function codeEntry(code: PaneErrorCode): CodeEntry {
  return Object.hasOwn(errorCodes, code) ? errorCodes[code] : unknownCode;
}
