/** A failed attempt, and its conversion to the error of the call. */
import type { Settings } from "../client/settings.ts";
import {
  type CardpaneError,
  type ErrorDetails,
  NotSentError,
  type Outcome,
  ReadFailedError,
  RejectedError,
  UnknownOutcomeError,
} from "../errors/errors.ts";
import type { FailedAttempt } from "./retry.ts";

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
