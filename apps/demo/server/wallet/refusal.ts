/** Why the gateway refused a request about a wallet, for a page to show beside the field. */
import { type CardpaneError, type FieldErrors, isCardpaneError } from "@cardpane/node";

const refusalKinds = [
  /** Something that was filled in; `errors` names it. */
  "invalid",
  /** Wrong e-mail address, wrong or used code: the gateway does not distinguish them. */
  "login_refused",
  "blocked",
  /** Too many logins failed; `waitSeconds` is how long to wait. */
  "throttled",
  /** The customer's login is over. */
  "session_ended",
  /** The e-mail address, or the shopper, has a wallet already. */
  "taken",
  "not_found",
  /** Nothing was done; another try may go better. */
  "unreachable",
  /** It may have been done. */
  "unknown",
  /** Something that only the shop can change. */
  "refused",
] as const;
export type RefusalKind = (typeof refusalKinds)[number];

export interface Refusal {
  readonly kind: RefusalKind;
  /** By path of the input, in the interface's English. */
  readonly errors: FieldErrors;
  /** Until the next try; of `throttled`. */
  readonly waitSeconds: number | null;
}

/** The outcome of a request to the gateway. */
export type Done<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** Does something at the gateway. What is not the gateway's refusal is thrown on. */
export async function attempt<T>(work: () => Promise<T>): Promise<Done<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!isCardpaneError(error)) throw error;
    return { ok: false, refusal: toRefusal(error) };
  }
}

/** A refusal of the shop's own, before anything is sent. */
export function refuse<T>(errors: FieldErrors): Done<T> {
  return { ok: false, refusal: { kind: "invalid", errors, waitSeconds: null } };
}

/** Why something was not done. */
export function refusalOf(done: Done<unknown> | undefined): Refusal | undefined {
  return done?.ok === false ? done.refusal : undefined;
}

/** The refusal of a request that is not about a wallet: the texts of these kinds are about a wallet and its owner. */
export function withoutWallet(refusal: Refusal): Refusal {
  const isOfWallet = ["blocked", "not_found", "taken", "login_refused", "session_ended"].includes(
    refusal.kind,
  );
  return isOfWallet ? { ...refusal, kind: "refused" } : refusal;
}

function toRefusal(error: CardpaneError): Refusal {
  const { errors = {}, retryAfterMs } = error;
  const waitSeconds = retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1000);
  // The forms' fields have the gateway's names.
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
