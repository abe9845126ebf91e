/** Matches a report with the order, the charge and the amount that were recorded. Pure functions. */
import type { NotificationRefusalCode } from "../../errors/notification-refusals.ts";
import type { Money } from "../../payments/money.ts";
import { isDone, parentOf, payerOf, restsMinor } from "./order-payments.ts";
import { type EarlierAttempt, type FinalReport, isEarlierOrder, type OrderRecord } from "./order-record.ts";
import { type ChargeReport, isRenewal, type OtherReport, type PaymentReport } from "./payment-report.ts";

/**
 * Whether a transaction is the first charge of the schedule or a later one. *Assumption*: a later charge has a cycle of 1 or
 * more (section 2.6), or is another transaction of a subscription whose first payment succeeded, because gateways need not
 * count a failed renewal. A successful charge with cycle 0 and the first amount is a second first payment.
 */
export function chargeOf(order: OrderRecord, report: ChargeReport): "first" | "later" {
  const { subscription, kind } = report;
  if (!subscription) return "first";
  // If a settlement names no authorization, an amount of a later charge outweighs the mode `settle`.
  const isLaterAmount = typeof matchMoney(order.later, report) !== "string";
  const isNamed = report.parentTransactionId !== undefined;
  if (isFurtherSettlement(order, report) && (isNamed || !isLaterAmount)) return "first";
  const isOurs =
    order.subscriptionId === undefined ||
    subscription.id === undefined ||
    subscription.id === order.subscriptionId;
  if (!isOurs) return "first";
  if (isRenewal(report)) return "later";
  if (kind === "authorization") return "first";
  const isOfPaid =
    order.state === "succeeded" && subscription.id !== undefined && subscription.id === order.subscriptionId;
  // Without a cycle, a second first payment has the amount of the first charge and of no later charge.
  const isCycle0 = subscription.cycle === 0 && isDone(report);
  const isFirstAgain =
    (isCycle0 || !isLaterAmount) && typeof matchMoney(expectedOf(order, "first"), report) !== "string";
  return isOfPaid && !isFirstAgain ? "later" : "first";
}

/**
 * Whether a charge belongs to the order. *Assumption*: a gateway may use a new order id for a later charge, which must then
 * belong to the subscription that the first payment started; a settlement names the transaction that it settles.
 */
export function isOfOrder(order: OrderRecord, report: ChargeReport, charge: "first" | "later"): boolean {
  const { orderId, parentTransactionId, subscription } = report;
  if (order.orderId === undefined || order.orderId === orderId) return true;
  // A settlement of a transaction that does not pay the order (`isUnknown`) does not pay the order either.
  if (transactionsOf(order, parentTransactionId).some(({ isUnknown }) => isUnknown !== true)) return true;
  if (order.earlier?.some((attempt) => attempt.orderId === orderId && attempt.isOther !== true)) return true;
  return (
    charge === "later" && order.subscriptionId !== undefined && subscription?.id === order.subscriptionId
  );
}

/** Whether a report other than a charge is about this order. A report without an order id is: its signed URL proves it. */
export function isAboutOrder(order: OrderRecord, report: OtherReport): boolean {
  const { orderId, transactionId, parentTransactionId, subscription } = report;
  if (orderId === undefined || order.orderId === undefined || orderId === order.orderId) return true;
  return (
    isEarlierOrder(order, orderId) ||
    transactionsOf(order, parentTransactionId).length > 0 ||
    transactionsOf(order, transactionId).length > 0 ||
    // A later charge may have its own order id.
    Object.values(order.transactions).some((known) => known.orderId === orderId) ||
    (subscription?.id !== undefined && subscription.id === order.subscriptionId)
  );
}

/** The amounts that a charge may have. If the order is paid in part, they include the rest. */
export function expectedOf(order: OrderRecord, charge: "first" | "later"): readonly Money[] {
  if (charge === "later") return order.later;
  return [order.expected, ...restsMinor(order).map((amountMinor) => ({ ...order.expected, amountMinor }))];
}

/** Whether a charge settles one more part of the authorization that paid the order. */
export function isFurtherSettlement(order: OrderRecord, report: ChargeReport): boolean {
  const parent = parentOf(order, report);
  const isSettlement = report.result.payment.mode === "settle" && parent !== undefined;
  return isSettlement && parent === payerOf(order)?.paymentId;
}

function transactionsOf(order: OrderRecord, transactionId: string | undefined): readonly FinalReport[] {
  if (transactionId === undefined) return [];
  return Object.values(order.transactions).filter((known) => known.transactionId === transactionId);
}

/** The released attempts, for another amount than the current attempt, that a report belongs to. */
export function lateAttempts(
  order: OrderRecord,
  { orderId, money }: ChargeReport,
): readonly EarlierAttempt[] {
  const { amountMinor } = order.expected;
  // A decline with amount 0 may belong to any attempt.
  if (order.orderId === orderId || money.amountMinor === amountMinor || money.amountMinor === 0) return [];
  return (order.earlier ?? []).filter(
    (attempt) => attempt.orderId === orderId && attempt.isReleased && attempt.amountMinor !== amountMinor,
  );
}

/**
 * The recorded amount that a charge matches, or the reason to refuse the charge. Code 1001 is an underpayment, 1002 an
 * overpayment (section 7); a settlement may charge a part of the authorized amount. *Assumption*: a decline reports the
 * requested amount or 0.
 */
export function matchMoney(
  expected: readonly Money[],
  { status, money: reported, result }: ChargeReport,
): Money | NotificationRefusalCode {
  const inCurrency = expected.filter(({ currency }) => currency === reported.currency);
  if (expected.length === 0) return "amount_wrong";
  if (inCurrency.length === 0) return "currency_wrong";
  const isPaid = isDone({ status });
  const { code, mode } = result.payment;
  const mayBeLess = mode === "settle" || (isPaid && code === "1001");
  const mayBeEqual = !(isPaid && (code === "1001" || code === "1002"));
  const fits = ({ amountMinor }: Money) => {
    if (reported.amountMinor === amountMinor) return mayBeEqual;
    if (reported.amountMinor < amountMinor) {
      return (mayBeLess && reported.amountMinor > 0) || (status === "fail" && reported.amountMinor === 0);
    }
    return isPaid && code === "1002";
  };
  // If several amounts match, the nearest is used: it is above an underpayment and below an overpayment.
  const distance = ({ amountMinor }: Money) => Math.abs(amountMinor - reported.amountMinor);
  return inCurrency.filter(fits).sort((a, b) => distance(a) - distance(b))[0] ?? "amount_wrong";
}

/** Whether another transaction was reported with the same delivery id. */
export function isDeliveryReused(order: OrderRecord, report: PaymentReport): boolean {
  const { deliveryId } = report;
  if (deliveryId === undefined || report.kind === "notice") return false;
  return Object.values(order.transactions).some(
    (other) => other.deliveryId === deliveryId && other.transactionId !== report.transactionId,
  );
}
