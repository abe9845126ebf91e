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

/** What a response without a result says. */
type Meaning = Omit<StatusMeaning & Failure, "outcome" | "effect" | "transient"> & {
  /** Whether the gateway did nothing. @default false: it may have executed the call */
  readonly isRefusal?: true;
  /** @default false */
  readonly transient?: boolean | undefined;
};

/** Returns the result, or the failure. */
export function parseResponse<Result>(
  response: HttpResponse,
  expected: ExpectedResponse<Result>,
): ParsedResponse<Result> {
  const { status: gatewayStatus, body } = response;
  const json = parseJson(body ?? "");
  // Live gateways also send other 2xx statuses than the configured one for a success, so the body decides.
  const result = body !== undefined && isSuccess(gatewayStatus) ? expected.parse(json) : undefined;
  if (result !== undefined) return { ok: true, result };
  const retryAfterMs = parseRetryAfter(response.retryAfter, expected.now);
  const { isRefusal, ...meaning } = explainFailure(response, json, expected);
  const failure = { gatewayStatus, retryAfterMs, transient: false, ...meaning } as Failure;
  const { effect } = expected;
  return {
    ok: false,
    failure: isRefusal ? { ...failure, outcome: "rejected", effect } : unknownOutcome(effect, failure),
  };
}

const isSuccess = (status: number) => status >= 200 && status < 300;

function explainFailure(
  { status, body }: HttpResponse,
  json: unknown,
  expected: ExpectedResponse<unknown>,
): Meaning {
  // Even a refusal may report a payment, in the part that was not read. A read makes none, so its status decides.
  if (body === undefined && (isSuccess(status) || expected.effect !== "read"))
    return { code: "connection_lost", what: "The gateway's response broke off", transient: true };
  if (status === expected.success)
    return { code: "unreadable_answer", what: "The gateway's response could not be read", transient: true };
  if (status >= 500)
    return { code: "gateway_error", what: `The gateway failed with status ${status}`, transient: true };
  if (status >= 400) return explainRefusal(status, json, expected);
  // In a browser, fetch returns status 0 for a redirect with `redirect: "manual"`.
  if (status === 0 || (status >= 300 && status < 400))
    return { code: "redirected", what: "The gateway redirected the request" };
  return { code: "unexpected_status", what: `The gateway answered with status ${status}` };
}

/** A failure after which the gateway may have executed the call. A read-only call has no effect, so it is a failed read. */
export function unknownOutcome(effect: Effect, failure: Omit<Failure, "outcome" | "effect">): Failure {
  return { ...failure, outcome: effect === "read" ? "read_failed" : "unknown", effect };
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

function explainRefusal(
  status: number,
  body: unknown,
  { effect, explain, keyHeader, missing, redact }: ExpectedResponse<unknown>,
): Meaning {
  if (reportsTransaction(body, effect)) {
    const what = `The gateway refused with status ${status}, but its answer reports a payment`;
    return { code: "unexpected_status", what };
  }
  const { message, errors } = parseErrorObject(body, redact);
  const said = message === undefined ? "" : `, saying "${message}"`;
  if (status === 400 && keyHeader !== undefined && names(errors, keyHeader)) {
    // The gateway may have executed the earlier request. A refusal of the key's format looks the same.
    const what = `The gateway refused this idempotencyKey, under which another request may have been made${said}`;
    return { code: "conflict", what, errors };
  }
  const refusal = { errors, isRefusal: true } as const;
  const meaning = explain?.(status, errors);
  if (meaning) return { ...refusal, ...meaning, what: meaning.what + said };
  if (ambiguousStatuses.has(status)) {
    const what = `The gateway answered with status ${status}${said}`;
    return { code: "conflict", what, errors, transient: true };
  }
  if (status === 404 && missing !== undefined)
    return { ...refusal, code: "not_found", what: `Unknown ${nouns[missing] ?? missing}${said}`, missing };
  const [code, what] = refusals[status] ?? ["refused", `The gateway refused with status ${status}`];
  return { ...refusal, code, what: what + said, transient: status === 429 };
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
