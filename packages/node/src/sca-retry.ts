/**
 * A payment that was declined for want of strong customer authentication is sent again as the same order, with 3D Secure
 * on (section 2.4, `action`).
 *
 * The section calls `action.id` "the gateway transaction ID", which section 2.6 calls `payment.orderId`: that it is.
 */
import type { FieldErrors, PaymentResult } from "@cardpane/contract/gateway";
import { isDeclined } from "./outcome.ts";
import type { PaymentRequest, PaymentSource } from "./payment-request.ts";
import type { Settings } from "./settings.ts";
import { type Draft, draftFromToken, type TokenPayment } from "./token-payment.ts";

/** The same payment again: by a new token of the pane, or the whole request by card or token. 3D Secure is put on. */
export type ScaPayment =
  | (Omit<TokenPayment, "threeDs"> & { readonly threeDs?: true | undefined })
  | ScaRequest<"card">
  | ScaRequest<"token">;

type ScaRequest<Type extends "card" | "token"> = Omit<PaymentRequest<Type>, "paymentSource"> & {
  readonly paymentSource: Omit<PaymentSource<Type>, "3ds" | "mpiParameters">;
};

/** The issuer wants 3D Secure for this payment (5227): send it again with `payments.retryWithSca`. */
export function needsSca(result: PaymentResult): boolean {
  return isDeclined(result) && result.payment.code === "5227";
}

/** Section 7: everything that can go wrong on the way through 3D Secure. */
const scaDeclines: ReadonlySet<string | undefined> = new Set([
  "5220",
  "5221",
  "5222",
  "5223",
  "5224",
  "5225",
  "5226",
  "5227",
  "5228",
]);

/** Puts the second request together. */
export function draftScaRetry(declined: PaymentResult, payment: ScaPayment, settings: Settings): Draft {
  const result = Object(Object(declined).payment) as Partial<PaymentResult["payment"]>;
  const isScaDecline = result.status === "fail" && scaDeclines.has(result.code);
  const errors: FieldErrors = isScaDecline
    ? {}
    : { "declined.payment.code": "must be that of a decline by 3D Secure, 5220 to 5228" };
  // What is no object at all is told like an object without any field.
  const given = Object(payment) as Readonly<Record<string, unknown>>;
  const sku = { ...Object(given["sku"]), action: { type: "retry", id: result.orderId } };
  if ("paymentSource" in given) {
    const { mpiParameters, ...source } = Object(given["paymentSource"]) as Record<string, unknown>;
    if (mpiParameters !== undefined) {
      errors["paymentSource.mpiParameters"] = "must be left out: the gateway authenticates this payment";
    }
    if (source["type"] !== "card" && source["type"] !== "token") {
      errors["paymentSource.type"] = "must be card or token: no other source goes through 3D Secure";
    }
    return { request: { ...given, sku, paymentSource: { ...source, "3ds": true } }, errors };
  }
  const draft = draftFromToken({ ...(given as unknown as TokenPayment), sku, threeDs: true }, settings);
  return { ...draft, errors: { ...draft.errors, ...errors } };
}
