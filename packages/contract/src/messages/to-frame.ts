/**
 * The guards of the messages from the page to the frame.
 *
 * They are written by hand, so that the scripts carry no schema library. Each one returns a fresh object with exactly the known
 * keys, or `undefined`: an unknown key, a wrong type, another prototype or a length over its bound drops the whole message.
 */

import { exact, type Guard, integer, literal, nonce, nullable, requestId, union } from "../guards/guards.ts";
import { announcement, declineCode, field, tokenizeExtra } from "./option-guards.ts";
import { parsePaneOptions } from "./options.ts";
import type { Open, PageToFrame } from "./types.ts";

/** Reads the page's answer to a hello. */
export const parseOpen: Guard<Open> = exact({
  type: literal("cardpane:open"),
  version: integer(1, 1_000_000),
  frameNonce: nonce,
  pageNonce: nonce,
  field: nullable(field),
  options: parsePaneOptions,
});

/** Reads a message of the page; returns `undefined` when it is invalid. */
export const parsePageToFrame = union<PageToFrame>({
  update: { options: parsePaneOptions },
  tokenize: {
    requestId,
    timeoutMs: integer(1, 600_000),
    extra: nullable(tokenizeExtra),
    announce: announcement,
  },
  cancel: { requestId },
  validate: { requestId },
  focus: { field: nullable(field) },
  blur: {},
  clear: {},
  reset: {},
  reloaded: {},
  decline: { code: nullable(declineCode) },
  announce: { text: announcement },
  lead: {},
  admit: { field, frameNonce: nonce },
  follow: { leaderNonce: nonce },
  close: {},
});
