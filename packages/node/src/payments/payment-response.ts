/** Reads the response of a payment. */
import type { Currencies } from "@cardpane/gateway";
import type { Redact } from "../call/redact.ts";
import type { ExpectedResponse } from "../call/response.ts";
import { type PaymentResult, parsePaymentResult, readRedirectUrl } from "./payment-result.ts";

/** Reads the body of a success; `undefined` if it is unreadable. */
export function readPayment(
  body: unknown,
  redact: Redact,
  currencies: Currencies,
): PaymentResult | undefined {
  const result = parsePaymentResult(body, redact, currencies);
  return result && hasUsableSecondStep(result) ? result : undefined;
}

/**
 * Recognizes the refusal of a token. *Assumption*: the gateway reports a token that was used, has expired or is unknown at
 * `paymentSource.value`.
 */
export function explainToken(isToken: boolean): NonNullable<ExpectedResponse<unknown>["explain"]> {
  return (status, errors) =>
    status === 400 && isToken && errors?.["paymentSource.value"] !== undefined
      ? { code: "token_unusable", what: "The gateway refused the request" }
      : undefined;
}

/** Whether the URL of a redirect, if there is one, can be followed. */
function hasUsableSecondStep({ payment }: PaymentResult): boolean {
  const isRedirect = payment.status === "pending" && payment.action === "redirect";
  return !isRedirect || readRedirectUrl(payment.url) !== undefined;
}
