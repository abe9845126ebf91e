/** Errors of the sandbox: it does not start, or it refuses a request. */
import type { FieldErrors } from "@cardpane/contract/gateway";

/** Why a sandbox did not start. */
export type SandboxErrorCode =
  | "bad-key"
  | "bad-setting"
  | "data-in-use"
  | "key-mismatch"
  | "key-readable"
  | "port-taken";

/** The sandbox cannot start, or cannot go on. The message has the cause and what to do. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Statuses of a refusal, with the interface's default texts where it gives one (section 2.7 and 7). */
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
 * A request that is refused. What is thrown undoes the transaction that it is thrown in; what is returned leaves what was
 * done, so that a wrong code counts.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: RefusalStatus;
  readonly errors: FieldErrors;
  /** When the same request may be granted, for `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: RefusalStatus, errors: FieldErrors = {}, retryAfterSeconds?: number) {
    super(refusalMessages[status]);
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The body of section 2.7: `errors` is there even when it is empty (*assumption*). */
  get body(): string {
    return JSON.stringify({ message: this.message, errors: this.errors });
  }
}

/** A refusal because of one parameter. */
export function badField(path: string, problem: string): Refusal {
  return new Refusal(400, { [path]: problem });
}
