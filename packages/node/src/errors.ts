/**
 * What can go wrong, and whether money may have moved.
 *
 * Every error says so in `outcome`: `not_sent`, nothing reached the gateway; `rejected`, the gateway refused and did
 * nothing; `unknown`, the gateway may have done it; `read_failed`, the call only asked for something and got no answer.
 * There is a class for each, so that a `catch` reads like the question that is asked. No error holds card data, a token or the API key: `errors` and messages of the gateway are
 * redacted before they get here, and a cause is told by its code only.
 */
import type { Actor } from "@cardpane/contract/errors";
import type { FieldErrors } from "@cardpane/contract/gateway";

/** Whether money may have moved: only with `unknown`. */
export type Outcome = "not_sent" | "rejected" | "unknown" | "read_failed";

/** What a call is for: it makes a payment, moves money of a wallet, changes something else, or only reads. */
export type Effect = "payment" | "money" | "change" | "read";

interface Entry {
  /** Who can do something about it. */
  readonly actor: Actor;
  /** The same call may be made again, with no danger of paying twice, and may then succeed. */
  readonly retryable: boolean;
  /** What to do, for the developer who reads the message. */
  readonly advice: string;
}

const entry = (actor: Actor, retryable: boolean, advice: string): Entry => ({ actor, retryable, advice });
const findOut =
  "Do not pay again under another request id. Wait for the notification, or call create() again with the same request and { requestId: error.requestId }.";

/** What to do where the outcome is not known, and what to say of what was done and not done. */
const words: Readonly<
  Record<Effect, { readonly findOut: string; readonly none: string; readonly maybe: string }>
> = {
  payment: { findOut, none: " No payment was made.", maybe: " The payment may have been made." },
  money: {
    findOut:
      "Do not call again under another request id. Look for it in transactions.list(), or make the same call again with { requestId: error.requestId }.",
    none: " No money was moved.",
    maybe: " The money may have been moved.",
  },
  change: {
    findOut: "Look whether it was done, or make the same call again with { requestId: error.requestId }.",
    none: " Nothing was changed.",
    maybe: " It may have been done.",
  },
  read: { findOut: "Call again.", none: "", maybe: "" },
};

/** Every code with who must act, and how. */
export const errorCatalogue = {
  // not_sent
  invalid_configuration: entry("merchant", false, "Correct the option."),
  invalid_request: entry("merchant", false, "Correct the fields in `errors` and call again."),
  order_not_payable: entry(
    "merchant",
    false,
    "Look at the order before you ask for money again; another payment for it needs a reference of its own.",
  ),
  refresh_failed: entry("network", true, "Call again: the session goes on as soon as the gateway answers."),
  connection_failed: entry("network", true, "Check baseUrl and the network, then call again."),
  tls_failed: entry("merchant", false, "Check baseUrl and the certificates that this server trusts."),
  // not_sent, or unknown once the request is under way
  aborted: entry("merchant", false, "The signal of the call was aborted."),
  timeout: entry("network", false, "The gateway did not answer within timeoutMs."),
  // rejected
  bad_request: entry("merchant", false, "Correct the fields in `errors` and call again."),
  token_unusable: entry("customer", false, "Ask the shopper for the card again, which makes a new token."),
  unauthorized: entry("merchant", false, "Check apiKey: a key is valid for one environment only."),
  forbidden: entry("merchant", false, "Ask the gateway's support whether this account may do this."),
  not_found: entry(
    "merchant",
    false,
    "Check the id and whose wallet it is looked for in; if every call ends so, check baseUrl and the paths in `operations`.",
  ),
  already_exists: entry("merchant", false, "Look the user up by e-mail address or externalUserId."),
  login_refused: entry(
    "customer",
    false,
    "Ask the customer for the next code; if every login ends so, check apiKey.",
  ),
  session_ended: entry("customer", false, "Ask the customer to log in again."),
  rate_limited: entry("gateway", true, "Call again later, and less often."),
  refused: entry("merchant", false, "Look at `status` and `errors`."),
  // unknown
  connection_lost: entry("network", false, findOut),
  gateway_error: entry("gateway", false, findOut),
  conflict: entry("gateway", false, findOut),
  redirected: entry("merchant", false, `Check baseUrl: the gateway must not redirect. ${findOut}`),
  unexpected_status: entry(
    "merchant",
    false,
    `Set the status that your gateway succeeds with in \`operations\`. ${findOut}`,
  ),
  unreadable_answer: entry("gateway", false, findOut),
} as const satisfies Record<string, Entry>;

/** Stable name of what went wrong. */
export type ErrorCode = keyof typeof errorCatalogue;

/** What an error is made of. */
export interface ErrorDetails {
  readonly code: ErrorCode;
  /** What happened, as a sentence. Must not hold anything that was sent. */
  readonly what: string;
  readonly requestId?: string | undefined;
  readonly status?: number | undefined;
  readonly errors?: FieldErrors | undefined;
  /** Code of the network's error, for example `ECONNRESET`. */
  readonly networkCode?: string | undefined;
  /** What the call was for. @default "payment" */
  readonly effect?: Effect | undefined;
  /** What the gateway does not know. */
  readonly missing?: Missing | undefined;
  /** How long the gateway asked to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** What a `not_found` is about. */
export type Missing = "user" | "account" | "transaction";

const brand = Symbol.for("@cardpane/node/error");

/** Base of every error that this package throws. Catch one of its five kinds, or look at `code` and `outcome`. */
export abstract class CardpaneError extends Error {
  override readonly name: string = "CardpaneError";
  /** Stable, for programs; the message is for people and may change. */
  readonly code: ErrorCode;
  /** Who can do something about it: `customer`, `merchant`, `network` or `gateway`. */
  readonly actor: Actor;
  /** Whether money may have moved. */
  readonly outcome: Outcome;
  /** The same call may be made again, with no danger of paying twice, and may then succeed. */
  readonly retryable: boolean;
  /** `X-Request-ID` of the call; absent where none was made. Quote it to the gateway's support. */
  readonly requestId: string | undefined;
  /** HTTP status, where the gateway answered. */
  readonly status: number | undefined;
  /** Path of each field concerned, and what is wrong with it. */
  readonly errors: FieldErrors | undefined;
  /** Code of the network's error, for example `ECONNRESET`, where there was one. */
  readonly networkCode: string | undefined;
  /** What the gateway does not know, where the code is `not_found` and an id was given. */
  readonly missing: Missing | undefined;
  /** Milliseconds that the gateway asked to wait (`Retry-After`), where it did. */
  readonly retryAfterMs: number | undefined;

  protected constructor(outcome: Outcome, details: ErrorDetails) {
    const { actor, retryable, advice } = errorCatalogue[details.code];
    super(message(outcome, details, advice));
    this.code = details.code;
    this.actor = actor;
    this.outcome = outcome;
    // To ask once more is never dangerous; whether it may help depends on who must act.
    this.retryable = retryable || (outcome === "read_failed" && actor !== "merchant");
    this.requestId = details.requestId;
    this.status = details.status;
    this.errors = details.errors;
    this.networkCode = details.networkCode;
    this.missing = details.missing;
    this.retryAfterMs = details.retryAfterMs;
    Object.defineProperty(this, brand, { value: true });
  }

  /** What a log needs, and nothing that it must not hold. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, code, actor, outcome, retryable, requestId, status, errors, networkCode, message } = this;
    const { missing, retryAfterMs } = this;
    return {
      name,
      code,
      actor,
      outcome,
      retryable,
      requestId,
      status,
      errors,
      networkCode,
      missing,
      retryAfterMs,
      message,
    };
  }
}

/** The client cannot be made like this: no API key, an address that is none, a number out of range. */
export class ConfigurationError extends CardpaneError {
  override readonly name = "ConfigurationError";
  declare readonly outcome: "not_sent";
  constructor(what: string) {
    super("not_sent", { code: "invalid_configuration", what });
  }
}

/** Nothing reached the gateway: the request is not valid, or no connection was made. */
export class NotSentError extends CardpaneError {
  override readonly name = "NotSentError";
  declare readonly outcome: "not_sent";
  constructor(details: ErrorDetails) {
    super("not_sent", details);
  }
}

/** The gateway refused the request and did nothing. A declined payment is a result, not this. */
export class RejectedError extends CardpaneError {
  override readonly name = "RejectedError";
  declare readonly outcome: "rejected";
  constructor(details: ErrorDetails) {
    super("rejected", details);
  }
}

/**
 * The gateway may have done it: it did not answer, or not so that it could be read. To find out, wait for the
 * notification, or make the same call again with `{ requestId: error.requestId }`.
 */
export class UnknownOutcomeError extends CardpaneError {
  override readonly name = "UnknownOutcomeError";
  declare readonly outcome: "unknown";
  constructor(details: ErrorDetails) {
    super("unknown", details);
  }
}

/** The gateway was asked for something and gave no answer that could be read. Nothing was to be changed: ask again. */
export class ReadFailedError extends CardpaneError {
  override readonly name = "ReadFailedError";
  declare readonly outcome: "read_failed";
  constructor(details: ErrorDetails) {
    super("read_failed", details);
  }
}

/** Says whether something caught is ours; unlike `instanceof`, also when it came out of another copy of this package. */
export function isCardpaneError(error: unknown): error is CardpaneError {
  return typeof error === "object" && error !== null && brand in error;
}

/** The refusal of a request that is not valid, made before anything is sent. */
export function invalidRequest(errors: FieldErrors, requestId?: string): NotSentError {
  return new NotSentError({ code: "invalid_request", what: "The request is not valid", errors, requestId });
}

function message(outcome: Outcome, details: ErrorDetails, advice: string): string {
  const fields = Object.entries(details.errors ?? {});
  const first = fields.slice(0, 5).map(([path, text]) => `${path} ${text}`);
  if (fields.length > first.length) first.push(`and ${fields.length - first.length} more`);
  const about = first.length > 0 ? `: ${first.join("; ")}` : "";
  const { none, maybe, findOut: todoThen } = words[details.effect ?? "payment"];
  const moved = {
    not_sent: details.code === "invalid_configuration" ? "" : " Nothing was sent.",
    rejected: none,
    unknown: maybe,
    read_failed: "",
  }[outcome];
  const isOpen = outcome === "unknown" || outcome === "read_failed";
  const plain = advice.replace(findOut, "").trim();
  const todo = isOpen ? `${plain} ${todoThen}`.trim() : advice;
  const end = about === "" && details.what.endsWith("?") ? "" : ".";
  return `${details.what}${about}${end}${moved} ${todo} (${details.code})`;
}
