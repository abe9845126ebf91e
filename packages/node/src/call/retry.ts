/**
 * When a call is sent again: rules as pure functions.
 *
 * A payment is sent again by itself only where it provably did not happen: no connection was made, or the gateway answered
 * 429. What is in doubt (a timeout, a connection lost after sending, a 5xx) is sent again only where the merchant said that
 * its gateway answers the same `X-Request-ID` with the original result: `onUnknown: "repeat-same-id"`. That it does is an
 * *assumption*: the interface calls the header a "unique request ID" and says no more. What only reads is sent again after
 * every failure that passes: asking twice does nothing twice.
 */
import type { Outcome } from "../errors.ts";

/** What became of one attempt that brought no result. */
export interface FailedAttempt {
  readonly outcome: Outcome;
  /** It may go better the next time: a lost connection does, a bad certificate does not. */
  readonly passing: boolean;
  /** What the gateway asked for in `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** What is left of the call. */
export interface RetryBudget {
  /** Attempts that failed so far, this one included. */
  readonly failed: number;
  readonly maxRetries: number;
  /** Milliseconds until the call's deadline. */
  readonly remainingMs: number;
  readonly onUnknown: "report" | "repeat-same-id";
  /** From 0 to 1, 1 excluded. */
  readonly random: number;
}

const firstDelayMs = 250;
const longestDelayMs = 8_000;

/** Milliseconds to wait before the next attempt; `undefined` when there must be none. */
export function retryDelayMs(attempt: FailedAttempt, budget: RetryBudget): number | undefined {
  if (!attempt.passing || budget.failed > budget.maxRetries) return undefined;
  if (attempt.outcome === "unknown" && budget.onUnknown !== "repeat-same-id") return undefined;
  const delay = Math.max(backoffMs(budget.failed, budget.random), attempt.retryAfterMs ?? 0);
  // Waiting past the deadline would only turn a clear failure into a timeout.
  return delay < budget.remainingMs ? delay : undefined;
}

/** Exponential, from half to the whole of each step by chance, so that many clients do not come back together. */
export function backoffMs(failed: number, random: number): number {
  const step = Math.min(firstDelayMs * 2 ** (failed - 1), longestDelayMs);
  return Math.round(step / 2 + (step / 2) * random);
}

/** `Retry-After` (RFC 9110, 10.2.3) in milliseconds: seconds, or a date; `undefined` for anything else. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Dates only in words, which is the HTTP form: Date.parse would also take "-1" or "1.5".
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The worst of two: once the outcome is in doubt, a later refusal does not make it certain. */
export function worse(a: Outcome, b: Outcome): Outcome {
  // A failure to read leaves no doubt behind: whatever comes after it says more.
  const order = ["read_failed", "not_sent", "rejected", "unknown"] as const;
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? "unknown";
}
