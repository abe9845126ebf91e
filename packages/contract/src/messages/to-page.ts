/**
 * Hand-written guards, so that the page's script carries no schema library. Each one answers a fresh object with exactly
 * the known keys, or `undefined`: an unknown key, a wrong type, a strange prototype or a length over its bound drops the
 * message whole.
 *
 * Here: what the frame says to the page.
 */
import { paneErrorCodes } from "../errors/catalogue.ts";
import {
  array,
  boolean,
  byType,
  exact,
  type Guard,
  integer,
  isPlain,
  literal,
  nonce,
  nullable,
  oneOf,
  partial,
  pattern,
  requestId,
  text,
  uuid,
} from "./shape.ts";
import {
  brands,
  type FrameToPage,
  fieldErrorCodes,
  fieldNames,
  type Hello,
  protocolVersion,
  type TokenizeOutcome,
} from "./types.ts";

const heightPx = integer(0, 100_000);
const field = oneOf(fieldNames);
const brand = oneOf(brands);

const fieldSnapshot = exact({
  empty: boolean,
  complete: boolean,
  valid: boolean,
  focused: boolean,
  error: nullable(oneOf(fieldErrorCodes)),
  errorText: nullable(text(0, 300)),
});

const snapshot = exact({
  fields: partial({
    number: fieldSnapshot,
    expiry: fieldSnapshot,
    cvv: fieldSnapshot,
    cardholder: fieldSnapshot,
    postalCode: fieldSnapshot,
  }),
  brand: nullable(brand),
  empty: boolean,
  complete: boolean,
  valid: boolean,
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
    brand: nullable(brand),
    lastFour: nullable(pattern(/^[0-9]{4}$/)),
  }),
});
const failed = exact({
  ok: literal(false),
  code: oneOf(paneErrorCodes),
  text: text(0, 300),
  fields: array(field, 0, fieldNames.length),
});
const outcome: Guard<TokenizeOutcome> = (value) => succeeded(value) ?? failed(value);

/** Reads the frame's first word. */
export const parseHello: Guard<Hello> = exact({
  type: literal("cardpane:hello"),
  version: integer(1, 1_000_000),
  frameNonce: nonce,
});

/** Says whether a message is a `hello` of another protocol version, whose other keys nobody here can know. */
export function isForeignHello(value: unknown): boolean {
  return (
    isPlain(value) &&
    value.type === "cardpane:hello" &&
    Number.isInteger(value.version) &&
    value.version !== protocolVersion
  );
}

const frameToPage = {
  opened: exact({ type: literal("opened"), pageNonce: nonce }),
  ready: exact({ type: literal("ready"), heightPx, snapshot }),
  resized: exact({ type: literal("resized"), heightPx }),
  changed: exact({ type: literal("changed"), snapshot }),
  submitted: exact({ type: literal("submitted") }),
  escaped: exact({ type: literal("escaped") }),
  validated: exact({ type: literal("validated"), requestId, snapshot }),
  tokenized: exact({ type: literal("tokenized"), requestId, outcome }),
  failed: exact({ type: literal("failed"), code: oneOf(paneErrorCodes) }),
} satisfies {
  [Type in FrameToPage["type"]]: Guard<Extract<FrameToPage, { type: Type }>>;
};

/** Reads a message of the frame, or answers `undefined`. */
export function parseFrameToPage(value: unknown): FrameToPage | undefined {
  return byType<FrameToPage>(frameToPage, value);
}
