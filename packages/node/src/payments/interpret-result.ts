/** Interprets a payment result. */
import { isPaymentCode, paymentCodes } from "@cardpane/gateway";
import { invalidRequest } from "../errors/errors.ts";
import type { StartedRefill } from "../wallet/records.ts";
import { isWebAddress, type PaymentResult } from "./payment-result.ts";

type WithStatus<Status extends string> = PaymentResult & {
  readonly payment: { readonly status: Status };
};

/** The kind of a transaction, derived from its action and mode. */
export type TransactionKind =
  | "charge"
  | "authorization"
  | "test"
  | "refund"
  | "void"
  | "chargeback"
  | "unknown";

const chargingModes: ReadonlySet<string | undefined> = new Set([undefined, "sale", "settle"]);

/**
 * Classifies a transaction. Only a known action and mode of a charge count as a charge: an action or mode that this version
 * does not know is `unknown`.
 */
export function transactionKind({
  action,
  mode,
}: {
  readonly action?: string | undefined;
  readonly mode?: string | undefined;
}): TransactionKind {
  if (mode === "test") return "test";
  if (action === "chargeback" || /^(chargeback|retrieval|represent|arbitration)/i.test(mode ?? ""))
    return "chargeback";
  if (mode === "void") return "void";
  if (mode === "refund" || mode === "credit" || (action === "credit" && mode === undefined)) return "refund";
  if (action !== undefined && action !== "charge" && action !== "redirect") return "unknown";
  if (mode === "auth") return "authorization";
  return chargingModes.has(mode) ? "charge" : "unknown";
}

/**
 * Whether the money was charged. False for an authorization (`mode: "auth"`), which only reserves money, and for every mode
 * and status that this version does not know. The charged amount is `payment.amountMinor`; after a partial approval it
 * differs from the requested amount.
 *
 * @param options `test: "accept"` also counts payments with `mode: "test"`, which move no money. Set it in test environments
 * only.
 */
export function isSuccessful(
  result: PaymentResult,
  { test = "refuse" }: { readonly test?: "refuse" | "accept" } = {},
): result is WithStatus<"success" | "confirmed"> {
  const kind = transactionKind(result.payment);
  return isDone(result) && (kind === "charge" || (kind === "test" && test === "accept"));
}

/** Whether the money is reserved (`mode: "auth"`) and not yet charged. A later settlement charges it. */
export function isAuthorized(result: PaymentResult): result is WithStatus<"success" | "confirmed"> {
  return isDone(result) && transactionKind(result.payment) === "authorization";
}

const isDone = ({ payment }: PaymentResult) => payment.status === "success" || payment.status === "confirmed";

/** Whether the payment was declined. `payment.code` is the reason; {@link explainCode} explains it. */
export function isDeclined(result: PaymentResult): result is WithStatus<"fail"> {
  return result.payment.status === "fail";
}

/** Whether the payment is not decided yet: follow {@link nextAction}, and wait for the notification. */
export function isPending(result: PaymentResult): result is WithStatus<"pending"> {
  return result.payment.status === "pending";
}

/** The next step of the shopper's browser. */
export type NextAction = { readonly type: "redirect"; readonly url: string } | { readonly type: "none" };

/**
 * The URL to which you must redirect the shopper, if there is one: the second step of a payment (3D Secure, a bank's page),
 * or the payment page of a wallet refill.
 */
export function nextAction(result: PaymentResult | StartedRefill): NextAction {
  // For a string, for example a response body, `in` throws a TypeError that quotes the string.
  if (Object(result) !== result)
    throw invalidRequest({ result: "must be the answer of a payment or refill" });
  const { status, action, url } = "payment" in result ? result.payment : { ...result, status: "pending" };
  const isRedirect = status === "pending" && action === "redirect";
  return isRedirect && isWebAddress(url) ? { type: "redirect", url } : { type: "none" };
}

/** The English explanation of a payment code (section 7). */
export function explainCode(code: string | undefined): string {
  if (code === undefined) return "No code yet";
  return isPaymentCode(code) ? paymentCodes[code] : "Unknown payment code";
}
