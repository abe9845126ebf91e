/**
 * The guards of the messages from the frame to the page.
 *
 * They are written by hand, so that the page's script carries no schema library. Each one returns a fresh object with exactly
 * the known keys, or `undefined`: an unknown key, a wrong type, another prototype or a length over its bound drops the whole
 * message.
 */

import type { PaneErrorCode } from "../errors/codes.ts";
import { fieldNames } from "../fields/index.ts";
import {
  array,
  boolean,
  exact,
  type Guard,
  integer,
  literal,
  nonce,
  nullable,
  pattern,
  record,
  requestId,
  text,
  union,
  uuid,
} from "../guards/guards.ts";
import type { PageTexts } from "../locales/page-texts.ts";
import { brandList, field, fieldError, knownBrand, lastFour } from "./option-guards.ts";
import type { FrameToPage, Hello, TokenizeOutcome } from "./types.ts";

const heightPx = integer(0, 100_000);
// Only the form of a code is checked. The page treats a code that is not in its table as the merchant's to act on (codeEntry).
const code = pattern(/^[a-z_]{3,30}$/) as Guard<PaneErrorCode>;

const flags = { empty: boolean, complete: boolean, valid: boolean };

const fieldSnapshot = exact({
  label: text(1, 300),
  ...flags,
  focused: boolean,
  error: nullable(fieldError),
  errorText: nullable(text(0, 300)),
});

const snapshot = exact({
  fields: record(field, fieldSnapshot),
  brand: knownBrand,
  brands: brandList,
  ...flags,
});

const device = exact({
  browserJavaEnabled: boolean,
  browserLanguage: text(1, 8),
  browserColorDepth: integer(1, 48),
  browserScreenHeight: integer(0, 1_000_000),
  browserScreenWidth: integer(0, 1_000_000),
  browserTimezone: pattern(/^-?[0-9]{1,4}$/),
});

const succeeded = exact({
  ok: literal(true),
  token: uuid,
  expireAt: integer(0, Number.MAX_SAFE_INTEGER),
  device,
  card: exact({
    brand: knownBrand,
    lastFour,
    hasName: boolean,
  }),
});
const failure = {
  ok: literal(false),
  code,
  text: text(0, 300),
  fields: array(field, 0, fieldNames.length),
};
const failed = exact(failure);
const limited = exact({ ...failure, code: literal("rate_limited"), retryAfterSeconds: integer(1, 900) });
const outcome: Guard<TokenizeOutcome> = (value) => succeeded(value) ?? failed(value) ?? limited(value);

/** A text that a button or a line of the merchant's page shows; the bound is longer than any of our texts. */
const pageText = text(1, 160);
const pageTexts = exact({
  title: pageText,
  failed: pageText,
  uncharged: pageText,
  retry: pageText,
  // The script of the dialog has the names.
  dialog: record(text(1, 9), pageText) as unknown as Guard<PageTexts["dialog"]>,
});

/** Reads the frame's first message, of any protocol version. */
export const parseHello: Guard<Hello> = exact({
  type: literal("cardpane:hello"),
  version: integer(1, 1_000_000),
  frameNonce: nonce,
});

/** Reads a message of the frame; returns `undefined` when it is invalid. */
export const parseFrameToPage = union<FrameToPage>({
  opened: { pageNonce: nonce },
  localized: { locale: pattern(/^[a-zA-Z0-9-]{1,35}$/), texts: pageTexts },
  ready: { heightPx, snapshot: nullable(snapshot) },
  labelled: { label: text(0, 300) },
  resized: { heightPx },
  changed: { snapshot },
  binchange: { bin: nullable(pattern(/^[0-9]{6}([0-9]{2})?$/)) },
  autofill: { fields: array(field, 1, fieldNames.length) },
  advanced: { from: nullable(field), to: field },
  enter: {},
  escape: {},
  validated: { requestId, snapshot },
  tokenized: { requestId, outcome },
  failed: { code },
});
