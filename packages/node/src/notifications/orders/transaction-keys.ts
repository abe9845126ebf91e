/**
 * Keys of an order's reports. Reports with the same key are handled once. A charge's key is the transaction id, which contains
 * no space (`readId`). Every other key is the id, a space and a suffix, so that keys of different kinds never collide.
 */
import type { ChargeReport, NoticeDetails, OtherReport } from "./payment-report.ts";

/** The key of a charge. An authorization and its settlement may share a transaction id. */
export function chargeKey({ kind, transactionId }: ChargeReport): string {
  return chargeKeyOf(transactionId, kind);
}

/** The key of a charge or an authorization, by transaction id. */
export function chargeKeyOf(transactionId: string, kind: ChargeReport["kind"]): string {
  return kind === "authorization" ? `${transactionId} auth` : transactionId;
}

/** Whether a key belongs to a charge, or to an authorization. */
export function isChargeKey(key: string, kind: ChargeReport["kind"]): boolean {
  return kind === "authorization" ? /^\S+ auth$/.test(key) : !key.includes(" ");
}

/** The key of a report that contradicts the charge's final status or amount. */
export function contradictionKey(report: ChargeReport, amountMinor?: number): string {
  const amount = amountMinor === undefined ? "" : ` ${amountMinor}`;
  return `${chargeKey(report)} ${report.status}${amount}`;
}

/** The key of a successful refund or void. It has no status, so that `confirmed` after `success` is a duplicate. */
export function returnKey({ kind, transactionId }: OtherReport): string {
  return `${transactionId} ${kind}`;
}

/** Whether a key belongs to a successful void. */
export function isVoidKey(key: string): boolean {
  return /^\S+ void$/.test(key);
}

/** Whether a key belongs to a successful refund or void. */
export function isReturnKey(key: string): boolean {
  return isVoidKey(key) || /^\S+ refund$/.test(key);
}

/** The key of any other report. For chargebacks and unknown reports it also contains action and mode. */
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
  // PostgreSQL rejects control characters and lone surrogates, so the gateway would re-send such a notice without end.
  return `notice ${type} ${eventTime} ${subscriptionId} ${skuName}`.replace(/\p{C}/gu, "?").slice(0, 256);
}
