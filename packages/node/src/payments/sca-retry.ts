/**
 * Retries a payment that was declined because strong customer authentication was missing: as the same order, with 3D Secure
 * (section 2.4, `action`).
 *
 * Section 2.4 calls `action.id` "the gateway transaction ID"; section 2.6 uses these words for `payment.orderId`, so that id
 * is sent.
 */
import type { FieldErrors } from "@cardpane/gateway";
import type { Settings } from "../client/settings.ts";
import { isDeclined } from "./interpret-result.ts";
import type { PaymentRequest, PaymentSource } from "./payment-request-types.ts";
import type { PaymentResult } from "./payment-result.ts";
import { type Draft, draftFromToken, type TokenPayment } from "./token-payment.ts";

/** The payment to retry: a new token of the pane, or a whole request by card or token. 3D Secure is switched on. */
export type ScaPayment =
  | (Omit<TokenPayment, "threeDs"> & { readonly threeDs?: true | undefined })
  | ScaRequest<"card">
  | ScaRequest<"token">;

type ScaRequest<Type extends "card" | "token"> = Omit<PaymentRequest<Type>, "paymentSource"> & {
  readonly paymentSource: Omit<PaymentSource<Type>, "3ds" | "mpiParameters">;
};

/** Whether the issuer requires 3D Secure for this payment (5227): send it again with `payments.retryWithSca`. */
export function needsSca(result: PaymentResult): boolean {
  return isDeclined(result) && result.payment.code === "5227";
}

/** Codes of section 7 for failures of 3D Secure. */
const scaDecline = /^522[0-8]$/;

/** Identifies the declined payment to retry. */
export interface DeclinedOrder {
  /** `payment.orderId` of the decline. */
  readonly orderId: string;
  /** Payment code of the decline; checked if it is present. */
  readonly code?: string | undefined;
}

/** Builds the request of the retry. */
export function draftScaRetry(declined: DeclinedOrder, payment: ScaPayment, settings: Settings): Draft {
  const { orderId, code } = Object(declined) as Partial<DeclinedOrder>;
  const errors: FieldErrors = {};
  if (typeof orderId !== "string" || orderId === "")
    errors["declined.orderId"] = "is required: payment.orderId of the decline";
  if (code !== undefined && !(typeof code === "string" && scaDecline.test(code))) {
    errors["declined.code"] = "must be the code of a decline by 3D Secure, 5220 to 5228";
  }
  // A non-object is reported like an object without fields.
  const given = Object(payment) as Partial<ScaPayment>;
  const sku = { ...Object(given.sku), action: { type: "retry", id: orderId } };
  if ("paymentSource" in given) {
    const { mpiParameters, ...source } = Object(given.paymentSource) as Record<string, unknown>;
    if (mpiParameters !== undefined) {
      errors["paymentSource.mpiParameters"] = "must be left out: the gateway authenticates this payment";
    }
    if (source["type"] !== "card" && source["type"] !== "token") {
      errors["paymentSource.type"] = "must be card or token: no other source goes through 3D Secure";
    }
    return { input: { ...given, sku, paymentSource: { ...source, "3ds": true } }, found: errors };
  }
  const draft = draftFromToken({ ...given, sku, threeDs: true }, settings);
  return { ...draft, found: { ...draft.found, ...errors } };
}
