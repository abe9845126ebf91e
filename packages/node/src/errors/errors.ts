/**
 * Error classes. Each error tells whether money may have moved.
 *
 * Every error has an `outcome`, and each outcome has a class. `not_sent`: nothing reached the gateway. `rejected`: the gateway
 * refused the request and did nothing. `unknown`: the gateway may have executed the request. `read_failed`: a read-only call
 * got no readable response. No error contains card data, a token or the API key: the gateway's messages and `errors` are
 * redacted first, and only the code of a cause is copied.
 */
import type { Actor } from "@cardpane/contract/errors";
import type { FieldErrors } from "@cardpane/gateway";
import type { NotificationRefusalCode } from "./notification-refusals.ts";

/** The outcome of a failed call. Money may have moved only with `unknown`. */
export type Outcome = "not_sent" | "rejected" | "unknown" | "read_failed";

/** Effect of a call: it makes a payment, refunds one, moves money of a wallet, changes something else, or only reads. */
export type Effect = "payment" | "refund" | "money" | "change" | "read";

interface Entry {
  /** The possible outcomes of a single attempt. The outcome is also `unknown` if an earlier attempt may have been executed. */
  readonly outcomes: readonly Outcome[];
  /** The party that can fix the error. */
  readonly actor: Actor;
  /** The same call may succeed later, and repeating it cannot pay twice. */
  readonly retryable: boolean;
  /** Advice for the developer who reads the message. */
  readonly advice: string;
}

const notSent: readonly Outcome[] = ["not_sent"];
const rejected: readonly Outcome[] = ["rejected"];
/** `unknown`, or `read_failed` if the call only reads. */
const inDoubt: readonly Outcome[] = ["unknown", "read_failed"];
/** Outcomes of a stopped call: it may end before it is sent, between two attempts, or while a request is pending. */
const stopped: readonly Outcome[] = [...notSent, ...rejected, ...inDoubt];

interface EffectTexts {
  /** Advice for an unknown outcome. */
  readonly resolve: string;
  /** Advice for an unknown outcome if the gateway is known to deduplicate by the idempotency key. */
  readonly resolveByRepeating: string;
  readonly none: string;
  readonly maybe: string;
}

const repeat =
  "make the same call again with { idempotencyKey: error.idempotencyKey }, never with another key.";

/** Message texts for each effect. They advise to repeat a call that may have moved money only if a repetition is safe. */
const effectTexts: Readonly<Record<Effect, EffectTexts>> = {
  payment: {
    resolve:
      "Do not pay again, under any key: wait for the notification, or ask the gateway's support about error.idempotencyKey.",
    resolveByRepeating: `Wait for the notification, or ${repeat}`,
    none: " No payment was made.",
    maybe: " The payment may have been made.",
  },
  refund: {
    resolve:
      "Do not refund again, under any key, before you know: wait for the notification, or ask the gateway's support about error.idempotencyKey.",
    resolveByRepeating: `Wait for the notification, or ${repeat}`,
    none: " No money was given back.",
    maybe: " The money may have been given back.",
  },
  money: {
    resolve: "Do not make this call again before you have looked for it in transactions.list().",
    resolveByRepeating: `Look for it in transactions.list(), or ${repeat}`,
    none: " No money was moved.",
    maybe: " The money may have been moved.",
  },
  change: {
    resolve: "Check whether it was done before you call again.",
    resolveByRepeating: `Check whether it was done, or ${repeat}`,
    none: " Nothing was changed.",
    maybe: " It may have been done.",
  },
  read: { resolve: "Call again.", resolveByRepeating: "Call again.", none: "", maybe: "" },
};

/** Every error code, with its possible outcomes, who can fix it, and how. */
export const errorCatalogue = {
  ...entries(notSent, {
    invalid_configuration: ["merchant", "Correct the option."],
    invalid_request: ["merchant", "Correct the fields in `errors` and call again."],
    too_many_attempts: [
      "customer",
      "Tell the shopper to try again after `retryAfterMs`. Without it, only a new order can be paid.",
    ],
    card_unusable: [
      "customer",
      "Ask the shopper for another card: the networks forbid to send this one again.",
    ],
    order_paid: ["merchant", "Show the order as paid. Another payment for it needs a reference of its own."],
    attempt_open: [
      "merchant",
      "Wait for the notification of the attempt. supersede() gives up a challenge that the shopper left; resolve() ends a doubt.",
    ],
    called_in_event: ["merchant", "Write a row through tx, and make the call after the event."],
    refresh_failed: [
      "network",
      "Call again: the session goes on as soon as the gateway answers.",
      "retryable",
    ],
    connection_failed: ["network", "Check baseUrl and the network, then call again.", "retryable"],
    tls_failed: ["merchant", "Check baseUrl and the certificates that this server trusts."],
  }),
  ...entries(stopped, {
    aborted: ["merchant", "The signal of the call was aborted."],
    timeout: ["network", "If the gateway is slow, raise the time limit."],
  }),
  ...entries(rejected, {
    bad_request: ["merchant", "Correct the fields in `errors` and call again."],
    token_unusable: ["customer", "Ask the shopper for the card again, which makes a new token."],
    unauthorized: ["merchant", "Check apiKey: a key is valid for one environment only."],
    forbidden: ["merchant", "Ask the gateway's support whether this account may do this."],
    not_found: [
      "merchant",
      "Check the id, and for a wallet the user that owns it; if every call fails this way, check baseUrl and the paths in `operations`.",
    ],
    already_exists: ["merchant", "Look the user up by e-mail address or externalUserId."],
    login_refused: [
      "customer",
      "Ask the customer for the next code; if every login fails this way, check apiKey.",
    ],
    session_ended: ["customer", "Ask the customer to log in again."],
    rate_limited: ["gateway", "Call again later, and less often.", "retryable"],
    refused: ["merchant", "Look at `gatewayStatus` and `errors`."],
  }),
  ...entries(inDoubt, {
    connection_lost: ["network", ""],
    gateway_error: ["gateway", ""],
    conflict: ["gateway", ""],
    redirected: ["merchant", "Check baseUrl: the gateway must not redirect."],
    unexpected_status: [
      "merchant",
      "Check baseUrl and `operations`: the body was no result of this operation.",
    ],
    unreadable_answer: ["gateway", ""],
  }),
};

/** The entries of codes with the same outcomes. Infers the codes as literal types. */
function entries<Code extends string>(
  outcomes: readonly Outcome[],
  rows: Readonly<Record<Code, readonly [actor: Actor, advice: string, retryable?: "retryable"]>>,
): Readonly<Record<Code, Entry>> {
  const all = Object.entries<(typeof rows)[Code]>(rows).map(([code, [actor, advice, retryable]]) => [
    code,
    { outcomes, actor, retryable: retryable !== undefined, advice },
  ]);
  return Object.fromEntries(all);
}

/** Stable code of an error. */
export type ErrorCode = keyof typeof errorCatalogue;

/** Details of an error. */
export interface ErrorDetails
  extends Partial<
    Pick<
      CardpaneError,
      "idempotencyKey" | "gatewayStatus" | "errors" | "networkCode" | "missing" | "retryAfterMs"
    >
  > {
  readonly code: ErrorCode;
  /** Description of the problem, as a sentence. Must not contain request data. */
  readonly what: string;
  /** The effect of the call. @default "payment" */
  readonly effect?: Effect | undefined;
  /** Whether the gateway deduplicates by `X-Request-ID`, as configured: then a repetition is safe. @default false */
  readonly isDeduplicated?: boolean | undefined;
}

/** The kind of record that a `not_found` error refers to. */
export type Missing = "user" | "account" | "transaction" | "payment" | "subscription" | "consumer" | "card";

const brand = Symbol.for("@cardpane/node/error");

type ErrorFields = Pick<CardpaneError, "outcome" | "code" | "actor" | "retryable" | "message">;

/** The `name` of each class's errors. Unlike the class name, a bundler keeps it, so it is the same in every copy. */
const classNames = new Map<unknown, string>();

/** Makes `instanceof` true for errors of another copy of this package (ESM beside CommonJS) as well. */
export function nameClass(errorClass: unknown, name: string): void {
  classNames.set(errorClass, name);
}

/** Implements `Symbol.hasInstance` of the error classes. */
function isInstance(this: unknown, value: unknown): boolean {
  const name = classNames.get(this);
  // Classes that a merchant derives have no registered name: they use the default check.
  if (name === undefined) return Function.prototype[Symbol.hasInstance].call(this as never, value);
  return isCardpaneError(value) && (name === "CardpaneError" || value.name === name);
}

const loggedFields = [
  ...(["name", "code", "actor", "outcome", "retryable", "idempotencyKey", "gatewayStatus"] as const),
  ...(["errors", "networkCode", "missing", "retryAfterMs", "message"] as const),
];

/** Base class of every error that this package throws. Catch one of its subclasses, or check `code` and `outcome`. */
export abstract class CardpaneError extends Error {
  static {
    Object.defineProperty(CardpaneError, Symbol.hasInstance, { value: isInstance });
    nameClass(CardpaneError, "CardpaneError");
  }
  override readonly name: string = "CardpaneError";
  /** Stable code, for programs. The message is for people and may change. */
  readonly code: ErrorCode | NotificationRefusalCode;
  /** The party that can fix the error: `customer`, `merchant`, `network` or `gateway`. */
  readonly actor: Actor;
  /** Whether money may have moved. */
  readonly outcome: Outcome;
  /** The same call may succeed later, and repeating it cannot pay twice. */
  readonly retryable: boolean;
  /**
   * Idempotency key of the call, sent as `X-Request-ID`: quote it to the gateway's support. Absent if the error was found before a
   * key was created.
   */
  readonly idempotencyKey: string | undefined;
  /**
   * HTTP status of the gateway's response, if it responded. It is not named `status`: web frameworks answer the shopper with that
   * of an error which nobody caught.
   */
  readonly gatewayStatus: number | undefined;
  /** Path of each invalid field, with its problem. */
  readonly errors: FieldErrors | undefined;
  /** Code of the network error, if there was one, for example `ECONNRESET`. */
  readonly networkCode: string | undefined;
  /** The kind of record that the gateway did not find, if the code is `not_found` and an id was passed. */
  readonly missing: Missing | undefined;
  /** Milliseconds to wait before a retry (`Retry-After`), if the gateway sent them. */
  readonly retryAfterMs: number | undefined;

  protected constructor(fields: ErrorFields, details: Partial<ErrorDetails> = {}) {
    super(fields.message);
    this.code = fields.code;
    this.actor = fields.actor;
    this.outcome = fields.outcome;
    this.retryable = fields.retryable;
    this.idempotencyKey = details.idempotencyKey;
    this.gatewayStatus = details.gatewayStatus;
    this.errors = details.errors;
    this.networkCode = details.networkCode;
    this.missing = details.missing;
    this.retryAfterMs = details.retryAfterMs;
    Object.defineProperty(this, brand, { value: true });
  }

  /** The fields of the error that are safe to log. */
  toJSON(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(loggedFields.map((field) => [field, this[field]]));
  }
}

/** The fields of a call's error, from the catalogue. */
function callError(outcome: Outcome, details: ErrorDetails): ErrorFields {
  const { code } = details;
  const { actor, retryable, advice } = errorCatalogue[code];
  return {
    outcome,
    code,
    actor,
    // A read is always safe to repeat. A repetition cannot help if the merchant must act first.
    retryable: retryable || (outcome === "read_failed" && actor !== "merchant"),
    message: message(outcome, details, advice),
  };
}

/** An option of `createClient` or of a receiver is missing or invalid. Invalid arguments of calls are `NotSentError`s. */
export class ConfigurationError extends CardpaneError {
  override readonly name = "ConfigurationError";
  declare readonly outcome: "not_sent";
  constructor(what: string) {
    const details = { code: "invalid_configuration", what } as const;
    super(callError("not_sent", details), details);
  }
}

/** Nothing reached the gateway: an argument is invalid (`invalid_request`), or no connection was made. */
export class NotSentError extends CardpaneError {
  override readonly name = "NotSentError";
  declare readonly outcome: "not_sent";
  constructor(details: ErrorDetails) {
    super(callError("not_sent", details), details);
  }
}

/** The gateway refused the request and did nothing. A declined payment is a result, not an error. */
export class RejectedError extends CardpaneError {
  override readonly name = "RejectedError";
  declare readonly outcome: "rejected";
  constructor(details: ErrorDetails) {
    super(callError("rejected", details), details);
  }
}

/**
 * The gateway may have executed the call: it did not respond, or its response is unreadable. Wait for the notification. Repeat
 * the call, with the same `idempotencyKey`, only if your gateway deduplicates by it (`onUnknown: "repeat-same-id"`).
 */
export class UnknownOutcomeError extends CardpaneError {
  override readonly name = "UnknownOutcomeError";
  declare readonly outcome: "unknown";
  constructor(details: ErrorDetails) {
    super(callError("unknown", details), details);
  }
}

/** The call was read-only and got no readable response. It can be repeated. */
export class ReadFailedError extends CardpaneError {
  override readonly name = "ReadFailedError";
  declare readonly outcome: "read_failed";
  constructor(details: ErrorDetails) {
    super(callError("read_failed", details), details);
  }
}

const errorClasses = {
  ConfigurationError,
  NotSentError,
  RejectedError,
  UnknownOutcomeError,
  ReadFailedError,
};
for (const [name, errorClass] of Object.entries(errorClasses)) nameClass(errorClass, name);

/** Whether a caught value is an error of this package. Also true for an error of another copy of the package. */
export function isCardpaneError(error: unknown): error is CardpaneError {
  return typeof error === "object" && error !== null && brand in error;
}

/** Creates the error for an invalid argument, found before anything is sent. */
export function invalidRequest(errors: FieldErrors, idempotencyKey?: string): NotSentError {
  return new NotSentError({
    code: "invalid_request",
    what: "The request is not valid",
    errors,
    idempotencyKey,
  });
}

function message(outcome: Outcome, details: ErrorDetails, advice: string): string {
  const fields = Object.entries(details.errors ?? {});
  const first = fields.slice(0, 5).map(([path, text]) => `${path} ${text}`);
  if (fields.length > first.length) first.push(`and ${fields.length - first.length} more`);
  const about = first.length > 0 ? `: ${first.join("; ")}` : "";
  const { none, maybe, resolve, resolveByRepeating } = effectTexts[details.effect ?? "payment"];
  const moved = {
    not_sent: details.code === "invalid_configuration" ? "" : " Nothing was sent.",
    rejected: none,
    unknown: maybe,
    read_failed: "",
  }[outcome];
  const isOpen = outcome === "unknown" || outcome === "read_failed";
  const next = details.isDeduplicated === true ? resolveByRepeating : resolve;
  const todo = isOpen ? `${advice} ${next}`.trim() : advice;
  const end = about === "" && details.what.endsWith("?") ? "" : ".";
  return `${`${details.what}${about}${end}${moved} ${todo}`.trim()} (${details.code})`;
}
