/** What a result means, in the words of a shop. */
import { isPaymentCode, type PaymentResult, paymentCodes } from "@cardpane/contract/gateway";
import { isWebAddress } from "./call/payment-answer.ts";
import type { StartedRefill } from "./wallet/money.ts";

type WithStatus<Status extends PaymentResult["payment"]["status"]> = PaymentResult & {
  payment: { status: Status };
};

/** The payment succeeded. Its `amount` is what was charged, which a partial approval makes differ from what was asked. */
export function isSuccessful(result: PaymentResult): result is WithStatus<"success"> {
  return result.payment.status === "success";
}

/** The payment was declined; `payment.code` says why, {@link explainCode} in words. */
export function isDeclined(result: PaymentResult): result is WithStatus<"fail"> {
  return result.payment.status === "fail";
}

/** The payment is not decided yet: see {@link nextAction}, and wait for the notification. */
export function isPending(result: PaymentResult): result is WithStatus<"pending"> {
  return result.payment.status === "pending";
}

/** What the shopper's browser must do now. */
export type NextAction = { readonly type: "redirect"; readonly url: string } | { readonly type: "none" };

/**
 * Where the shopper must be sent, if anywhere: for the second step of a payment (3D Secure, a bank's page), or to pay for a
 * refill of a wallet.
 */
export function nextAction(result: PaymentResult | StartedRefill): NextAction {
  const { status, action, url } = "payment" in result ? result.payment : { ...result, status: "pending" };
  const isRedirect = status === "pending" && action === "redirect";
  return isRedirect && isWebAddress(url) ? { type: "redirect", url } : { type: "none" };
}

/** A payment code in words (section 7). */
export function explainCode(code: string | undefined): string {
  if (code === undefined) return "No code yet";
  return isPaymentCode(code) ? paymentCodes[code] : "A code that this version does not know";
}
