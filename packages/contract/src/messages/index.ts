/**
 * The protocol between page and frame.
 *
 * Requirements: the page never holds card data; the frame trusts only the page that embeds it, the page only the
 * frame it made; a replay, a second handshake or a reload ends the pane; an unknown message changes nothing.
 *
 *  1. The page makes an iframe whose address is on the pane's origin, and listens on its own window.
 *  2. The frame learns the page's origin from the browser (`location.ancestorOrigins[0]`, else the origin of
 *     `document.referrer`), never from a message, and pins it. It posts `hello {version, frameNonce}` to `parent`,
 *     addressed to that origin. The nonce is 128 random bits in hex. A small script of its own does this while the browser still loads
 *     and compiles the frame's other script, and keeps an `open` for it.
 *  3. The page takes a `hello` whose source is its iframe's window and whose origin is the pane's, in this order, the
 *     first one only. A `hello` after that means that the frame was reloaded: the page tears the pane down and starts afresh.
 *     A message of its iframe from another origin means that the frame was navigated away: `frame_hijacked`.
 *  4. The page makes a MessageChannel and answers `open {version, frameNonce, pageNonce, options}` with one port,
 *     addressed to the pane's origin: a frame that was navigated away gets no options.
 *  5. The frame takes an `open` whose source is `parent`, whose origin is the pinned one, whose nonce is its own and that
 *     brings one port. Anything else is dropped. Any later `open` that passes source and origin closes the pane.
 *  6. From here on both send over the port only. The frame's first message there is `opened {pageNonce}`; a wrong nonce
 *     closes the pane. Then come the texts around the frame in its language (`localized`), and when the inputs are painted and
 *     usable, `ready`.
 *  7. Requests carry a `requestId` and are answered exactly once (`tokenized`, `validated`), late answers to a cancelled
 *     request are dropped. Nothing follows a `close` or `failed`.
 *
 * An iframe that stands in the page's HTML may have sent its hello before the page's script listened (step 2 before step 1). So
 * the page that adopts one sends `greet {}`, to the iframe's window, addressed to the pane's origin. A frame answers each `greet`
 * whose source is `parent` and whose origin is the pinned one with its hello: the same, with the same nonce. Neither side waits
 * for the other: a frame whose script runs after the `greet` sends its hello by itself. What this leaves as it was:
 *
 *  - Nothing of the handshake is in the address, which a server writes in advance and any page may know. Both nonces are made by
 *    the documents that they stand for, when they run: a document's hello has another nonce than that of the document before it.
 *  - The nonce goes to no one else: a hello is addressed to the pinned origin, whoever sent the `greet`, and only that
 *    origin's `parent` may send one.
 *  - One session a document: the frame takes one `open`, whether it was greeted or not; a later one still closes the pane. The
 *    page that has answered a hello opens no second time. From an adopted iframe, a hello with the nonce that was answered is of
 *    the same document and changes nothing; one with another nonce means that the frame was reloaded.
 *  - The iframe's `load` may be of the document that sent the hello or of one that took its place: the page greets once more, and
 *    a document that does not answer with the nonce of before in time ends the pane: `frame_gone`.
 *
 * Where each field has a frame of its own, every frame goes this way, and `open` names its field. One of them receives
 * `lead`: it holds the form's state and sends for all. It and the others find one another by a BroadcastChannel, for which
 * the page passes on the nonces of their hellos (`admit`, `follow`). A frame that is admitted for another field than its
 * `open` named does not join, and one that is given a second leader while its own is there wipes its field; how they find one another, and
 * what a page cannot do about it, is written down in the frame's `split/pairing.ts`. What is typed goes from frame to frame and never by the page.
 *
 * A different `version` on either side ends the pane with `version_mismatch`.
 */

export {
  array,
  boolean,
  exact,
  type Guard,
  integer,
  isPlain,
  nonce,
  nullable,
  oneOf,
  partial,
  pattern,
  type Trace,
  text,
  union,
  uuid,
} from "../guards/guards.ts";
export { claimsToOpen, parseGreet } from "./greet.ts";
export {
  announcement,
  field,
  knownBrand,
  optionGuards,
  ownTextGuards,
  tokenizeExtra,
} from "./option-guards.ts";
export { parsePaneOptions } from "./options.ts";
export { randomNonce, randomUuid } from "./random-id.ts";
export { parseOpen, parsePageToFrame } from "./to-frame.ts";
export { parseFrameToPage, parseHello } from "./to-page.ts";
export type {
  BinSize,
  Brand,
  CardSummary,
  DeviceData,
  ExpiryKind,
  FieldErrorCode,
  FieldName,
  FieldOptions,
  FieldSnapshot,
  FrameToPage,
  GivenValues,
  Greet,
  Hello,
  Open,
  OwnTexts,
  PageToFrame,
  PaneOptions,
  SavedCard,
  Snapshot,
  TokenizeExtra,
  TokenizeFailure,
  TokenizeOutcome,
  TokenizeSuccess,
} from "./types.ts";
export {
  binSizes,
  brands,
  expiryKinds,
  fieldErrorCodes,
  fieldNames,
  protocolVersion,
} from "./types.ts";
