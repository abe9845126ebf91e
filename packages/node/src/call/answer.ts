/**
 * Reads what the gateway answered.
 *
 *   the expected status   the body is checked; one that cannot be read leaves the outcome unknown
 *   4xx                   refused, nothing was done (section 2.7); 408, 409 and 499 excepted, which leave the outcome
 *                         unknown, unless the operation says that its 409 is a refusal
 *   anything else         unknown: a 5xx can come after the payment was made
 *
 * What is unknown of a call that only reads is no doubt, but a failure to read.
 */
import type { FieldErrors } from "@cardpane/contract/gateway";
import type { Effect, ErrorCode, Missing } from "../errors.ts";
import type { Failure } from "./failure.ts";
import type { Redact } from "./redact.ts";
import { parseRetryAfter } from "./retry.ts";

/** An HTTP answer as it arrived. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** `undefined` when it broke off, or was longer than an answer can be. */
  readonly body: string | undefined;
}

/** What a refusal means to one operation. */
export interface Meaning {
  readonly code: ErrorCode;
  readonly what: string;
  /** It may go better the next time, and is tried again. @default false */
  readonly passing?: boolean;
}

/** What the reader must know of the request. */
export interface Asked<Result> {
  readonly effect: Effect;
  /** The status of success. */
  readonly success: number;
  /** Checks the body of a success; `undefined` where it cannot be read. */
  readonly parse: (body: unknown) => Result | undefined;
  /** What a refusal means to this operation, where that is not what it means to every other. */
  readonly explain?: ((status: number, errors: FieldErrors | undefined) => Meaning | undefined) | undefined;
  /** What a 404 is about. */
  readonly missing?: Missing | undefined;
  readonly redact: Redact;
  readonly now: number;
}

export type Reading<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly failure: Failure };

/** A result, or why there is none. */
export function readAnswer<Result>(answer: Answer, asked: Asked<Result>): Reading<Result> {
  const { status } = answer;
  if (status === asked.success) return readResult(answer, asked);
  return { ok: false, failure: failureOf(answer, asked) };
}

function readResult<Result>({ status, body }: Answer, { effect, parse }: Asked<Result>): Reading<Result> {
  if (body === undefined) {
    const what = "The gateway's answer broke off";
    return { ok: false, failure: unknown(effect, { code: "connection_lost", what, status, passing: true }) };
  }
  const result = parse(parseJson(body));
  if (result !== undefined) return { ok: true, result };
  const what = "The gateway's answer could not be read";
  return { ok: false, failure: unknown(effect, { code: "unreadable_answer", what, status, passing: true }) };
}

function failureOf(answer: Answer, asked: Asked<unknown>): Failure {
  const { status } = answer;
  const { effect } = asked;
  if (status >= 400 && status < 500) return readRefusal(answer, asked);
  if (status >= 500) {
    const retryAfterMs = parseRetryAfter(answer.retryAfter, asked.now);
    const what = `The gateway failed with status ${status}`;
    return unknown(effect, { code: "gateway_error", what, status, passing: true, retryAfterMs });
  }
  // Status 0 is how a browser's fetch tells of a redirect that it was told not to follow.
  if (status === 0 || (status >= 300 && status < 400)) {
    const what = "The gateway redirected the request";
    return unknown(effect, { code: "redirected", what, status, passing: false });
  }
  const what = `The gateway answered with status ${status}`;
  return unknown(effect, { code: "unexpected_status", what, status, passing: false });
}

/** Nothing tells whether it was done. A call that only reads has nothing to do. */
export function unknown(effect: Effect, failure: Omit<Failure, "outcome" | "effect">): Failure {
  return { outcome: effect === "read" ? "read_failed" : "unknown", effect, ...failure };
}

const refusals: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ["bad_request", "The gateway refused the request"],
  401: ["unauthorized", "The gateway did not accept the API key"],
  403: ["forbidden", "The gateway forbids this request"],
  404: ["not_found", "The gateway knows no such operation"],
  429: ["rate_limited", "The gateway was called too often"],
};

/** 409: most likely an earlier call under the same id is still under way. 408, 499: told by a proxy, not the gateway. */
const inDoubt = new Set([408, 409, 499]);

const nouns: Readonly<Record<Missing, string>> = {
  user: "user",
  account: "payment account",
  transaction: "transaction",
};

function readRefusal(answer: Answer, { effect, explain, missing, redact, now }: Asked<unknown>): Failure {
  const { status } = answer;
  const { message, errors } = readErrorObject(parseJson(answer.body ?? ""), redact);
  const said = message === undefined ? "" : `, saying "${message}"`;
  const retryAfterMs = parseRetryAfter(answer.retryAfter, now);
  const meaning = explain?.(status, errors);
  if (meaning) {
    const { code, what, passing = false } = meaning;
    return { outcome: "rejected", effect, code, what: what + said, status, errors, passing, retryAfterMs };
  }
  if (inDoubt.has(status)) {
    const what = `The gateway answered with status ${status}${said}`;
    return unknown(effect, { code: "conflict", what, status, errors, passing: true, retryAfterMs });
  }
  const isMissing = status === 404 && missing !== undefined;
  const [code, what] = isMissing
    ? (["not_found", `The gateway knows no such ${nouns[missing]}`] as const)
    : (refusals[status] ?? (["refused", `The gateway refused with status ${status}`] as const));
  return {
    outcome: "rejected",
    effect,
    code,
    what: what + said,
    status,
    errors,
    passing: status === 429,
    retryAfterMs,
    ...(isMissing && { missing }),
  };
}

/** Section 2.7, read forgivingly: what is no string is left out, and at most 50 fields are kept. */
function readErrorObject(
  body: unknown,
  redact: Redact,
): { readonly message?: string; readonly errors?: FieldErrors } {
  if (!isObject(body)) return {};
  const { message, errors } = body;
  const fields = isObject(errors) ? Object.entries(errors) : [];
  const told = fields
    .filter((field): field is [string, string] => typeof field[1] === "string")
    .slice(0, 50)
    .map(([path, text]) => [redact(path), redact(text)]);
  return {
    ...(typeof message === "string" && message !== "" ? { message: redact(message) } : {}),
    ...(told.length > 0 ? { errors: Object.fromEntries(told) } : {}),
  };
}

/** JSON, or `undefined` for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}
