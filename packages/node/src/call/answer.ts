/**
 * Reads what the gateway answered.
 *
 *   the expected status   the body is checked against section 2.6; one that cannot be read leaves the outcome unknown
 *   4xx                   refused, no payment (section 2.7); 408, 409 and 499 excepted, which leave the outcome unknown
 *   anything else         unknown: a 5xx can come after the payment was made
 */
import { type FieldErrors, type PaymentResult, paymentResult } from "@cardpane/contract/gateway";
import type { ErrorCode } from "../errors.ts";
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

/** What the reader must know of the request. */
export interface Asked {
  /** The status of success, `operations.payment.success`. */
  readonly success: number;
  readonly paidByToken: boolean;
  readonly redact: Redact;
  readonly now: number;
}

export type Reading =
  | { readonly ok: true; readonly result: PaymentResult }
  | { readonly ok: false; readonly failure: Failure };

/** A result, or why there is none. */
export function readAnswer(answer: Answer, asked: Asked): Reading {
  const { status } = answer;
  if (status === asked.success) return readResult(answer, asked.redact);
  if (status >= 400 && status < 500) return { ok: false, failure: readRefusal(answer, asked) };
  if (status >= 500) {
    const retryAfterMs = parseRetryAfter(answer.retryAfter, asked.now);
    return unknown("gateway_error", `The gateway failed with status ${status}`, status, true, retryAfterMs);
  }
  // Status 0 is how a browser's fetch tells of a redirect that it was told not to follow.
  if (status === 0 || (status >= 300 && status < 400)) {
    return unknown("redirected", "The gateway redirected the request", status, false);
  }
  return unknown("unexpected_status", `The gateway answered with status ${status}`, status, false);
}

function unknown(
  code: ErrorCode,
  what: string,
  status: number,
  passing: boolean,
  retryAfterMs?: number,
): Reading {
  return { ok: false, failure: { outcome: "unknown", code, what, status, passing, retryAfterMs } };
}

function readResult(answer: Answer, redact: Redact): Reading {
  const { status, body } = answer;
  if (body === undefined) {
    return unknown("connection_lost", "The gateway's answer broke off", status, true);
  }
  const result = parseResult(parseJson(body));
  if (!result) return unknown("unreadable_answer", "The gateway's answer could not be read", status, true);
  return { ok: true, result: withoutCardNumber(result, redact) };
}

/** Fields that decide what happens next: one that cannot be read makes the whole answer unreadable. */
const decisive = new Set(["status", "code", "action", "url"]);

/**
 * Checks a result. A field that only describes (a bank's name, a description that is too long) is left out when it does
 * not fit: it must not turn a payment that was made into one whose outcome is unknown.
 */
export function parseResult(body: unknown): PaymentResult | undefined {
  const first = paymentResult.safeParse(body);
  if (first.success) return isUsable(first.data) ? first.data : undefined;
  for (const { path } of first.error.issues) {
    const [group, field] = path;
    const value = valueAt(body, path);
    if (group === "payment" && path.length === 2 && decisive.has(String(field)) && value !== null)
      return undefined;
    leaveOut(body, path);
  }
  const second = paymentResult.safeParse(body);
  return second.success && isUsable(second.data) ? second.data : undefined;
}

/** A redirect must lead somewhere a shopper can be sent to. */
function isUsable({ payment }: PaymentResult): boolean {
  return payment.status !== "pending" || payment.action !== "redirect" || isWebAddress(payment.url);
}

/** Says whether a text is an absolute http or https address. */
export function isWebAddress(text: string | undefined): text is string {
  if (text === undefined || !/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

/** The interface promises masked numbers. Where one is not, it is masked here, before anybody logs it. */
export function withoutCardNumber(result: PaymentResult, redact: Redact): PaymentResult {
  const { payment } = result;
  const { source, description } = payment;
  const number = source?.number;
  const isFull = number !== undefined && /^\d{12,}$/.test(number.replace(/[\s-]/g, ""));
  return {
    ...result,
    payment: {
      ...payment,
      ...(description === undefined ? {} : { description: redact(description) }),
      ...(isFull ? { source: { ...source, number: `${number.slice(0, 6)}******${number.slice(-4)}` } } : {}),
    },
  };
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

function readRefusal(answer: Answer, { paidByToken, redact, now }: Asked): Failure {
  const { status } = answer;
  const { message, errors } = readErrorObject(parseJson(answer.body ?? ""), redact);
  const said = message === undefined ? "" : `, saying "${message}"`;
  if (inDoubt.has(status)) {
    const what = `The gateway answered with status ${status}${said}`;
    return { outcome: "unknown", code: "conflict", what, status, errors, passing: true };
  }
  const [code, what] =
    refusals[status] ?? (["refused", `The gateway refused with status ${status}`] as const);
  // Assumption: a token that was used, has expired or is not known is told at paymentSource.value.
  const spent = status === 400 && paidByToken && errors?.["paymentSource.value"] !== undefined;
  return {
    outcome: "rejected",
    code: spent ? "token_unusable" : code,
    what: what + said,
    status,
    errors,
    passing: status === 429,
    retryAfterMs: parseRetryAfter(answer.retryAfter, now),
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

function leaveOut(body: unknown, path: readonly PropertyKey[]): void {
  const parent = valueAt(body, path.slice(0, -1));
  const last = path.at(-1);
  if (isObject(parent) && last !== undefined) delete parent[last];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}
