/**
 * The protocol between page and frame.
 *
 * Requirements: the page never holds card data; the frame trusts only the page that embeds it, the page only the
 * frame that it created; a replay, a second handshake or a reload ends the pane; an unknown message is ignored.
 *
 *  1. The page creates an iframe whose address is on the pane's origin, and listens on its own window.
 *  2. The frame learns the page's origin from the browser (`location.ancestorOrigins[0]`, else the origin of
 *     `document.referrer`), never from a message, and pins it. It posts `hello {version, frameNonce}` to `parent`,
 *     addressed to that origin. The nonce is 128 random bits in hex. A small separate script sends the `hello` while the browser
 *     still loads and compiles the frame's main script, and keeps an `open` that arrives before the main script runs.
 *  3. The page accepts the first `hello` whose source is its iframe's window and whose origin is the pane's, checked in this
 *     order. A later `hello` means that the frame was reloaded: the page destroys the pane and starts again.
 *     A message of its iframe from another origin means that the frame was navigated away: `frame_hijacked`.
 *  4. The page creates a MessageChannel and answers `open {version, frameNonce, pageNonce, options}` with one port,
 *     addressed to the pane's origin, so that a frame that was navigated away receives no options.
 *  5. The frame accepts an `open` whose source is `parent`, whose origin is the pinned one, whose nonce is its own and which
 *     carries one port. Any other message is dropped. A later `open` from the same source and origin closes the pane.
 *  6. From here on both send over the port only. The frame's first message there is `opened {pageNonce}`; a wrong nonce
 *     closes the pane. Next it sends the texts that the page shows around the frame (`localized`), and when the inputs are
 *     painted and usable, `ready`.
 *  7. Requests carry a `requestId` and are answered exactly once (`tokenized`, `validated`); a late answer to a cancelled
 *     request is dropped. No message follows a `close` or `failed`.
 *
 * An iframe that is part of the page's HTML may send its hello before the page's script listens (step 2 before step 1). A page
 * that adopts such an iframe therefore sends `greet {}` to the iframe's window, addressed to the pane's origin. A frame answers
 * each `greet` whose source is `parent` and whose origin is the pinned one: it repeats its hello, with the same nonce. Neither
 * side waits for the other: a frame whose script runs after the `greet` sends its hello unasked. The guarantees stay the same:
 *
 *  - The address holds no part of the handshake: a server writes it in advance, and any page may know it. Each document creates
 *    its own nonce when it runs, so the hello of a new document has another nonce than that of the document before it.
 *  - Only the pinned origin receives the nonce: every hello is addressed to it, and only a `greet` of `parent` from that origin
 *    is answered.
 *  - Each document has one session: the frame accepts one `open`, with or without a `greet`; a later one closes the pane. A
 *    page answers one hello. From an adopted iframe, a second hello with the same nonce comes from the same document and is
 *    ignored; one with another nonce means that the frame was reloaded.
 *  - The iframe's `load` may belong to the document that sent the hello or to one that replaced it: the page greets once more,
 *    and unless the document answers in time with the nonce of the first hello, the pane ends with `frame_gone`.
 *
 * If each field has its own frame, every frame opens in this way, and `open` names its field. One frame receives `lead`: it
 * holds the form's state and sends the requests. The leader and the followers find each other through a BroadcastChannel, for
 * which the page passes on the nonces of their hellos (`admit`, `follow`). A frame that is admitted for another field than the
 * one in its `open` does not join. A frame that is given a second leader while its first one is present wipes its field. The
 * frame's `split/pairing.ts` describes the pairing and why a page cannot subvert it. Typed text goes from frame to frame, never
 * through the page.
 *
 * A different `version` on either side ends the pane with `version_mismatch`.
 */

export { type FieldName, fieldNames } from "../fields/index.ts";
export {
  array,
  boolean,
  exact,
  type Guard,
  integer,
  nonce,
  nullable,
  oneOf,
  partial,
  pattern,
  record,
  type Trace,
  text,
  union,
  uuid,
  withoutUndefined,
} from "../guards/guards.ts";
export { hasOwn } from "../guards/has-own.ts";
export { claimsToOpen, parseGreet } from "./greet.ts";
export {
  announcement,
  field,
  fieldOptions,
  optionGuards,
  ownTextGuards,
  tokenizeExtra,
} from "./option-guards.ts";
export type {
  BinSize,
  Brand,
  ExpiryKind,
  FieldErrorCode,
  FieldOptions,
  GivenValues,
  OwnTexts,
  SavedCard,
  TokenizeExtra,
} from "./option-types.ts";
export { binSizes, brands, expiryKinds, fieldErrorCodes } from "./option-types.ts";
export { type PaneOptions, parsePaneOptions } from "./options.ts";
export { randomNonce, randomUuid } from "./random-id.ts";
export { parseOpen, parsePageToFrame } from "./to-frame.ts";
export { parseFrameToPage, parseHello } from "./to-page.ts";
export type {
  CardSummary,
  DeviceData,
  FieldSnapshot,
  FrameToPage,
  Greet,
  Hello,
  Open,
  PageToFrame,
  Snapshot,
  TokenizeFailure,
  TokenizeOutcome,
  TokenizeSuccess,
} from "./types.ts";
export { protocolVersion } from "./types.ts";
