/**
 * Refund and void. *Not in the document*: the shapes are those of public clients of such gateways. Both call one operation of
 * the gateway, which voids an unsettled payment and refunds a settled one.
 */

import type { Currencies } from "@cardpane/gateway";
import { sendChecked } from "../call/checked-call.ts";
import type { WithExtra } from "../call/extras.ts";
import type { Money } from "../call/money.ts";
import { readObject } from "../call/read-values.ts";
import { redactor } from "../call/redact.ts";
import type { WireRequest } from "../call/wire-amounts.ts";
import type { RequestOptions, Settings } from "../settings/settings.ts";
import { isDeclineCode, isDone, type TransactionKind, transactionKind } from "./interpret-result.ts";
import { parseTransactionResult, type TransactionDetails } from "./payment-result.ts";

/** Reason and amount of a refund. Without an amount, the rest of the payment is refunded. */
export type RefundDetails = {
  /** Reason, 1 to 255 characters. Some gateways show it to the shopper. */
  readonly reason: string;
} & (Money | { readonly amountMinor?: undefined; readonly currency?: undefined }) &
  WithExtra;

/** Reason of a void. */
export interface VoidPaymentDetails extends WithExtra {
  /** 1 to 255 characters. Some gateways show it to the shopper. */
  readonly reason: string;
}

/** The transaction of a refund or void. */
export interface RefundTransaction extends Omit<TransactionDetails, "url" | "qrCode" | "orderId"> {
  /** The gateway's choice: refund or void. `unknown` if the mode is missing or newer than this version. */
  readonly kind: Extract<TransactionKind, "refund" | "void" | "unknown">;
}

/** Result of a refund or void. Functions that test payment results do not accept it. */
export interface RefundResult {
  /** The transaction of the refund or void. */
  readonly refund: RefundTransaction;
  /** The part that was asked for; absent for all of it. */
  readonly asked?: Money | undefined;
  /** The gateway's original body. Full card numbers are masked. */
  readonly raw: unknown;
}

/** Refunds or voids a payment. */
export function refundPayment(
  settings: Settings,
  transactionId: string,
  details: RefundDetails | VoidPaymentDetails,
  options?: RequestOptions,
): Promise<RefundResult> {
  return sendChecked(settings, {
    name: "creditPayment",
    id: { name: "transactionId", value: transactionId },
    input: details,
    complete: (request) => refuseLostAmount(request, details),
    options,
    effect: "refund",
    missing: "payment",
    read: (body) => readRefund(body, details, settings.gateway.currencies),
  });
}

/**
 * Whether the money was given back, by a refund or a void. False for one that failed or is pending, for every newer status, for an
 * answer that is no refund (`kind: "unknown"`), and for another amount or currency than was asked for.
 */
export function isRefunded(result: RefundResult): boolean {
  const { refund } = result;
  return (
    isDone(refund.status) && refund.kind !== "unknown" && !isDeclineCode(refund.code) && isAsAsked(result)
  );
}

/** Whether the answer names no other money than was asked for. */
export function isAsAsked({ refund, asked }: RefundResult): boolean {
  const { amountMinor = asked?.amountMinor ?? 0, currency = asked?.currency } = refund;
  return !asked || (Math.abs(amountMinor) === asked.amountMinor && currency === asked.currency);
}

/**
 * Refuses a request that would refund everything though its caller named a currency or an amount: JSON leaves out an amount that is
 * a getter or a function.
 */
function refuseLostAmount(request: unknown, details: unknown): WireRequest {
  const { amountMinor, currency } = readObject(request);
  const isPartMeant = currency !== undefined || Object(details).amountMinor !== undefined;
  const isWithoutAmount = amountMinor === undefined && isPartMeant;
  const problem = "is required beside currency. Leave both out to refund all";
  return { request, errors: isWithoutAmount ? { amountMinor: problem } : {} };
}

/** Reads a refund. Status and transaction id are required; all other fields are informational. */
function readRefund(
  body: unknown,
  details: RefundDetails | VoidPaymentDetails,
  currencies: Currencies,
): RefundResult | undefined {
  const result = parseTransactionResult(body, redactor([]), currencies);
  if (!result) return undefined;
  const { url: _url, qrCode: _qrCode, orderId: _orderId, ...payment } = result.payment;
  const kind = transactionKind(payment);
  const { amountMinor, currency } = details as Partial<Money>;
  return {
    refund: { ...payment, kind: kind === "refund" || kind === "void" ? kind : "unknown" },
    ...(amountMinor !== undefined && currency !== undefined && { asked: { amountMinor, currency } }),
    raw: result.raw,
  };
}
