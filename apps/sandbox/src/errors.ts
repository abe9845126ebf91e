/** Errors of the sandbox: it cannot start, or it refuses a request. */
import type { FieldErrors } from "@cardpane/gateway";

/** The cause of a failed start. */
export type SandboxErrorCode =
  | "bad-key"
  | "bad-setting"
  | "data-in-use"
  | "key-mismatch"
  | "key-readable"
  | "old-data"
  | "port-taken";

/** The sandbox cannot start, or cannot continue. The message names the cause and the remedy. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Statuses of a refusal, with the interface's default messages where it defines one (sections 2.7 and 7). */
export const refusalMessages = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Payload Too Large",
  421: "Misdirected Request",
  429: "Too Many Requests",
  500: "Internal server error",
  503: "Service Unavailable",
} as const satisfies Record<number, string>;
export type RefusalStatus = keyof typeof refusalMessages;

/**
 * A refused request. Throwing it rolls the transaction back; returning it keeps the writes before it, so that a wrong
 * code counts.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: RefusalStatus;
  readonly errors: FieldErrors;
  /** Seconds until the same request may succeed, for `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: RefusalStatus, errors: FieldErrors = {}, retryAfterSeconds?: number) {
    super(refusalMessages[status]);
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The body of section 2.7: `errors` is present even when it is empty (*assumption*). */
  get body(): string {
    return JSON.stringify({ message: this.message, errors: this.errors });
  }
}

/** A refusal because of one parameter. */
export function badField(path: string, problem: string): Refusal {
  return new Refusal(400, { [path]: problem });
}
