/**
 * Reads the gateway's response to a tokenize request (sections 2.1 and 2.7). Its texts are discarded, so that a card number that it
 * repeats cannot leak; shoppers read our own texts.
 */
import { type FieldName, fieldNames, hasOwn, uuid } from "@cardpane/contract/messages";
import { isRecord } from "@cardpane/contract/record";
import { fields } from "../fields/fields.ts";
import type { FailureCode } from "./failure.ts";

/** The reason why there is no token. */
export interface TokenizeFailure {
  readonly ok: false;
  readonly code: FailureCode;
  readonly fields: readonly FieldName[];
  /** With `rate_limited`. */
  readonly retryAfterSeconds?: number;
}

/** A token, or the reason why there is none. */
export type TokenizeResponse =
  | { readonly ok: true; readonly token: string; readonly expireAt: number }
  | TokenizeFailure;

// Unix seconds of the years 2001 and 5138. These bounds detect milliseconds and invalid values; they do not use the shopper's clock,
// which may be years off.
const minExpireAt = 1e9;
const maxExpireAt = 1e11;

/**
 * Reads a response.
 *
 * @param body the parsed JSON, `undefined` if it was not JSON
 * @param retryAfterSeconds for a 429
 */
export function readResponse(status: number, body: unknown, retryAfterSeconds: number): TokenizeResponse {
  if (status === 401 || status === 403) return failure("not_allowed");
  if (status === 429) return { ...failure("rate_limited"), retryAfterSeconds };
  if (status >= 500) return failure("gateway_error");
  if (!isRecord(body)) return failure("bad_answer");
  if (status === 400) return failure("card_refused", refusedFields(body["errors"]));
  const { token } = body;
  // Live gateways answer with another 2xx, too, and write numbers as text.
  const given = body["expireAt"];
  const expireAt = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
  if (status < 200 || status > 299 || typeof token !== "string" || !uuid(token)) return failure("bad_answer");
  if (typeof expireAt !== "number" || !Number.isInteger(expireAt)) return failure("bad_answer");
  if (expireAt < minExpireAt || expireAt > maxExpireAt) return failure("bad_answer");
  return { ok: true, token, expireAt };
}

/** A response without a token. */
export function failure(code: FailureCode, fields: readonly FieldName[] = []): TokenizeFailure {
  return { ok: false, code, fields };
}

/** Every field that becomes a refused property, whether the form has it or not. */
function refusedFields(errors: unknown): readonly FieldName[] {
  if (!isRecord(errors)) return [];
  return fieldNames.filter((field) => fields[field].properties.some((property) => hasOwn(errors, property)));
}
