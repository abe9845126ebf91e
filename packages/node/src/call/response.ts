/**
 * Reads the response of the gateway.
 *
 *   2xx             a result if the body is readable; otherwise the outcome is unknown
 *   4xx             rejected, nothing was done (section 2.7). Exceptions: 408, 409 and 499 leave the outcome unknown, unless
 *                   the operation defines its 409 as a rejection; so does a 400 that refuses the caller's idempotency key,
 *                   because an earlier request may have used the key, and a 4xx whose body reports a payment that is not
 *                   declined
 *   anything else   unknown: a 5xx can follow after the payment was made; so is a response of any status that broke off
 *
 * An unknown outcome of a read-only call is a failed read. If its response broke off, the status decides unless it is 2xx.
 */

import { isRecord } from "@cardpane/contract/record";
import type { FieldErrors } from "@cardpane/gateway";
import {
  type CardpaneError,
  type Effect,
  type ErrorCode,
  type ErrorDetails,
  type Missing,
  NotSentError,
  type Outcome,
  ReadFailedError,
  RejectedError,
  UnknownOutcomeError,
} from "../errors/errors.ts";
import type { Settings } from "../settings/settings.ts";
import { readObject, readText } from "./read-values.ts";
import type { Redact } from "./redact.ts";
import { type FailedAttempt, parseRetryAfter } from "./retry.ts";

/** A failed attempt with all details of its error except the idempotency key. */
export interface Failure
  extends FailedAttempt,
    Omit<ErrorDetails, "idempotencyKey" | "isDeduplicated" | "retryAfterMs"> {}

/** Converts the failure to the error of the call. */
export function toError(
  failure: Failure,
  idempotencyKey: string,
  onUnknown: Settings["onUnknown"],
): CardpaneError {
  const { outcome, transient: _, ...details } = failure;
  const isDeduplicated = onUnknown === "repeat-same-id";
  return new classes[outcome]({ ...details, idempotencyKey, isDeduplicated });
}

const classes: Readonly<Record<Outcome, new (details: ErrorDetails) => CardpaneError>> = {
  not_sent: NotSentError,
  rejected: RejectedError,
  unknown: UnknownOutcomeError,
  read_failed: ReadFailedError,
};

/** An HTTP response as it arrived. */
export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  /** `undefined` if the connection broke off or the body exceeds the maximum size. */
  readonly body: string | undefined;
}

/** The meaning of a status for one operation. */
export interface StatusMeaning {
  readonly code: ErrorCode;
  readonly what: string;
  /** Whether the call is retried, because a retry may succeed. @default false */
  readonly transient?: boolean;
}

/** The caller's expectations of the response. */
export interface ExpectedResponse<Result> {
  readonly effect: Effect;
  /** The documented status of success. */
  readonly success: number;
  /** Reads the body of a success; `undefined` if it is unreadable. */
  readonly parse: (body: unknown) => Result | undefined;
  /** Header name of the idempotency key, if the caller set the key: then an earlier request may have used it. */
  readonly keyHeader?: string | undefined;
  /** The meaning of a status that is specific to this operation. */
  readonly explain?:
    | ((status: number, errors: FieldErrors | undefined) => StatusMeaning | undefined)
    | undefined;
  /** The kind of record that a 404 refers to. */
  readonly missing?: Missing | undefined;
  readonly redact: Redact;
  readonly now: number;
}

export type ParsedResponse<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly failure: Failure };

/** Returns the result, or the failure. */
export function parseResponse<Result>(
  response: HttpResponse,
  expected: ExpectedResponse<Result>,
): ParsedResponse<Result> {
  const { status, body } = response;
  const isDocumented = status === expected.success;
  // Live gateways also send other 2xx statuses than the configured one for a success, so the body decides.
  const maySucceed = isDocumented || (status >= 200 && status < 300);
  // Even a refusal may report a payment, in the part that was not read. A read makes none, so its status decides.
  if (body === undefined && (maySucceed || expected.effect !== "read")) {
    const retryAfterMs = parseRetryAfter(response.retryAfter, expected.now);
    const what = "The gateway's response broke off";
    const failure = {
      code: "connection_lost",
      what,
      gatewayStatus: status,
      transient: true,
      retryAfterMs,
    } as const;
    return { ok: false, failure: unknownOutcome(expected.effect, failure) };
  }
  if (body !== undefined && maySucceed) {
    const result = expected.parse(parseJson(body));
    if (result !== undefined) return { ok: true, result };
    if (isDocumented) {
      const what = "The gateway's response could not be read";
      const failure = { code: "unreadable_answer", what, gatewayStatus: status, transient: true } as const;
      return { ok: false, failure: unknownOutcome(expected.effect, failure) };
    }
  }
  return { ok: false, failure: failureFromStatus(response, expected) };
}

function failureFromStatus(response: HttpResponse, expected: ExpectedResponse<unknown>): Failure {
  const { status } = response;
  const { effect } = expected;
  if (status >= 400 && status < 500) return parseRefusal(response, expected);
  if (status >= 500) {
    const retryAfterMs = parseRetryAfter(response.retryAfter, expected.now);
    const what = `The gateway failed with status ${status}`;
    return unknownOutcome(effect, {
      code: "gateway_error",
      what,
      gatewayStatus: status,
      transient: true,
      retryAfterMs,
    });
  }
  // In a browser, fetch returns status 0 for a redirect with `redirect: "manual"`.
  if (status === 0 || (status >= 300 && status < 400)) {
    const what = "The gateway redirected the request";
    return unknownOutcome(effect, { code: "redirected", what, gatewayStatus: status, transient: false });
  }
  const what = `The gateway answered with status ${status}`;
  return unknownOutcome(effect, { code: "unexpected_status", what, gatewayStatus: status, transient: false });
}

/** A failure after which the gateway may have executed the call. A read-only call has no effect, so it is a failed read. */
export function unknownOutcome(effect: Effect, failure: Omit<Failure, "outcome" | "effect">): Failure {
  return { outcome: effect === "read" ? "read_failed" : "unknown", effect, ...failure };
}

const refusals: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ["bad_request", "The gateway refused the request"],
  401: ["unauthorized", "The gateway did not accept the API key"],
  403: ["forbidden", "The gateway forbids this request"],
  404: ["not_found", "Unknown operation"],
  429: ["rate_limited", "The gateway was called too often"],
};

/** 409: an earlier call with the same key is probably still running. 408 and 499 come from a proxy, not from the gateway. */
const ambiguousStatuses = new Set([408, 409, 499]);

/** Records that are not called as their code. */
const nouns: Partial<Record<Missing, string>> = { account: "payment account", card: "saved card" };

function parseRefusal(
  response: HttpResponse,
  { effect, explain, keyHeader, missing, redact, now }: ExpectedResponse<unknown>,
): Failure {
  const { status } = response;
  const body = parseJson(response.body ?? "");
  const { message, errors } = parseErrorObject(body, redact);
  const said = message === undefined ? "" : `, saying "${message}"`;
  const retryAfterMs = parseRetryAfter(response.retryAfter, now);
  if (reportsTransaction(body, effect)) {
    const what = `The gateway refused with status ${status}, but its answer reports a payment`;
    return unknownOutcome(effect, {
      code: "unexpected_status",
      what,
      gatewayStatus: status,
      transient: false,
    });
  }
  if (status === 400 && keyHeader !== undefined && names(errors, keyHeader)) {
    // The gateway may have executed the earlier request. A refusal of the key's format looks the same.
    const what = `The gateway refused this idempotencyKey, under which another request may have been made${said}`;
    return unknownOutcome(effect, {
      code: "conflict",
      what,
      gatewayStatus: status,
      errors,
      transient: false,
    });
  }
  const meaning = explain?.(status, errors);
  if (meaning) {
    const { code, what, transient = false } = meaning;
    return {
      outcome: "rejected",
      effect,
      code,
      what: what + said,
      gatewayStatus: status,
      errors,
      transient,
      retryAfterMs,
    };
  }
  if (ambiguousStatuses.has(status)) {
    const what = `The gateway answered with status ${status}${said}`;
    return unknownOutcome(effect, {
      code: "conflict",
      what,
      gatewayStatus: status,
      errors,
      transient: true,
      retryAfterMs,
    });
  }
  const isMissing = status === 404 && missing !== undefined;
  const [code, what] = isMissing
    ? (["not_found", `Unknown ${nouns[missing] ?? missing}`] as const)
    : (refusals[status] ?? (["refused", `The gateway refused with status ${status}`] as const));
  return {
    outcome: "rejected",
    effect,
    code,
    what: what + said,
    gatewayStatus: status,
    errors,
    transient: status === 429,
    retryAfterMs,
    ...(isMissing && { missing }),
  };
}

/** Whether the body of a refusal reports a transaction that moved money, or may: one such field outweighs the status. */
function reportsTransaction(body: unknown, effect: Effect): boolean {
  const { status, payment } = readObject(body);
  const reported = effect === "money" ? status : readObject(payment)["status"];
  return effect !== "read" && /^(success|confirmed|pending|processing)$/i.test(readText(reported) ?? "");
}

function names(errors: FieldErrors | undefined, header: string): boolean {
  return Object.keys(errors ?? {}).some((path) => path.toLowerCase() === header.toLowerCase());
}

/** Section 2.7, read leniently: at most 50 fields, texts only. */
function parseErrorObject(
  body: unknown,
  redact: Redact,
): { readonly message?: string; readonly errors?: FieldErrors } {
  if (!isRecord(body)) return {};
  const { message, errors } = body;
  const fields = isRecord(errors) || Array.isArray(errors) ? Object.entries(errors) : [];
  const messages = fields
    .filter((field): field is [string, string] => typeof field[1] === "string")
    .slice(0, 50)
    .map(([path, text]) => [redact(path), redact(text)]);
  return {
    ...(typeof message === "string" && message !== "" ? { message: redact(message) } : {}),
    ...(messages.length > 0 ? { errors: Object.fromEntries(messages) } : {}),
  };
}

/** The value of a JSON text; `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
