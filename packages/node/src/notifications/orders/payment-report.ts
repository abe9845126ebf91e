/** Reads a notification, or a response of `payments.create`, as a report about one transaction. */

import { isRecord } from "@cardpane/contract/record";
import type { Currencies } from "@cardpane/gateway";
import { readObject, readText } from "../../call/read-values.ts";
import { redactor } from "../../call/redact.ts";
import { type TransactionKind, transactionKind } from "../../payments/interpret-result.ts";
import type { Money } from "../../payments/money.ts";
import {
  isPaymentResult,
  type PaymentResult,
  parseTransactionResult,
  type ResultSubscription,
  type TransactionResult,
} from "../../payments/payment-result.ts";

/** Source of a report. */
export type ReportSource = "notification" | "response";

interface ReportBase {
  readonly source: ReportSource;
  readonly deliveryId?: string | undefined;
}

interface TransactionReport extends ReportBase {
  readonly transactionId: string;
  readonly orderId: string | undefined;
  readonly parentTransactionId: string | undefined;
  /** Status, as the gateway spells it. */
  readonly status: string;
  readonly subscription: ResultSubscription | undefined;
}

/** A report of a charge or an authorization. */
export interface ChargeReport extends TransactionReport {
  readonly kind: "charge" | "authorization";
  readonly status: "success" | "confirmed" | "fail" | "pending";
  readonly orderId: string;
  readonly money: Money;
  readonly result: PaymentResult;
}

/** A report of a refund, a void, a chargeback, a test, or a transaction of a kind that this version does not know. */
export interface OtherReport extends TransactionReport {
  readonly kind: Exclude<TransactionKind, "charge" | "authorization">;
  readonly money: Money | undefined;
  readonly result: TransactionResult;
}

/** Content of a notification without a payment. The gateway defines the types. */
export interface NoticeDetails {
  readonly type: string;
  readonly skuName: string | undefined;
  readonly siteId: string | undefined;
  readonly consumerId: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly eventTime: string | undefined;
}

/** A notification without a payment: a subscription changed. */
export interface NoticeReport extends ReportBase {
  readonly kind: "notice";
  readonly notice: NoticeDetails;
  readonly raw: unknown;
}

/** One report of the gateway. */
export type PaymentReport = ChargeReport | OtherReport | NoticeReport;

/** Whether the gateway counts a transaction as a renewal: its cycle is 1 or more (section 2.6). */
export function isRenewal({ subscription }: ChargeReport | OtherReport): boolean {
  return (subscription?.cycle ?? 0) >= 1;
}

/** Options for reading and classifying a transaction. */
export interface ReportOptions {
  /** `accept` counts `mode: "test"` as a sale; for test environments only. */
  readonly testPayments: "accept" | "report";
  /** Decimals of currencies that are newer than this version. */
  readonly currencies: Currencies;
}

const defaultOptions: ReportOptions = { testPayments: "report", currencies: {} };

/** Reads the JSON of a notification; `undefined` if it is not a readable notification. */
export function parseNotification(
  body: unknown,
  deliveryId: string | undefined,
  options: ReportOptions = defaultOptions,
): PaymentReport | undefined {
  if (!isRecord(body)) return undefined;
  const delivery = deliveryId === undefined ? {} : { deliveryId };
  // A body with a payment is never a notice: an unreadable payment must be refused, so that the gateway re-sends it.
  if (body["payment"] === undefined) return parseNotice(body, delivery);
  return toReport(body, { source: "notification", ...delivery }, options);
}

/** Reads the response of `payments.create`. */
export function parseResponseReport(
  result: unknown,
  options: ReportOptions = defaultOptions,
): PaymentReport | undefined {
  return toReport(result, { source: "response" }, options);
}

function toReport(body: unknown, base: ReportBase, options: ReportOptions): PaymentReport | undefined {
  const result = parseTransactionResult(body, redactor([]), options.currencies);
  if (!result) return undefined;
  const { status, transactionId, orderId, parentTransactionId } = result.payment;
  const transaction = {
    ...base,
    transactionId,
    orderId,
    parentTransactionId,
    status,
    subscription: result.subscription,
  };
  const kind = kindOf(result, options);
  if (kind !== "charge" && kind !== "authorization") {
    return { ...transaction, kind, money: moneyOf(result), result };
  }
  const known = chargeStatuses.find((it) => it === status);
  if (known === undefined) return { ...transaction, kind: "unknown", money: moneyOf(result), result };
  const money = moneyOf(result);
  if (!isPaymentResult(result) || !money || money.amountMinor < 0) return undefined;
  return { ...transaction, kind, status: known, orderId: result.payment.orderId, money, result };
}

const chargeStatuses = ["success", "confirmed", "fail", "pending"] as const;

function kindOf({ payment }: TransactionResult, { testPayments }: ReportOptions): TransactionKind {
  const kind = transactionKind(payment);
  if (kind !== "test" || testPayments === "report") return kind;
  return transactionKind({ action: payment.action });
}

function moneyOf({ payment }: TransactionResult): Money | undefined {
  const { amountMinor, currency } = payment;
  return amountMinor === undefined || currency === undefined ? undefined : { amountMinor, currency };
}

function parseNotice(
  body: Readonly<Record<string, unknown>>,
  delivery: { readonly deliveryId?: string },
): NoticeReport | undefined {
  const type = readText(body["type"]);
  if (type === undefined) return undefined;
  const { skuName, siteId, consumerId, eventTime, subscriptionId } = readObject(body);
  const notice = {
    type,
    skuName: readText(skuName),
    siteId: readText(siteId),
    consumerId: readText(consumerId),
    subscriptionId: readText(subscriptionId),
    eventTime: readText(eventTime),
  };
  return { source: "notification", kind: "notice", ...delivery, notice, raw: body };
}
