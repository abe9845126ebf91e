/**
 * The one catalogue of what can go wrong in page and frame: who can act on it, whether the same call may help again, and
 * what to do, in English for developers. What a shopper reads comes from the frame's locales.
 *
 * The texts are short because the page's script carries them all.
 */

/** Who can do something about an error. */
export type Actor = "customer" | "merchant" | "network" | "gateway";

interface Entry {
  readonly actor: Actor;
  /** The same call may succeed later, without any change. */
  readonly retryable: boolean;
  readonly message: string;
}

function entries<Code extends string>(
  actor: Actor,
  retryable: boolean,
  messages: Readonly<Record<Code, string>>,
): Readonly<Record<Code, Entry>> {
  const list = Object.entries<string>(messages).map(([code, message]) => [
    code,
    { actor, retryable, message },
  ]);
  return Object.fromEntries(list);
}

/** By who can act and whether to try again. */
export const catalogue = {
  ...entries("customer", false, {
    form_invalid: "A field is empty or wrong. The form shows which.",
    card_refused: "The gateway refused the card. The form shows where.",
  }),
  // Nothing was charged by any of these: a token moves no money.
  ...entries("network", true, {
    timeout: "The gateway did not answer in time. Ask again.",
    network: "The gateway could not be reached. Ask again.",
    offline: "The browser is offline. Ask again.",
    frame_gone: "The frame was lost and loads anew. Ask again.",
    load_offline: "The browser is offline. Call retry().",
    load_unreachable: "The pane's host is down or blocked. Call retry().",
    load_timeout: "The frame was not ready in time. Call retry().",
  }),
  ...entries("gateway", true, {
    gateway_error: "The gateway failed. Ask again.",
    bad_answer: "The gateway's answer could not be read. Ask again.",
  }),
  ...entries("merchant", true, {
    aborted: "The page cancelled the request.",
    not_ready: "The pane is not ready. Wait for `ready`.",
    load_blocked: "The frame may not run. Check frame-src, and the parents that the pane's host lists.",
  }),
  ...entries("merchant", false, {
    not_allowed: "The gateway forbids the request. Check the environment.",
    extra_invalid: "The extra data is too long or holds a card number.",
    pane_disabled: "The pane is disabled. Enable it.",
    destroyed: "The pane was taken out of the page.",
    frame_hijacked: "A script navigated the frame away. Find it.",
    load_refused: "The pane's host refused the address. Check the environment.",
    version_mismatch: "Script and frame differ in version. Load both from one release.",
    options_refused: "The frame refused the options. Check them.",
    // A programmer's mistakes; these are thrown.
    no_element: "There is no such element in the page. Call mount() when there is.",
    options_invalid: "An option is not valid.",
    same_origin: "The pane has the page's origin. Serve it from another.",
    insecure_frame: "The pane is not served over https. Change `src`.",
    opaque_origin: "The page has an opaque origin. Serve it from a real one.",
    no_frame_url: "The pane's address is not known. Give `src`.",
  }),
} satisfies Record<string, Entry>;

export type PaneErrorCode = keyof typeof catalogue;
export const paneErrorCodes = Object.keys(catalogue) as readonly PaneErrorCode[];
