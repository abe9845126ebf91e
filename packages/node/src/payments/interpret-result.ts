/** Interprets a payment result. */
import { declineCodes, isPaymentCode, paymentCodes } from "@cardpane/gateway";
import { invalidRequest } from "../errors/errors.ts";
import { isRedirect, type PaymentResult, readRedirectUrl, type StartedRefill } from "./payment-result.ts";

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
 * Whether exactly the requested amount was charged, neither a part of it (code 1001) nor more (1002). The status decides: a success that was made by a
 * redirect is a success. False for an authorization (`mode: "auth"`), which only reserves money, for `mode: "test"`, for a success
 * with the code of a decline, and for every mode and status that this version does not know. False therefore does not mean that
 * no money moved: {@link isDeclined} does. Compare amount and currency with your order's, as `createCheckout` does.
 */
export function isSuccessful(result: PaymentResult): result is WithStatus<"success" | "confirmed"> {
  return isMade(result, "charge");
}

/** Whether the money is reserved (`mode: "auth"`) and not yet charged. A later settlement charges it. */
export function isAuthorized(result: PaymentResult): result is WithStatus<"success" | "confirmed"> {
  return isMade(result, "authorization");
}

function isMade({ payment }: PaymentResult, kind: TransactionKind): boolean {
  return isSuccess(payment) && transactionKind(payment) === kind;
}

/** Whether a transaction was done, and its code does not contradict that. */
export function isSuccess({
  status,
  code,
}: {
  readonly status: string;
  readonly code?: string | undefined;
}): boolean {
  return isDone(status) && !isContradictingCode(code);
}

/** Whether a status says that the gateway did what the transaction is about. A status in other letters is another status. */
export function isDone(status: string): boolean {
  return status === "success" || status === "confirmed";
}

/** Whether a payment code contradicts a success: a decline, or a part (1001) or more (1002) of the amount. */
export function isContradictingCode(code: string | undefined): boolean {
  return code === "unreadable" || (code !== undefined && code !== "0" && isPaymentCode(code));
}

/** Whether a code is one of the document's declines. A code that this version does not know is none. */
export function isDeclineCode(code: string | undefined): boolean {
  return code !== undefined && Object.hasOwn(declineCodes, code);
}

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
 * or the payment page of a wallet refill. Its URL is https, or http on a loopback address, and safe to write into a header.
 */
export function nextAction(result: PaymentResult | StartedRefill): NextAction {
  // For a string, for example a response body, `in` throws a TypeError that quotes the string.
  if (Object(result) !== result)
    throw invalidRequest({ result: "must be the answer of a payment or refill" });
  const step = "payment" in result ? result.payment : { ...result, status: "pending" };
  const address = isRedirect(step) ? readRedirectUrl(step.url) : undefined;
  return address === undefined ? { type: "none" } : { type: "redirect", url: address };
}

/** Explains a payment code (section 7) in English for your log, never for a shopper: some say that a card is reported stolen. */
export function explainCode(code: string | undefined): string {
  if (code === undefined) return "No code yet";
  return isPaymentCode(code) ? paymentCodes[code] : "Unknown payment code";
}
