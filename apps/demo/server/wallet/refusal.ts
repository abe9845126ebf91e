/** The reasons why the gateway refused a wallet request, which a page shows beside the field. */
import { type CardpaneError, type FieldErrors, isCardpaneError } from "@cardpane/node";

const refusalKinds = [
  /** A submitted value is invalid; `errors` names it. */
  "invalid",
  /** Wrong e-mail address, wrong or used code: the gateway does not distinguish them. */
  "login_refused",
  "blocked",
  /** Too many failed logins; `waitSeconds` is the time to wait. */
  "throttled",
  /** The customer's login has ended. */
  "session_ended",
  /** The e-mail address or the shopper already has a wallet. */
  "taken",
  "not_found",
  /** Nothing was done; another attempt may succeed. */
  "unreachable",
  /** The outcome is unknown: the request may have been processed. */
  "unknown",
  /** Only a change in the shop can solve it. */
  "refused",
] as const;
export type RefusalKind = (typeof refusalKinds)[number];

export interface Refusal {
  readonly kind: RefusalKind;
  /** By path of the input, in the interface's English. */
  readonly errors: FieldErrors;
  /** The seconds until the next attempt; only for `throttled`. */
  readonly waitSeconds: number | null;
}

/** The outcome of a request to the gateway. */
export type Done<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** Runs a request to the gateway. Errors that are not the gateway's are thrown again. */
export async function attempt<T>(work: () => Promise<T>): Promise<Done<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!isCardpaneError(error)) throw error;
    return { ok: false, refusal: toRefusal(error) };
  }
}

/** A refusal by the shop itself, before it sends anything. */
export function refuse<T>(errors: FieldErrors): Done<T> {
  return { ok: false, refusal: { kind: "invalid", errors, waitSeconds: null } };
}

/** Replaces the kinds whose texts are about a wallet and its owner, for a request that is not about a wallet. */
export function withoutWallet(refusal: Refusal): Refusal {
  const isOfWallet = ["blocked", "not_found", "taken", "login_refused", "session_ended"].includes(
    refusal.kind,
  );
  return isOfWallet ? { ...refusal, kind: "refused" } : refusal;
}

function toRefusal(error: CardpaneError): Refusal {
  const { errors = {}, retryAfterMs } = error;
  const waitSeconds = retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1000);
  // The forms' fields use the gateway's names, without `Minor`.
  const byField = Object.entries(errors).map(([path, message]) => [path.replace(/Minor$/, ""), message]);
  return { kind: kindOf(error), errors: Object.fromEntries(byField), waitSeconds };
}

function kindOf({ code, outcome, errors, retryable }: CardpaneError): RefusalKind {
  switch (code) {
    case "login_refused":
    case "session_ended":
    case "not_found":
      return code;
    case "forbidden":
      return "blocked";
    case "rate_limited":
      return "throttled";
    case "already_exists":
      return "taken";
    default:
      if (outcome === "unknown") return "unknown";
      if (errors && Object.keys(errors).length > 0) return "invalid";
      return retryable || outcome === "read_failed" ? "unreachable" : "refused";
  }
}
