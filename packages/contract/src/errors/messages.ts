/**
 * The sentences of the errors for developers, in English: what happened and what to do. The texts for shoppers are in the frame's
 * locales. The page's script of a release loads them when it has one to print.
 */
import { hasOwn } from "../guards/has-own.ts";
import { type CodeEntry, codeEntry, type PaneErrorCode } from "./codes.ts";

/** The message of each code, in the order of the reference. It ends with a full stop. */
const errorMessages: Readonly<Record<PaneErrorCode, string>> = {
  // Results of tokenize().
  form_invalid: "The form is not complete. The fields concerned show what is wrong.",
  card_refused: "The gateway refused what was typed. The fields concerned show it.",
  timeout: "The gateway did not answer in time. Nothing was charged; call tokenize() again.",
  network: "The gateway could not be reached. Nothing was charged; call tokenize() again.",
  offline: "The browser is offline. Call tokenize() again when it is online.",
  gateway_error: "The gateway failed. Nothing was charged; call tokenize() again.",
  rate_limited:
    "Too many attempts: the gateway answered 429, or refused several cards in a row. Call tokenize() again after `retryAfterSeconds`.",
  bad_answer:
    "The gateway's response could not be read. Call tokenize() again; if it persists, contact the gateway's support.",
  aborted: "The page cancelled the request. Call tokenize() again.",
  not_allowed: "The gateway forbids this request. Check the option `environment`.",
  extra_invalid:
    "The first argument of tokenize() takes cardholder (at most 64 characters) and postalCode (16), without card numbers. Correct it.",
  pane_disabled: "The pane is disabled. Call update({ disabled: false }) before tokenize().",
  // A payment's next action.
  busy: "Another next action is in progress. Wait for its result.",
  // The life of a pane.
  not_ready:
    "The pane is not in the page, or did not become ready in time. Mount it, wait for the event `ready`, or call again.",
  destroyed: "The pane was unmounted or destroyed. Mount it, or create another pane.",
  frame_gone: "The frame was lost or reloaded. The pane loads another one; call again.",
  frame_hijacked:
    "A script navigated the frame to another origin, so the pane was closed. Find that script and remove it.",
  load_offline: "The frame did not load: the browser is offline. Call retry() when it is online.",
  load_unreachable:
    "The pane's host did not respond: it is down, or an extension or the network blocks it. Call retry().",
  load_timeout:
    "The frame did not become ready within `loadTimeoutMs`. `ready` follows if it still does. Call retry().",
  load_refused: "The pane's host refused the frame's address. Check the option `src`.",
  load_version:
    "The pane's host does not serve this release. Load script and frame from one that it serves, or add this one to the host.",
  load_environment:
    "The pane's host has no such environment. Check the option `environment`, or add it to the host's `environments`.",
  load_unlisted: "The pane's host does not list this page's origin. Add it to the host's `parents`.",
  load_isolation:
    "The page is cross-origin isolated, and the frame came without Cross-Origin-Embedder-Policy. Keep the host's headers.",
  load_blocked:
    "The frame was blocked. Add its origin to the page's frame-src, and every page around it to the host's `parents`.",
  load_failed:
    "The pane's own code failed. The console has the error: a script of the page that replaces built-ins, an extension, or a fault of ours.",
  load_unsupported: "The browser is too old for the pane. Offer another way to pay.",
  version_mismatch:
    "The page's script and the frame speak different protocol versions. Load both from one release.",
  options_refused: "The frame could not read the options. Load page script and frame from one release.",
  insecure_frame: "The frame's address is not secure. Serve it over https (http on loopback only).",
  opaque_origin:
    "The page has an opaque origin (sandboxed frame, file or data URL, HTML text in a WebView). Serve it over https; in-an-app.md tells how in an app.",
  no_frame_url: "The frame's address is not known. Set the option `src` to the address of the pane's host.",
  no_element: "The element is not in the page. Call mount() or field() once it is.",
  element_occupied:
    "The element already has another pane or field. Unmount that one first, or give each an element of its own.",
  form_method:
    "The form has no `method=post`, so its address would contain the token. Set it on the form or its button.",
  same_origin:
    "The pane has the page's own origin, so nothing is isolated. Serve it from another one and set `src`.",
  options_invalid: "An option is not valid. The message names it.",
};

/** Every code with all that belongs to it. */
export const errorCodes = Object.fromEntries(
  (Object.keys(errorMessages) as PaneErrorCode[]).map((code) => [
    code,
    { ...codeEntry(code), message: errorMessages[code] },
  ]),
) as Readonly<Record<PaneErrorCode, CodeEntry & { readonly message: string }>>;

/** The message of a code, which a frame of another release may have sent. */
export function developerMessage(code: PaneErrorCode): string {
  return hasOwn(errorMessages, code)
    ? errorMessages[code]
    : "This release does not know the code. Load script and frame from one release.";
}
