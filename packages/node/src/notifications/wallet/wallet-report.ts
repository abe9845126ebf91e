/** Reads a webhook of the wallet, or a response of `payments.create`, as a report about one transaction. */

import { isRecord } from "@cardpane/contract/record";
import type { Currencies } from "@cardpane/gateway";
import { readWholeId } from "../../call/read-values.ts";
import { toJsonValue } from "../../call/to-json.ts";
import { readTransaction, type WalletTransaction } from "../../wallet/records.ts";
import type { ReportSource } from "../orders/payment-report.ts";

/** A report about one transaction of a wallet. */
export interface WalletReport {
  readonly source: ReportSource;
  readonly amountMinor: number;
  /** *Assumption*: a notice of a low balance is the transaction that caused it, with `notice: "low_balance"`. */
  readonly isLowBalance: boolean;
  /** Whether it is a notice that this version does not know. It is reported and never counts as a movement. */
  readonly isUnknownNotice: boolean;
  /** *Assumption*: the webhook of a void names the voided transaction as `voidedTransactionId`. */
  readonly voidedTransactionId?: number | undefined;
  readonly deliveryId?: string | undefined;
  readonly transaction: WalletTransaction;
}

/** Reads the JSON of a webhook; `undefined` if it is not a readable webhook. */
export function parseWebhook(
  body: unknown,
  deliveryId: string | undefined,
  currencies: Currencies,
): WalletReport | undefined {
  // A copy: the parsed body belongs to the merchant's framework.
  const copy = toJsonValue(body);
  const transaction = copy.ok ? readTransaction(copy.value, currencies) : undefined;
  const { notice, voidedTransactionId } = isRecord(body) ? body : {};
  const report = transaction && toReport(transaction, "notification", notice, deliveryId);
  if (!report || voidedTransactionId === undefined || voidedTransactionId === null) return report;
  const voided = readWholeId(voidedTransactionId);
  return voided === undefined
    ? { ...report, isUnknownNotice: true }
    : { ...report, voidedTransactionId: voided };
}

/** Reads the response of `payments.create` or `transactions.get`. */
export function reportFromTransaction(
  transaction: WalletTransaction,
  currencies: Currencies,
): WalletReport | undefined {
  const read = readTransaction(transaction, currencies);
  return read && toReport(read, "response", undefined, undefined);
}

function toReport(
  transaction: WalletTransaction,
  source: ReportSource,
  notice: unknown,
  deliveryId: string | undefined,
): WalletReport | undefined {
  const { amountMinor } = transaction;
  if (amountMinor === null || amountMinor < 0) return undefined;
  const isLowBalance = notice === "low_balance";
  const isUnknownNotice = !isLowBalance && notice !== undefined && notice !== null && notice !== false;
  return {
    source,
    amountMinor,
    isLowBalance,
    isUnknownNotice,
    ...(deliveryId !== undefined && { deliveryId }),
    transaction,
  };
}
