/** Validates the options of one call: time limits, retries, and extra headers, query parameters and body fields. */

import { isRecord } from "@cardpane/contract/record";
import type { FieldErrors } from "@cardpane/gateway";
import { isHeaderName, isHeaderValue, isProtectedHeader } from "../client/gateway.ts";
import {
  checkArgument,
  type RequestOptions,
  resolveIdempotencyKey,
  type Settings,
} from "../client/settings.ts";
import { type Effect, invalidRequest } from "../errors/errors.ts";

/** The validated options, with defaults applied. */
export type CallOptions = Readonly<ReturnType<typeof resolveCallOptions>>;

/**
 * Validates the options of a call.
 *
 * @throws NotSentError (`invalid_request`) by path, `options.headers.Authorization` for example
 */
export function resolveCallOptions(options: RequestOptions, settings: Settings, effect: Effect) {
  const idempotencyKey = resolveIdempotencyKey(options, settings);
  return {
    idempotencyKey,
    /** Whether the caller set the key: then an earlier call may have used the same key. */
    isKeyGiven: options.idempotencyKey !== undefined,
    timeoutMs: checkArgument(
      "timeoutMs",
      options.timeoutMs ?? settings.timeoutMs ?? (effect === "read" ? 30_000 : 80_000),
    ),
    maxRetries: checkArgument("maxRetries", options.maxRetries ?? settings.maxRetries),
    signal: options.signal,
    headers: checkHeaders(options.headers, settings, idempotencyKey),
  };
}

/** Appends the query parameters of the call's options. Parameters that the operation sends itself are refused. */
export function withQuery(url: string, options: RequestOptions, idempotencyKey: string): string {
  const { query } = options;
  if (query === undefined) return url;
  const [base = "", own = ""] = url.split("?", 2);
  const parameters = new URLSearchParams(own);
  const errors: FieldErrors = {};
  if (!isRecord(query)) throw invalidRequest({ "options.query": "must be an object" }, idempotencyKey);
  for (const [name, value] of Object.entries(query)) {
    if (parameters.has(name)) errors[`options.query.${name}`] = "is sent by the operation itself";
    else if (!["string", "number", "boolean"].includes(typeof value)) {
      errors[`options.query.${name}`] = "must be text, a number or a boolean";
    }
  }
  if (Object.keys(errors).length > 0) throw invalidRequest(errors, idempotencyKey);
  for (const [name, value] of Object.entries(query)) parameters.append(name, String(value));
  const text = parameters.toString();
  return text === "" ? base : `${base}?${text}`;
}

function checkHeaders(
  given: RequestOptions["headers"],
  { gateway }: Settings,
  idempotencyKey: string,
): Readonly<Record<string, string>> {
  if (given === undefined) return {};
  if (!isRecord(given)) throw invalidRequest({ "options.headers": "must be an object" }, idempotencyKey);
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries(given)) {
    if (!isHeaderName(name)) errors["options.headers"] = "must hold names of headers";
    else if (isProtectedHeader(name, gateway)) {
      errors[`options.headers.${name}`] = "is set by the client and cannot be replaced. Remove it";
    } else if (!isHeaderValue(value)) {
      errors[`options.headers.${name}`] =
        "must be 1 to 4096 visible ASCII characters, without blanks at its ends";
    }
  }
  if (Object.keys(errors).length > 0) throw invalidRequest(errors, idempotencyKey);
  return given;
}
