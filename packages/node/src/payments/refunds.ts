/**
 * Refund and void. *Not in the document*: the shapes are those of public clients of such gateways. Both are one operation of
 * the gateway, which voids what is not settled yet and refunds what is.
 */
import type { Currencies, FieldErrors } from "@cardpane/contract/gateway";
import { isRecord } from "@cardpane/contract/record";
import { renamed, type WireRequest } from "../call/checked-call.ts";
import type { WithExtra } from "../call/extras.ts";
import { sendFieldCall } from "../call/field-request.ts";
import { redactor } from "../call/redact.ts";
import type { RequestOptions, Settings } from "../client/settings.ts";
import { type Money, tryFromMinor } from "./money.ts";
import { type TransactionKind, transactionKind } from "./outcome.ts";
import { parseTransactionResult, type TransactionDetails } from "./payment-result.ts";

/** What is refunded. Without an amount: all that is left of the payment. */
export type RefundDetails = {
  /** Why, 1 to 255 characters. Some gateways show it to the shopper. */
  readonly reason: string;
} & (Money | { readonly amountMinor?: undefined; readonly currency?: undefined }) &
  WithExtra;

/** Why a payment is undone. */
export interface VoidPaymentDetails extends WithExtra {
  /** 1 to 255 characters. Some gateways show it to the shopper. */
  readonly reason: string;
}

/** The transaction of a refund or void. */
export interface RefundTransaction extends Omit<TransactionDetails, "url" | "qrCode" | "orderId"> {
  /** What the gateway did. `unknown` where it names a mode that this version does not know, or none. */
  readonly kind: Extract<TransactionKind, "refund" | "void" | "unknown">;
}

/** A refund or void, as the gateway answered it. It is no payment: nothing that tests payments takes it. */
export interface RefundResult {
  /** The transaction that gives the money back. */
  readonly refund: RefundTransaction;
  /** The body as the gateway sent it. Full card numbers are masked. */
  readonly raw: unknown;
}

/** Gives money of a payment back. */
export function refundPayment(
  settings: Settings,
  transactionId: string,
  details: RefundDetails | VoidPaymentDetails,
  options?: RequestOptions,
): Promise<RefundResult> {
  const { currencies } = settings.gateway;
  return sendFieldCall(settings, {
    name: "creditPayment",
    id: { name: "transactionId", value: transactionId },
    input: details,
    options,
    effect: "refund",
    missing: "payment",
    read: (body) => readRefund(body, currencies),
    toWire: (input) => toWire(input, currencies),
    toPublicErrors: (errors) => renamed(errors, (path) => (path === "amount" ? "amountMinor" : path)),
  });
}

/** The gateway has given the money back. False for a refund that failed or is pending, and for every newer status. */
export function isRefunded({ refund }: RefundResult): boolean {
  return refund.status === "success" || refund.status === "confirmed";
}

/** What decides is the status and the transaction; everything else describes. */
function readRefund(body: unknown, currencies: Currencies): RefundResult | undefined {
  const result = parseTransactionResult(body, redactor([]), currencies);
  if (!result) return undefined;
  const { url: _url, qrCode: _qrCode, orderId: _orderId, ...payment } = result.payment;
  const kind = transactionKind(payment);
  return {
    refund: { ...payment, kind: kind === "refund" || kind === "void" ? kind : "unknown" },
    raw: result.raw,
  };
}

/** The currency converts the amount and is not sent: it is that of the payment. */
function toWire(input: unknown, currencies: Currencies): WireRequest {
  if (!isRecord(input)) return { request: input, errors: {} };
  const errors: FieldErrors = {};
  const { amountMinor, currency, amount: major, ...rest } = input;
  if (major !== undefined) errors["amount"] = "is not a field here: give amountMinor, in minor units (cents)";
  if (amountMinor === undefined) {
    // `{ currency }` alone would refund everything.
    if (currency !== undefined)
      errors["amount"] = "is required beside currency. Leave both out to refund all";
    return { request: rest, errors };
  }
  if (!Number.isSafeInteger(amountMinor) || Number(amountMinor) < 1) {
    errors["amount"] = "must be a whole number of minor units (cents), 1 or more";
  }
  const amount = tryFromMinor(amountMinor, currency, currencies);
  if (tryFromMinor(0, currency, currencies) === undefined) {
    errors["currency"] = "is required beside amountMinor: the payment's, EUR for example";
  }
  return { request: { ...rest, amount: amount ?? 1 }, errors };
}
