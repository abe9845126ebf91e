/**
 * The logger, which gets an event for each attempt. Events contain no secrets: no API key, body, query or shopper's address, and
 * only the template of a path. Errors that a logger throws do not affect the call.
 */
import type { AnyOperationName } from "@cardpane/gateway";
import type { ErrorCode, Outcome } from "../errors/errors.ts";

/** An attempt that is about to be sent. */
export interface RequestEvent {
  /** Name in the table of operations, `payment` for example. */
  readonly operation: AnyOperationName;
  readonly method: string;
  /** Path template of the operation, with `{id}` in place of the id. */
  readonly path: string;
  /** The idempotency key of the call. */
  readonly idempotencyKey: string;
  /** Number of the attempt, counted from 1. */
  readonly attempt: number;
}

/** A response of the gateway with any status. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Milliseconds since the attempt began. */
  readonly elapsedMs: number;
}

/** An attempt that failed. */
export interface ErrorEvent extends RequestEvent {
  readonly elapsedMs: number;
  readonly code: ErrorCode;
  /** Whether money may have moved by this attempt. */
  readonly outcome: Outcome;
  readonly status: number | undefined;
  /** Whether the call is sent again. Otherwise it throws. */
  readonly willRetry: boolean;
}

/** A logger, for example `console`, pino or winston. `details` is a {@link RequestEvent}, {@link ResponseEvent} or {@link ErrorEvent}. */
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

/** Logs the attempts of one call. */
export interface Observer {
  request(event: RequestEvent): void;
  response(event: ResponseEvent): void;
  error(event: ErrorEvent): void;
}

/** Creates the observer of a logger. */
export function createObserver(logger: Logger | undefined): Observer {
  const log = (level: "debug" | "warn", message: string, event: object) =>
    notify(() => logger?.[level](message, event), undefined);
  return {
    request: (event) => log("debug", `cardpane: ${describe(event)}`, event),
    response: (event) =>
      log("debug", `cardpane: ${describe(event)}: ${event.status} after ${event.elapsedMs} ms`, event),
    error: (event) => {
      const next = event.willRetry ? "is sent again" : "ends";
      const message = `cardpane: ${describe(event)}: ${event.code} (${event.outcome}) after ${event.elapsedMs} ms; the call ${next}`;
      log("warn", message, event);
    },
  };
}

function describe({ operation, method, path, attempt }: RequestEvent): string {
  return `${operation} ${method} ${path}, attempt ${attempt}`;
}
