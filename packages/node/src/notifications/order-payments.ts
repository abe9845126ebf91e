/**
 * What the recorded transactions of an order make up: its payments. A payment is a sale, an authorization with its settlements, or
 * several charges that pay the order together. Pure.
 */
import type { FinalReport, OrderRecord } from "./order-record.ts";
import { type ChargeReport, isRenewal, type OtherReport } from "./payment-report.ts";
import { chargeKeyOf, isChargeKey, isReturnKey, isVoidKey } from "./transaction-keys.ts";

/**
 * One payment of an order; what was reversed is not a part of it. Amounts are in minor units, `NaN` where an older version recorded
 * none.
 */
export interface OrderPayment {
  /** The id of its sale, or of its authorization. */
  readonly paymentId: string;
  /** What was charged and not voided. */
  readonly settledMinor: number;
  /** What of that was not refunded. */
  readonly keptMinor: number;
  /** Something was charged, and not all of it was given back. */
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
export function paymentOf(order: OrderRecord, paymentId: string): OrderPayment {
  const { transactions } = order;
  const parts = firstCharges(order, "charge").filter((it) => paymentIdOf(it) === paymentId);
  const chargedMinor = sumOf(parts);
  const authorizedMinor = transactions[chargeKeyOf(paymentId, "authorization")]?.amountMinor ?? 0;
  // The void of an authorization gives back what was not settled, before it gives back a settlement that has the same id.
  const settlements = parts.filter((it) => [it.transactionId, it.parentTransactionId].includes(paymentId));
  const unsettledMinor = Math.max(authorizedMinor - sumOf(settlements), 0);
  const voidedMinor = parts.reduce((sum, { transactionId, amountMinor = Number.NaN }) => {
    const voids = returnsOf(order, transactionId).voids;
    const spare = transactionId === paymentId ? unsettledMinor : 0;
    if (voids.length === 0 || (spare > 0 && voids.some((it) => it.amountMinor === undefined))) return sum;
    return sum + Math.min(Math.max(sumOf(voids, Infinity) - spare, 0), amountMinor);
  }, 0);
  // A refund may name the authorization of what it gives back, but not a charge that does not stand.
  const isCharge = Object.hasOwn(transactions, chargeKeyOf(paymentId, "charge"));
  const ids = new Set([...(isCharge ? [] : [paymentId]), ...parts.map((it) => it.transactionId)]);
  const refunds = [...ids].flatMap((id) => returnsOf(order, id).refunds);
  const settledMinor = chargedMinor - voidedMinor;
  const keptMinor = Math.max(settledMinor - sumOf(refunds, Infinity), 0);
  // A payment of nothing can be voided, too.
  const isReturned = voidedMinor > 0 || refunds.length > 0 || isVoided(order, paymentId);
  return {
    paymentId,
    settledMinor,
    keptMinor,
    isStanding: parts.length > 0 && !(isReturned && keptMinor <= 0),
    orderId: parts[0]?.orderId,
    subscriptionId: parts[0]?.subscriptionId,
  };
}

/** The payments that stand, those of the highest amount first. */
export function standingPayments(order: OrderRecord): readonly OrderPayment[] {
  const paymentIds = new Set(firstCharges(order, "charge").map(paymentIdOf));
  return [...paymentIds]
    .map((paymentId) => paymentOf(order, paymentId))
    .filter(({ isStanding }) => isStanding)
    .sort((a, b) => b.keptMinor - a.keptMinor);
}

/** The payment that pays the order: the recorded one, or of a record of an older version the one that stands. */
export function payerOf(order: OrderRecord): OrderPayment | undefined {
  return order.paidBy === undefined ? standingPayments(order)[0] : paymentOf(order, order.paidBy);
}

/** The authorizations of an order that are neither reversed, voided nor given up. */
export function standingAuthorizations(order: OrderRecord): readonly FinalReport[] {
  return firstCharges(order, "authorization").filter((it) => !isVoided(order, it.transactionId));
}

/** Whether what was returned of a transaction is all of it, and was voided at least in part. */
export function isVoided(order: OrderRecord, transactionId: string, amountMinor?: number): boolean {
  const { transactions } = order;
  const { voids, refunds } = returnsOf(order, transactionId);
  const known =
    transactions[chargeKeyOf(transactionId, "authorization")] ??
    transactions[chargeKeyOf(transactionId, "charge")];
  const whole = amountMinor ?? known?.amountMinor ?? 0;
  return voids.length > 0 && sumOf([...voids, ...refunds], Infinity) >= whole;
}

/** Whether an authorization was settled, under its id or one of its own, or voided. */
export function isSettledOrVoided(order: OrderRecord, { transactionId, money }: ChargeReport): boolean {
  return (
    isVoided(order, transactionId, money.amountMinor) ||
    firstCharges(order, "charge").some(
      (it) => it.transactionId === transactionId || it.parentTransactionId === transactionId,
    )
  );
}

/** What an order that is paid in part may be short of: with what was refunded of the part, and without it. */
export function restsMinor(order: OrderRecord): readonly number[] {
  const payer = payerOf(order);
  if (order.state !== "succeeded" || order.isPaidInFull !== false || !payer) return [];
  const { amountMinor } = order.expected;
  const rests = new Set([amountMinor - payer.keptMinor, amountMinor - payer.settledMinor]);
  return [...rests].filter((rest) => rest > 0 && rest < amountMinor);
}

/**
 * The transaction that a settlement or a void belongs to. *Assumption*: a gateway that does not name it means the one authorization
 * of which something is left, and a renewal's names its own.
 */
export function parentOf(order: OrderRecord, report: ChargeReport | OtherReport): string | undefined {
  const { parentTransactionId, transactionId, kind, result } = report;
  const isSettlement = kind === "charge" && result.payment.mode === "settle";
  if (parentTransactionId !== undefined || !(isSettlement || kind === "void")) return parentTransactionId;
  if (isRenewal(report)) return undefined;
  const [authorization, another] = standingAuthorizations(order).filter(
    (it) => !(paymentOf(order, it.transactionId).settledMinor >= (it.amountMinor ?? Infinity)),
  );
  const isOne = authorization !== undefined && another === undefined;
  return isOne && authorization.transactionId !== transactionId ? authorization.transactionId : undefined;
}

/** The first charges, or the authorizations, that were done and may pay the order. */
function firstCharges({ transactions }: OrderRecord, kind: ChargeReport["kind"]): readonly FinalReport[] {
  return Object.entries(transactions)
    .filter(
      ([key, it]) => isChargeKey(key, kind) && it.charge === "first" && isDone(it) && it.isUnknown !== true,
    )
    .map(([, it]) => it);
}

/** What was given back of a transaction. */
function returnsOf({ transactions }: OrderRecord, transactionId: string) {
  const returns = Object.entries(transactions).filter(
    ([key, it]) =>
      isReturnKey(key) && isDone(it) && (it.parentTransactionId ?? it.transactionId) === transactionId,
  );
  const of = (isVoid: boolean) =>
    returns.filter(([key]) => isVoidKey(key) === isVoid).map(([, returned]) => returned);
  return { voids: of(true), refunds: of(false) };
}

/** @param otherwise what counts for an amount that is not known */
function sumOf(all: readonly FinalReport[], otherwise = Number.NaN): number {
  return all.reduce((sum, { amountMinor = otherwise }) => sum + amountMinor, 0);
}
