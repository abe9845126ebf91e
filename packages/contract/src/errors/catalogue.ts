/**
 * The one catalogue of what can go wrong in page and frame: who can act on it, whether the same call may help again, and
 * what to do, in English for developers. What a shopper reads comes from the frame's locales.
 */
import { type ErrorFacts, factsOf, type PaneErrorCode } from "./facts.ts";

const messages: Readonly<Record<PaneErrorCode, string>> = {
  // What tokenize may answer.
  form_invalid: "The form is not complete. The fields concerned show what is wrong.",
  card_refused: "The gateway refused what was typed. The fields concerned show it.",
  timeout: "The gateway did not answer in time. Nothing was charged; ask again.",
  network: "The gateway could not be reached. Nothing was charged; ask again.",
  offline: "The browser is offline. Ask again when it is back.",
  aborted: "The page cancelled the request.",
  not_allowed: "The gateway forbids this request. Check the pane's environment.",
  gateway_error: "The gateway failed. Nothing was charged; ask again.",
  bad_answer: "The gateway's answer could not be read. Ask again, then ask its support.",
  extra_invalid: "The data given to tokenize() is too long or holds a card number.",
  pane_disabled: "The pane is disabled. Enable it before tokenize().",
  // What a payment's next action may end with, besides some of the others.
  busy: "Another next action is under way. Wait for its result.",
  // What may end a pane.
  not_ready: "The pane is not ready. Wait for `ready`, or ask again.",
  destroyed: "The pane was destroyed or taken out of the page.",
  frame_gone: "The frame was reloaded or lost. The pane starts afresh; ask again.",
  frame_hijacked: "A script navigated the frame away. The pane is closed.",
  load_offline: "The pane could not load: the browser is offline. Call retry().",
  load_unreachable:
    "The pane's host did not answer: it is down, or an extension or a network blocks it. Call retry().",
  load_timeout: "The frame did not speak in time. Call retry().",
  load_refused: "The pane's host refused the frame's address. Check src and the environment's id.",
  load_unlisted: "The pane's host does not list this page's origin. Add it to the host's parents.",
  load_isolation:
    "Cross-origin isolated page: the frame came without its embedder policy. Keep the host's headers.",
  version_mismatch: "Page script and frame are of different versions. Load both from one release.",
  options_refused: "The frame could not read the options. Check them against the docs.",
  insecure_frame: "The pane must be served over https (loopback excepted).",
  opaque_origin: "The page has an opaque origin (a sandboxed frame or a file). Serve it from a real one.",
  load_blocked: "The frame may not run. Check frame-src, and that the host lists every page around it.",
  no_frame_url: "The pane's address is not known. Give the option src.",
  no_element: "There is no such element in the page yet.",
  same_origin: "The pane has the page's origin. Change src.",
  options_invalid: "An option is not valid. The text names it.",
};

/** What a code says, with its text. */
export interface CatalogueEntry extends ErrorFacts {
  readonly message: string;
}

/** Every code, in the order of the docs. */
export const paneErrorCodes = Object.keys(messages) as readonly PaneErrorCode[];

export const catalogue = Object.fromEntries(
  paneErrorCodes.map((code) => [code, { ...factsOf(code), message: messages[code] }]),
) as Readonly<Record<PaneErrorCode, CatalogueEntry>>;
