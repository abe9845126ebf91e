/** What became of an attempt that brought no result, and the error that it ends in. */
import {
  type CardpaneError,
  type ErrorDetails,
  NotSentError,
  type Outcome,
  ReadFailedError,
  RejectedError,
  UnknownOutcomeError,
} from "../errors.ts";
import type { FailedAttempt } from "./retry.ts";

/** A failed attempt with everything that its error will say, the request id excepted. */
export interface Failure extends FailedAttempt, Omit<ErrorDetails, "requestId" | "retryAfterMs"> {}

/** The error of a call that ends with this failure. */
export function toError(failure: Failure, requestId: string): CardpaneError {
  const { outcome, passing: _, ...details } = failure;
  return new classes[outcome]({ ...details, requestId });
}

const classes: Readonly<Record<Outcome, new (details: ErrorDetails) => CardpaneError>> = {
  not_sent: NotSentError,
  rejected: RejectedError,
  unknown: UnknownOutcomeError,
  read_failed: ReadFailedError,
};
