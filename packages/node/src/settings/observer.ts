/**
 * The logger, which gets an event for each attempt. Events contain no secrets: no API key, body, query or shopper's address, and
 * only the template of a path. Errors that a logger throws do not affect the call.
 */
import type { AnyOperationName } from "@cardpane/gateway";
import type { ErrorCode, Outcome } from "../errors/errors.ts";

/** What the log says about an attempt, as far as it is known by then. */
export interface AttemptLog {
  /** Name in the table of operations, `payment` for example. */
  readonly operation: AnyOperationName;
  readonly method: string;
  /** Path template of the operation, with `{id}` in place of the id. */
  readonly path: string;
  /** The idempotency key of the call. */
  readonly idempotencyKey: string;
  /** Number of the attempt, counted from 1. */
  readonly attempt: number;
  /** Milliseconds since the attempt began. */
  readonly elapsedMs?: number;
  /** The status of the response. */
  readonly status?: number | undefined;
  /** Code of the error, if the attempt failed. */
  readonly code?: ErrorCode;
  /** Whether money may have moved by this attempt, if it failed. */
  readonly outcome?: Outcome;
  /** Whether the call is sent again after this failure. Otherwise it throws. */
  readonly willRetry?: boolean;
}

/** A logger, for example `console`, pino or winston. `details` is an {@link AttemptLog}. */
export interface Logger {
  debug(message: string, details?: object): void;
  warn(message: string, details?: object): void;
}

/** Calls a listener and ignores its errors, thrown or rejected. */
export function notify<Event>(listener: ((event: Event) => unknown) | undefined, event: Event): void {
  try {
    const result = listener?.(event);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // A listener must never break a payment.
  }
}

/** Logs a request, a response or an error. The message names the attempt and its result. */
export function logEvent(
  logger: Logger | undefined,
  level: "debug" | "warn",
  event: AttemptLog,
  became = "",
): void {
  const { operation, method, path, attempt } = event;
  const message = `cardpane: ${operation} ${method} ${path}, attempt ${attempt}${became}`;
  notify(() => logger?.[level](message, event), undefined);
}
