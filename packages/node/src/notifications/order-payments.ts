/**
 * What the recorded transactions of an order make up: its payments. A payment is a sale, an authorization with its settlements, or
 * several charges that pay the order together. Pure.
 */
import type { FinalReport, OrderRecord } from "./order-record.ts";
import type { ChargeReport, OtherReport } from "./payment-report.ts";
import { isChargeKey, isReturnKey, isVoidKey } from "./transaction-keys.ts";

/** One payment of an order, as far as it stands: what was reversed or voided is not of it. */
export interface OrderPayment {
  /** The id of its sale, or of its authorization. */
  readonly paymentId: string;
  /** What was charged, in minor units; `NaN` where a record of an older version lacks an amount. */
  readonly settledMinor: number;
  /** What of that was not refunded. */
  readonly keptMinor: number;
  /** Something was charged, and not all of it was refunded. */
  readonly isStanding: boolean;
  /** The gateway's order of it, and the subscription that it began. */
  readonly orderId: string | undefined;
  readonly subscriptionId: string | undefined;
}

/** Whether a status says that a transaction was done. */
export function isDone({ status }: { readonly status: string }): boolean {
  return status === "success" || status === "confirmed";
}

/** The payment that a recorded charge is a part of. */
export function paymentIdOf({ paymentId, parentTransactionId, transactionId }: FinalReport): string {
  return paymentId ?? parentTransactionId ?? transactionId;
}

/** One payment of an order. */
export function paymentOf({ transactions }: OrderRecord, paymentId: string): OrderPayment {
  const all = Object.entries(transactions);
  const parts = all.filter(
    ([key, it]) =>
      isFirst(it) &&
      isChargeKey(key, "charge") &&
      paymentIdOf(it) === paymentId &&
      !isVoided(transactions, it.transactionId),
  );
  const ids = new Set([paymentId, ...parts.map(([, { transactionId }]) => transactionId)]);
  const refunds = all.filter(
    ([key, it]) => isReturnKey(key) && !isVoidKey(key) && isDone(it) && ids.has(it.parentTransactionId ?? ""),
  );
  const settledMinor = parts.reduce((sum, [, { amountMinor = Number.NaN }]) => sum + amountMinor, 0);
  // Without an amount it was all of it.
  const refundedMinor = refunds.reduce((sum, [, { amountMinor = Infinity }]) => sum + amountMinor, 0);
  const [, part] = parts[0] ?? [];
  return {
    paymentId,
    settledMinor,
    keptMinor: Math.max(settledMinor - refundedMinor, 0),
    isStanding: parts.length > 0 && !(refunds.length > 0 && refundedMinor >= settledMinor),
    orderId: part?.orderId,
    subscriptionId: part?.subscriptionId,
  };
}

/** The payment that stands with the highest amount; none where nothing of any is left. */
export function findStandingPayment(order: OrderRecord): OrderPayment | undefined {
  const paid = Object.entries(order.transactions).filter(
    ([key, it]) => isFirst(it) && isChargeKey(key, "charge"),
  );
  const paymentIds = [...new Set(paid.map(([, it]) => paymentIdOf(it)))];
  return paymentIds
    .map((paymentId) => paymentOf(order, paymentId))
    .filter(({ isStanding }) => isStanding)
    .sort((a, b) => b.settledMinor - a.settledMinor)[0];
}

/** The authorizations of an order that are neither reversed nor voided. */
export function standingAuthorizations({ transactions }: OrderRecord): readonly FinalReport[] {
  return Object.entries(transactions)
    .filter(
      ([key, it]) =>
        isFirst(it) && isChargeKey(key, "authorization") && !isVoided(transactions, it.transactionId),
    )
    .map(([, it]) => it);
}

/** Whether an authorization was settled, under its id or one of its own, or voided. */
export function isSettledOrVoided({ transactions }: OrderRecord, authorization: string): boolean {
  return (
    isVoided(transactions, authorization) ||
    Object.entries(transactions).some(
      ([key, it]) =>
        isDone(it) &&
        it.isUnknown !== true &&
        isChargeKey(key, "charge") &&
        (key === authorization || it.parentTransactionId === authorization),
    )
  );
}

/** What the order is short of its amount: 0 unless it was paid in part. */
export function restMinor(order: OrderRecord): number {
  if (order.state !== "succeeded" || order.paidBy === undefined) return 0;
  const rest = order.expected.amountMinor - paymentOf(order, order.paidBy).settledMinor;
  return Math.max(rest || 0, 0);
}

/**
 * The transaction that a settlement or a void belongs to. *Assumption*: a gateway that does not name it means the one authorization
 * that there is.
 */
export function parentOf(order: OrderRecord, report: ChargeReport | OtherReport): string | undefined {
  const { parentTransactionId, transactionId, kind, result } = report;
  const isSettlement = kind === "charge" && result.payment.mode === "settle";
  if (parentTransactionId !== undefined || !(isSettlement || kind === "void")) return parentTransactionId;
  const [authorization, another] = standingAuthorizations(order);
  const isOne = authorization !== undefined && another === undefined;
  return isOne && authorization.transactionId !== transactionId ? authorization.transactionId : undefined;
}

function isFirst(it: FinalReport): boolean {
  return it.charge === "first" && isDone(it) && it.isUnknown !== true;
}

function isVoided(transactions: OrderRecord["transactions"], transactionId: string): boolean {
  return Object.entries(transactions).some(
    ([key, it]) =>
      isVoidKey(key) && isDone(it) && (it.parentTransactionId ?? it.transactionId) === transactionId,
  );
}
