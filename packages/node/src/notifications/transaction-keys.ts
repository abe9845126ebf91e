/**
 * The keys of an order's reports: each names what is handled once. A charge's key is the transaction's id, which has no space
 * (`readId`); every other key has the id, a space and a suffix, so that keys of different kinds never meet.
 */
import type { ChargeReport, NoticeDetails, OtherReport } from "./payment-report.ts";

/** The key of a charge. An authorization and its settlement may share a transaction id. */
export function chargeKey({ kind, transactionId }: ChargeReport): string {
  return chargeKeyOf(transactionId, kind);
}

/** The key of the charge, or of the authorization, with an id. */
export function chargeKeyOf(transactionId: string, kind: ChargeReport["kind"]): string {
  return kind === "authorization" ? `${transactionId} auth` : transactionId;
}

/** Whether a key is that of a charge, or of an authorization. */
export function isChargeKey(key: string, kind: ChargeReport["kind"]): boolean {
  return kind === "authorization" ? /^\S+ auth$/.test(key) : !key.includes(" ");
}

/** The key of a report that contradicts the charge's end, or its amount. */
export function contradictionKey(report: ChargeReport, amountMinor?: number): string {
  const amount = amountMinor === undefined ? "" : ` ${amountMinor}`;
  return `${chargeKey(report)} ${report.status}${amount}`;
}

/** The key of a refund or a void that was done: confirmed after success is the same one. */
export function returnKey({ kind, transactionId }: OtherReport): string {
  return `${transactionId} ${kind}`;
}

/** Whether a key is that of a void that was done. */
export function isVoidKey(key: string): boolean {
  return /^\S+ void$/.test(key);
}

/** Whether a key is that of a refund or a void that was done. */
export function isReturnKey(key: string): boolean {
  return isVoidKey(key) || /^\S+ refund$/.test(key);
}

/** The key of any other report. Chargebacks and unknown reports of one transaction differ in action and mode, too. */
export function otherKey({ transactionId, kind, status, result }: OtherReport): string {
  const { mode = "", action = "" } = result.payment;
  const stage = kind === "chargeback" || kind === "unknown" ? ` ${action} ${mode}` : "";
  return `${transactionId} ${kind} ${status}${stage}`.trim();
}

/** The key of a notice, at most 256 characters. */
export function noticeKey({
  type,
  eventTime = "",
  subscriptionId = "",
  skuName = "",
}: NoticeDetails): string {
  // PostgreSQL rejects control characters and lone surrogates, so the gateway would send such a notice again and again.
  return `notice ${type} ${eventTime} ${subscriptionId} ${skuName}`.replace(/\p{C}/gu, "?").slice(0, 256);
}
