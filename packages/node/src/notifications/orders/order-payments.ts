/**
 * Derives the payments of an order from its recorded transactions. A payment is a sale, an authorization with its settlements,
 * or several charges that pay the order together. Pure functions.
 */
import type { FinalReport, OrderRecord } from "./order-record.ts";
import { type ChargeReport, isRenewal, type OtherReport } from "./payment-report.ts";
import { chargeKeyOf, isChargeKey, isReturnKey, isVoidKey } from "./transaction-keys.ts";

/**
 * One payment of an order, without reversed charges. Amounts are in minor units; `NaN` if an older version recorded no amount.
 */
export interface OrderPayment {
  /** Transaction id of the sale or of the authorization. */
  readonly paymentId: string;
  /** The charged amount without voids. */
  readonly settledMinor: number;
  /** The charged amount without voids and refunds. */
  readonly keptMinor: number;
  /** Whether something was charged and was not voided or refunded in full. */
  readonly isStanding: boolean;
  /** The gateway's order id. */
  readonly orderId: string | undefined;
  /** Id of the subscription that the payment started. */
  readonly subscriptionId: string | undefined;
}

/** Whether a status means that the transaction succeeded. */
export function isDone({ status }: { readonly status: string }): boolean {
  return status === "success" || status === "confirmed";
}

/** Id of the payment to which a recorded charge belongs. */
export function paymentIdOf({ paymentId, parentTransactionId, transactionId }: FinalReport): string {
  return paymentId ?? parentTransactionId ?? transactionId;
}

/** One payment of an order. */
export function paymentOf(order: OrderRecord, paymentId: string): OrderPayment {
  const { transactions } = order;
  const parts = firstCharges(order, "charge").filter((it) => paymentIdOf(it) === paymentId);
  const chargedMinor = sumOf(parts);
  const authorizedMinor = transactions[chargeKeyOf(paymentId, "authorization")]?.amountMinor ?? 0;
  // A settlement may have the authorization's id. A void of that id applies first to the unsettled amount.
  const settlements = parts.filter((it) => [it.transactionId, it.parentTransactionId].includes(paymentId));
  const unsettledMinor = Math.max(authorizedMinor - sumOf(settlements), 0);
  const voidedMinor = parts.reduce((sum, { transactionId, amountMinor = Number.NaN }) => {
    const voids = returnsOf(order, transactionId).voids;
    const spare = transactionId === paymentId ? unsettledMinor : 0;
    if (voids.length === 0 || (spare > 0 && voids.some((it) => it.amountMinor === undefined))) return sum;
    return sum + Math.min(Math.max(sumOf(voids, Infinity) - spare, 0), amountMinor);
  }, 0);
  // A refund may name the authorization instead of the settlement. Refunds of a reversed charge do not count.
  const isCharge = Object.hasOwn(transactions, chargeKeyOf(paymentId, "charge"));
  const ids = new Set([...(isCharge ? [] : [paymentId]), ...parts.map((it) => it.transactionId)]);
  const refunds = [...ids].flatMap((id) => returnsOf(order, id).refunds);
  const settledMinor = chargedMinor - voidedMinor;
  const keptMinor = Math.max(settledMinor - sumOf(refunds, Infinity), 0);
  // A payment of amount 0 can also be voided.
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

/** The payments that were not voided or refunded in full, the highest amount first. */
export function standingPayments(order: OrderRecord): readonly OrderPayment[] {
  const paymentIds = new Set(firstCharges(order, "charge").map(paymentIdOf));
  return [...paymentIds]
    .map((paymentId) => paymentOf(order, paymentId))
    .filter(({ isStanding }) => isStanding)
    .sort((a, b) => b.keptMinor - a.keptMinor);
}

/** The payment that pays the order. A record of an older version does not name it: then the highest one is used. */
export function payerOf(order: OrderRecord): OrderPayment | undefined {
  return order.paidBy === undefined ? standingPayments(order)[0] : paymentOf(order, order.paidBy);
}

/** The authorizations of an order that are not reversed, voided or abandoned. */
export function standingAuthorizations(order: OrderRecord): readonly FinalReport[] {
  return firstCharges(order, "authorization").filter((it) => !isVoided(order, it.transactionId));
}

/** Whether a transaction was returned in full by voids and refunds, at least one of them a void. */
export function isVoided(order: OrderRecord, transactionId: string, amountMinor?: number): boolean {
  const { transactions } = order;
  const { voids, refunds } = returnsOf(order, transactionId);
  const known =
    transactions[chargeKeyOf(transactionId, "authorization")] ??
    transactions[chargeKeyOf(transactionId, "charge")];
  const whole = amountMinor ?? known?.amountMinor ?? 0;
  return voids.length > 0 && sumOf([...voids, ...refunds], Infinity) >= whole;
}

/** Whether an authorization was voided, or settled under the same or another transaction id. */
export function isSettledOrVoided(order: OrderRecord, { transactionId, money }: ChargeReport): boolean {
  return (
    isVoided(order, transactionId, money.amountMinor) ||
    firstCharges(order, "charge").some(
      (it) => it.transactionId === transactionId || it.parentTransactionId === transactionId,
    )
  );
}

/** The amounts that may still be due on a partly paid order: with refunds counted as due, and without. */
export function restsMinor(order: OrderRecord): readonly number[] {
  const payer = payerOf(order);
  if (order.state !== "succeeded" || order.isPaidInFull !== false || !payer) return [];
  const { amountMinor } = order.expected;
  const rests = new Set([amountMinor - payer.keptMinor, amountMinor - payer.settledMinor]);
  return [...rests].filter((rest) => rest > 0 && rest < amountMinor);
}

/**
 * The transaction to which a settlement or a void belongs. *Assumption*: if the gateway does not name it, it is the only
 * authorization that is not settled in full. The settlement or void of a renewal names its transaction.
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

/** The successful first charges, or authorizations, that may pay the order. */
function firstCharges({ transactions }: OrderRecord, kind: ChargeReport["kind"]): readonly FinalReport[] {
  return Object.entries(transactions)
    .filter(
      ([key, it]) => isChargeKey(key, kind) && it.charge === "first" && isDone(it) && it.isUnknown !== true,
    )
    .map(([, it]) => it);
}

/** The successful voids and refunds of a transaction. */
function returnsOf({ transactions }: OrderRecord, transactionId: string) {
  const returns = Object.entries(transactions).filter(
    ([key, it]) =>
      isReturnKey(key) && isDone(it) && (it.parentTransactionId ?? it.transactionId) === transactionId,
  );
  const of = (isVoid: boolean) =>
    returns.filter(([key]) => isVoidKey(key) === isVoid).map(([, returned]) => returned);
  return { voids: of(true), refunds: of(false) };
}

/** @param otherwise the value of an unknown amount */
function sumOf(all: readonly FinalReport[], otherwise = Number.NaN): number {
  return all.reduce((sum, { amountMinor = otherwise }) => sum + amountMinor, 0);
}
