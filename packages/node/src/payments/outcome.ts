/** Interprets a payment result. */
import { isPaymentCode, paymentCodes } from "@cardpane/contract/gateway";
import { invalidRequest } from "../errors/errors.ts";
import type { StartedRefill } from "../wallet/records.ts";
import { isWebAddress, type PaymentResult } from "./payment-result.ts";

type WithStatus<Status extends string> = PaymentResult & {
  readonly payment: { readonly status: Status };
};

/** What a transaction does, by its action and mode. */
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
 * Classifies a transaction. Anything that is not certainly a charge is not one: a mode or an action that this version does
 * not know is `unknown`.
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
 * The money was charged. False for an authorization (`mode: "auth"`), which only reserves it, and for every mode and status
 * that this version does not know. The charged amount is `payment.amountMinor`; a partial approval makes it differ from the
 * requested one.
 *
 * @param options `test: "accept"` counts payments with `mode: "test"`, which move no money. Set it in test environments only.
 */
export function isSuccessful(
  result: PaymentResult,
  { test = "refuse" }: { readonly test?: "refuse" | "accept" } = {},
): result is WithStatus<"success" | "confirmed"> {
  const kind = transactionKind(result.payment);
  return isDone(result) && (kind === "charge" || (kind === "test" && test === "accept"));
}

/** The money is reserved (`mode: "auth"`), not charged: it is paid once it is settled. */
export function isAuthorized(result: PaymentResult): result is WithStatus<"success" | "confirmed"> {
  return isDone(result) && transactionKind(result.payment) === "authorization";
}

const isDone = ({ payment }: PaymentResult) => payment.status === "success" || payment.status === "confirmed";

/** The payment was declined; `payment.code` says why, and {@link explainCode} explains it. */
export function isDeclined(result: PaymentResult): result is WithStatus<"fail"> {
  return result.payment.status === "fail";
}

/** The payment is not decided yet: follow {@link nextAction}, and wait for the notification. */
export function isPending(result: PaymentResult): result is WithStatus<"pending"> {
  return result.payment.status === "pending";
}

/** What the shopper's browser must do next. */
export type NextAction = { readonly type: "redirect"; readonly url: string } | { readonly type: "none" };

/**
 * Where the shopper must be sent, if anywhere: for the second step of a payment (3D Secure, a bank's page), or to pay for a
 * refill of a wallet.
 */
export function nextAction(result: PaymentResult | StartedRefill): NextAction {
  // A text by mistake, an answer's body say: the engine's own error would quote it.
  if (Object(result) !== result)
    throw invalidRequest({ result: "must be the answer of a payment or refill" });
  const { status, action, url } = "payment" in result ? result.payment : { ...result, status: "pending" };
  const isRedirect = status === "pending" && action === "redirect";
  return isRedirect && isWebAddress(url) ? { type: "redirect", url } : { type: "none" };
}

/** Explains a payment code in English (section 7). */
export function explainCode(code: string | undefined): string {
  if (code === undefined) return "No code yet";
  return isPaymentCode(code) ? paymentCodes[code] : "Unknown payment code";
}
