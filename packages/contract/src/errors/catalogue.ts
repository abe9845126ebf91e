/**
 * The one catalogue of what can go wrong in page and frame: who can act on it, whether the same call may help again, and
 * what to do, in English for developers. What a shopper reads comes from the frame's locales.
 */

/** Who can do something about an error. */
export type Actor = "customer" | "merchant" | "network" | "gateway";

interface Entry {
  readonly actor: Actor;
  /** The same call may succeed later, without any change. */
  readonly retryable: boolean;
  readonly message: string;
}

const entry = (actor: Actor, retryable: boolean, message: string): Entry => ({
  actor,
  retryable,
  message,
});

export const catalogue = {
  // What tokenize may answer.
  form_invalid: entry(
    "customer",
    false,
    "The form is not complete. The fields concerned show what is wrong.",
  ),
  card_refused: entry("customer", false, "The gateway refused what was typed. The fields concerned show it."),
  timeout: entry("network", true, "The gateway did not answer in time. Nothing was charged; ask again."),
  network: entry("network", true, "The gateway could not be reached. Nothing was charged; ask again."),
  offline: entry("network", true, "The browser is offline. Ask again when it is back."),
  aborted: entry("merchant", true, "The page cancelled the request."),
  not_allowed: entry("merchant", false, "The gateway forbids this request. Check the pane's environment."),
  gateway_error: entry("gateway", true, "The gateway failed. Nothing was charged; ask again."),
  bad_answer: entry(
    "gateway",
    true,
    "The gateway's answer could not be read. Ask again, then ask its support.",
  ),
  extra_invalid: entry("merchant", false, "The data given to tokenize() is too long or holds a card number."),
  pane_disabled: entry("merchant", false, "The pane is disabled. Enable it before tokenize()."),
  // What may end a pane.
  not_ready: entry("merchant", true, "The pane is not ready. Wait for `ready`, or ask again."),
  destroyed: entry("merchant", false, "The pane was destroyed or taken out of the page."),
  frame_gone: entry("network", true, "The frame was reloaded or lost. The pane starts afresh; ask again."),
  frame_hijacked: entry("merchant", false, "A script navigated the frame away. The pane is closed."),
  load_offline: entry("network", true, "The pane could not load: the browser is offline. Call retry()."),
  load_unreachable: entry(
    "network",
    true,
    "The pane's host did not answer: it is down, or an extension or a network blocks it. Call retry().",
  ),
  load_blocked: entry(
    "merchant",
    true,
    "The frame was loaded but not allowed to run: check frame-src of the page's policy, and that the pane's host lists this page's origin.",
  ),
  load_timeout: entry("network", true, "The frame did not speak in time. Call retry()."),
  load_refused: entry(
    "merchant",
    false,
    "The pane's host refused the frame's address. Check the environment's id.",
  ),
  version_mismatch: entry(
    "merchant",
    false,
    "Page script and frame are of different versions. Load both from one release.",
  ),
  options_refused: entry(
    "merchant",
    false,
    "The frame could not read the options. Check them against the docs.",
  ),
  // A programmer's mistakes; these are thrown.
  no_element: entry("merchant", false, "No element matches. Call mount() after the element is in the page."),
  options_invalid: entry("merchant", false, "An option is not valid."),
  same_origin: entry(
    "merchant",
    false,
    "The pane must be served from another origin than the page, or nothing is isolated.",
  ),
  insecure_frame: entry("merchant", false, "The pane must be served over https (loopback excepted)."),
  opaque_origin: entry(
    "merchant",
    false,
    "The page has an opaque origin (a sandboxed frame or a file). Serve it from a real one.",
  ),
  no_frame_url: entry(
    "merchant",
    false,
    "The pane's address is not known. Give `src`, or load the script from the pane's host.",
  ),
} as const satisfies Record<string, Entry>;

export type PaneErrorCode = keyof typeof catalogue;
export const paneErrorCodes = Object.keys(catalogue) as readonly PaneErrorCode[];
