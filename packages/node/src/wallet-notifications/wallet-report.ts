/** Reads a webhook of the wallet, or a response, as reports about one transaction. */

import type { Currencies } from "@cardpane/gateway";
import { readObject, readWholeId } from "../call/read-values.ts";
import type { ChargeReport, OtherReport } from "../notifications/payment-report.ts";
import { readTransaction, type WalletTransaction } from "../wallet/records.ts";

/** A webhook. */
export interface WalletReport {
  readonly transaction: WalletTransaction;
  /** *Assumption*: a notice of a low balance is the transaction that caused it, with `notice: "low_balance"`. */
  readonly isLowBalance: boolean;
  /** The part that this version does not know. Such a transaction never counts as a recorded movement. */
  readonly unknown: "kind" | "status" | undefined;
  /** *Assumption*: the webhook of a void names the voided transaction as `voidedTransactionId`. */
  readonly voidedTransactionId: number | undefined;
}

const knownModes: ReadonlySet<string | null> = new Set([null, "wallet", "card", "void", "test"]);
const knownActions: ReadonlySet<string | null> = new Set([null, "charge", "refund", "deposit"]);

/** Reads the JSON of a webhook, or a transaction of the client; `undefined` if it names no transaction. */
export function parseWebhook(body: unknown, currencies: Currencies): WalletReport | undefined {
  const transaction = readTransaction(body, currencies);
  if (!transaction) return undefined;
  const { notice, voidedTransactionId } = readObject(body);
  const isLowBalance = notice === "low_balance";
  const { status, mode, action, type } = transaction;
  const voided = readWholeId(voidedTransactionId);
  const isKnown =
    (isLowBalance || !notice) &&
    (voided !== undefined || voidedTransactionId === undefined || voidedTransactionId === null) &&
    knownModes.has(mode) &&
    knownActions.has(action) &&
    (type === "income" || type === "outcome");
  const isFinal = status === "success" || status === "fail";
  const unknown = !isFinal ? "status" : isKnown ? undefined : "kind";
  return { transaction, isLowBalance, unknown, voidedTransactionId: voided };
}

/** The kind, user and account of a movement, to compare with those recorded. */
export function subjectOf(movement: {
  readonly kind: "refill" | "payment";
  readonly userId: number;
  readonly paymentAccountId: number;
  readonly isTest: boolean;
}): string {
  const { kind, userId, paymentAccountId, isTest } = movement;
  return [kind, userId, paymentAccountId, ...(isTest ? ["test"] : [])].join(" ");
}

/** The reports about a refill or a payment: a transaction that comes with its void (section 3) is two. */
export function movementReports(report: WalletReport): readonly (ChargeReport | OtherReport)[] {
  const { transaction, unknown, isLowBalance, voidedTransactionId } = report;
  const { status, mode, type, action, userId, paymentAccountId } = transaction;
  const facts = {
    transactionId: String(transaction.id),
    parentTransactionId: voidedTransactionId === undefined ? undefined : String(voidedTransactionId),
    money: moneyOf(transaction),
    code: transaction.code ?? undefined,
  };
  if (unknown || isLowBalance) {
    return [{ ...facts, kind: "unknown", unknown: unknown ?? "kind", status, stage: status }];
  }
  if (mode === "void") return [{ ...facts, kind: "void", status, stage: status }];
  // Section 6.3: a refill is an income by charge, a payment is an outcome.
  const kind = type === "outcome" ? "payment" : "refill";
  const isMovement = kind === "payment" || action === "charge";
  const subject = isMovement
    ? subjectOf({ kind, userId, paymentAccountId, isTest: mode === "test" })
    : "another kind";
  const movement: ChargeReport = { ...facts, kind: "charge", status: status as "success" | "fail", subject };
  return [...voidsInside(report).flatMap(movementReports), movement];
}

/** The voids that came inside the transaction that they void (section 3), each as a report of its own. */
export function voidsInside({ transaction }: WalletReport): readonly WalletReport[] {
  return transaction.child
    .filter(({ mode, status }) => mode === "void" && status === "success")
    .map((child) => ({
      transaction: child,
      isLowBalance: false,
      unknown: undefined,
      voidedTransactionId: transaction.id,
    }));
}

function moneyOf({ amountMinor, currency }: WalletTransaction) {
  return amountMinor === null ? undefined : { amountMinor, currency };
}
