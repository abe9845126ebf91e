/**
 * Retry rules, as pure functions.
 *
 * A payment is retried automatically only if it provably did not happen: no connection was made, or the gateway answered
 * 429. If the outcome is unknown (timeout, connection lost after sending, 5xx), it is retried only if the merchant declared
 * with `onUnknown: "repeat-same-id"` that the gateway answers a repeated `X-Request-ID` with the original result. The
 * interface does not promise that: it calls the header a "unique request ID", no more. Read-only calls are retried
 * after every transient failure.
 */
import type { Outcome } from "../errors/errors.ts";

/** A failed attempt. */
export interface FailedAttempt {
  readonly outcome: Outcome;
  /** Whether a retry may succeed: true for a lost connection, false for a bad certificate. */
  readonly transient: boolean;
  /** `Retry-After` of the response, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** The remaining budget of the call. */
export interface RetryBudget {
  /** Failed attempts so far, including this one. */
  readonly failed: number;
  readonly maxRetries: number;
  /** Milliseconds until the call's deadline. */
  readonly remainingMs: number;
  readonly onUnknown: "report" | "repeat-same-id";
  /** Random number for the jitter, from 0 to 1, 1 excluded. */
  readonly random: number;
}

const firstDelayMs = 250;
const maxDelayMs = 8_000;

/** Milliseconds to wait before the next attempt; `undefined` if there must be no next attempt. */
export function retryDelayMs(attempt: FailedAttempt, budget: RetryBudget): number | undefined {
  if (!attempt.transient || budget.failed > budget.maxRetries) return undefined;
  if (attempt.outcome === "unknown" && budget.onUnknown !== "repeat-same-id") return undefined;
  const delay = Math.max(backoffMs(budget.failed, budget.random), attempt.retryAfterMs ?? 0);
  // Waiting past the deadline would only turn a clear failure into a timeout.
  return delay < budget.remainingMs ? delay : undefined;
}

/** Exponential backoff with jitter (half to all of each step), so that clients do not retry in lockstep. */
export function backoffMs(failed: number, random: number): number {
  const step = Math.min(firstDelayMs * 2 ** (failed - 1), maxDelayMs);
  return Math.round(step / 2 + (step / 2) * random);
}

/** `Retry-After` (RFC 9110, 10.2.3) in milliseconds: seconds, or a date; `undefined` for anything else. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Only the HTTP date format: Date.parse would also accept "-1" or "1.5".
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The worse of two outcomes. After an unknown outcome, a later refusal does not prove that nothing was executed. */
export function worse(a: Outcome, b: Outcome): Outcome {
  // A failed read has no effect, so every other outcome is worse.
  const order = ["read_failed", "not_sent", "rejected", "unknown"] as const;
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? "unknown";
}
