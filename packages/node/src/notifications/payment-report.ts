/**
 * Reads a notification, or a response of `payments.create`, as a report about one transaction. Everything is a report: what
 * this version does not know is `unknown`, so that no notification is refused for what it says.
 */

import { isRecord } from "@cardpane/contract/record";
import type { Currencies } from "@cardpane/gateway";
import { maskBody } from "../call/mask.ts";
import type { Money } from "../call/money.ts";
import { readInteger, readObject, readText, readTexts } from "../call/read-values.ts";
import { redactor } from "../call/redact.ts";
import { type TransactionKind, transactionKind } from "../payments/interpret-result.ts";
import {
  parseTransactionResult,
  type ResultSubscription,
  type TransactionResult,
} from "../payments/payment-result.ts";

/** The facts that decide about a transaction. */
interface TransactionFacts {
  readonly transactionId: string;
  /** Id of the original transaction, if the gateway names it. */
  readonly parentTransactionId: string | undefined;
  /** In minor units; absent if the gateway did not send a readable amount. */
  readonly money: Money | undefined;
  /** Payment code (section 7), if there is one. */
  readonly code: string | undefined;
  /** The gateway's id of the order, if it sent one. */
  readonly orderId?: string | undefined;
  readonly subscription?: ResultSubscription | undefined;
  /** The gateway's time of the report, in seconds, if it has one. */
  readonly at?: number | undefined;
  /** Kind, user and account of a wallet's movement. */
  readonly subject?: string | undefined;
  /** Whether the shopper gets a page or a QR code. */
  readonly hasPage?: boolean;
}

/** A report of a charge or an authorization. */
export interface ChargeReport extends TransactionFacts {
  readonly kind: "charge" | "authorization";
  readonly status: "success" | "confirmed" | "fail" | "pending";
  /** It charges what an authorization has reserved. */
  readonly isSettlement?: boolean;
}

/** A report of a refund, a void, a chargeback or a test, or of a kind or status that is newer than this version. */
export interface OtherReport extends TransactionFacts {
  readonly kind: Exclude<TransactionKind, "charge" | "authorization">;
  /** Status, as the gateway spells it. */
  readonly status: string;
  /** Stage of a chargeback, as the gateway spells it: the status, or the mode or action if the status is one of a payment. */
  readonly stage: string;
  /** The part that this version does not know, if the kind is `unknown`. */
  readonly unknown?: "kind" | "status";
}

/** Further data of the transaction. */
export interface TransactionContent {
  /** The gateway's id of the order, if it sent one. */
  readonly orderId: string | undefined;
  /** The whole transaction, full card numbers masked. */
  readonly result: TransactionResult;
}

/** Content of a notification without a payment. The gateway defines the types. */
export interface NoticeDetails {
  /** The type, as the gateway spells it; absent if it names none. */
  readonly type: string | undefined;
  readonly skuName: string | undefined;
  readonly siteId: string | undefined;
  readonly consumerId: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly eventTime: string | undefined;
}

/** A notification without a payment: a subscription changed. */
export interface NoticeReport {
  readonly kind: "notice";
  readonly notice: NoticeDetails;
  readonly raw: unknown;
}

/** JSON with a payment that names no transaction or no status, or a refund, void or chargeback whose amount cannot be read. */
export interface UnreadableReport {
  readonly kind: "unreadable";
  readonly raw: unknown;
}

/** One report, as far as the state of an order depends on it. */
export type Report = ChargeReport | OtherReport | NoticeReport | UnreadableReport;

/** One report of a payment. */
export type PaymentReport =
  | (ChargeReport & TransactionContent)
  | (OtherReport & TransactionContent)
  | NoticeReport
  | UnreadableReport;

/** Options for reading and classifying a transaction. */
export interface ReportOptions {
  /** `accept` counts `mode: "test"` as a sale; for test environments only. */
  readonly testPayments: "accept" | "report";
  /** Decimals of currencies that are newer than this version. */
  readonly currencies: Currencies;
}

/** Reads the JSON of a notification. */
export function parseNotification(body: unknown, options: ReportOptions): PaymentReport {
  if (!isRecord(body)) return { kind: "unreadable", raw: maskBody(body) };
  return readPaymentOf(body) === undefined ? parseNotice(body) : parseResponse(body, options);
}

/** The payment of a body; `undefined` if there is none. PHP writes "none" as null, false or an empty list. */
export function readPaymentOf({
  payment,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const isNone = !payment || (typeof payment === "object" && Object.keys(payment).length === 0);
  return isNone ? undefined : readObject(payment);
}

/** Reads the response of `payments.create`, or any body with a payment. */
export function parseResponse(body: unknown, options: ReportOptions): PaymentReport {
  const result = parseTransactionResult(body, redactor([]), options.currencies);
  if (!result) return { kind: "unreadable", raw: maskBody(body) };
  const { status, transactionId, orderId, code, amountMinor, currency } = result.payment;
  const { parentTransactionId: parent } = result.payment;
  // Gateways that name no transaction write 0, or the order's id.
  const parentTransactionId = parent === "0" || parent === orderId ? undefined : parent;
  const money = amountMinor === undefined || currency === undefined ? undefined : { amountMinor, currency };
  const { subscription } = result;
  const at = readInteger(result.timestamp.unixTime);
  const hasPage = result.payment.url !== undefined || result.payment.qrCode !== undefined;
  const facts = { transactionId, orderId, parentTransactionId, money, code, subscription, at, hasPage };
  const transaction = { ...facts, result };
  const kind = kindOf(result, options);
  const isOfPayment = chargeStatuses.some((it) => it === status);
  const stage = isOfPayment ? (result.payment.mode ?? result.payment.action ?? status) : status;
  if (kind !== "charge" && kind !== "authorization") {
    const { amount } = readPaymentOf(readObject(result.raw)) ?? {};
    // Without an amount all of the money went back, as with every void. Another amount that cannot be read may be a part.
    const isUnreadable = money === undefined && amount !== undefined && amount !== null && amount !== "";
    if (isUnreadable && mayBePartial.has(kind)) return { kind: "unreadable", raw: result.raw };
    const isNew = kind === "unknown" && ({ unknown: "kind" } as const);
    return { kind, status, stage, ...transaction, ...isNew };
  }
  const known = chargeStatuses.find((it) => it === status);
  return known
    ? { kind, status: known, ...transaction, isSettlement: result.payment.mode === "settle" }
    : { kind: "unknown", unknown: "status", status, stage, ...transaction };
}

const mayBePartial: ReadonlySet<TransactionKind> = new Set(["refund", "chargeback"]);
const chargeStatuses = ["success", "confirmed", "fail", "pending"] as const;

function kindOf({ payment }: TransactionResult, { testPayments }: ReportOptions): TransactionKind {
  const kind = transactionKind(payment);
  if (kind !== "test" || testPayments === "report") return kind;
  return transactionKind({ action: payment.action });
}

function parseNotice(body: Readonly<Record<string, unknown>>): NoticeReport {
  const { skuName, siteId, eventTime } = readTexts(body, "skuName", "siteId", "eventTime");
  const [consumer, subscription] = [readObject(body["consumer"]), readObject(body["subscription"])];
  const notice = {
    type: readText(body["type"] ?? body["event"]),
    skuName,
    siteId,
    consumerId: readText(body["consumerId"] ?? consumer["id"]),
    subscriptionId: readText(body["subscriptionId"] ?? subscription["id"]),
    eventTime,
  };
  return { kind: "notice", notice, raw: maskBody(body) };
}
