/**
 * A payment that was declined for want of strong customer authentication is sent again as the same order, with 3D Secure
 * on (section 2.4, `action`).
 *
 * The section calls `action.id` "the gateway transaction ID", which section 2.6 calls `payment.orderId`: that it is.
 */
import type { FieldErrors } from "@cardpane/contract/gateway";
import type { Settings } from "../client/settings.ts";
import { isDeclined } from "./outcome.ts";
import type { PaymentRequest, PaymentSource } from "./payment-request-types.ts";
import type { PaymentResult } from "./payment-result.ts";
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
const scaDecline = /^522[0-8]$/;

/** The gateway's order of a declined payment. */
export interface DeclinedOrder {
  /** `payment.orderId` of the decline. */
  readonly orderId: string;
  /** Code of the decline; checked where it is given. */
  readonly code?: string | undefined;
}

/** Builds the second request. */
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
    return { request: { ...given, sku, paymentSource: { ...source, "3ds": true } }, errors };
  }
  const draft = draftFromToken({ ...given, sku, threeDs: true }, settings);
  return { ...draft, errors: { ...draft.errors, ...errors } };
}
