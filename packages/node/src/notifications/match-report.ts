/** Which order, charge and amount a report is about. Pure. */
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import type { Money } from "../payments/money.ts";
import { isDone, parentOf, payerOf, restsMinor } from "./order-payments.ts";
import { type EarlierAttempt, type FinalReport, isEarlierOrder, type OrderRecord } from "./order-record.ts";
import { type ChargeReport, isRenewal, type OtherReport, type PaymentReport } from "./payment-report.ts";

/**
 * Which charge of the schedule a transaction is. *Assumption*: a later one has a cycle of 1 or more (section 2.6), or is
 * another transaction of a subscription whose first payment succeeded, because a failed renewal need not count. A successful one
 * of cycle 0 and the first amount is the first payment made once more.
 */
export function chargeOf(order: OrderRecord, report: ChargeReport): "first" | "later" {
  const { subscription, kind } = report;
  if (!subscription) return "first";
  // Where the gateway does not name what it settles, the amount of a later charge says more.
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
  // Where no cycle tells, the first payment made once more has the amount of the first one, and of no later one.
  const isCycle0 = subscription.cycle === 0 && isDone(report);
  const isFirstAgain =
    (isCycle0 || !isLaterAmount) && typeof matchMoney(expectedOf(order, "first"), report) !== "string";
  return isOfPaid && !isFirstAgain ? "later" : "first";
}

/**
 * Whether a charge belongs to the order. *Assumption*: a gateway may make later charges under orders of their own, which must
 * then be of the subscription that the first payment began; a settlement names the transaction that it settles.
 */
export function isOfOrder(order: OrderRecord, report: ChargeReport, charge: "first" | "later"): boolean {
  const { orderId, parentTransactionId, subscription } = report;
  if (order.orderId === undefined || order.orderId === orderId) return true;
  // What follows a payment that does not pay the order does not pay it either.
  if (transactionsOf(order, parentTransactionId).some(({ isUnknown }) => isUnknown !== true)) return true;
  if (order.earlier?.some((attempt) => attempt.orderId === orderId && attempt.isOther !== true)) return true;
  return (
    charge === "later" && order.subscriptionId !== undefined && subscription?.id === order.subscriptionId
  );
}

/** Whether a report that is no charge is about this order. One that names neither order nor parent is, by its signed URL. */
export function isAboutOrder(order: OrderRecord, report: OtherReport): boolean {
  const { orderId, transactionId, parentTransactionId, subscription } = report;
  if (orderId === undefined || order.orderId === undefined || orderId === order.orderId) return true;
  return (
    isEarlierOrder(order, orderId) ||
    transactionsOf(order, parentTransactionId).length > 0 ||
    transactionsOf(order, transactionId).length > 0 ||
    // A later charge may have an order of its own.
    Object.values(order.transactions).some((known) => known.orderId === orderId) ||
    (subscription?.id !== undefined && subscription.id === order.subscriptionId)
  );
}

/** The amounts that a charge may have: of an order that is paid in part, the rest too. */
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

/** Released attempts for another amount that a report of their order is about, rather than about the attempt under way. */
export function lateAttempts(
  order: OrderRecord,
  { orderId, money }: ChargeReport,
): readonly EarlierAttempt[] {
  const { amountMinor } = order.expected;
  // A decline of 0 may be of any.
  if (order.orderId === orderId || money.amountMinor === amountMinor || money.amountMinor === 0) return [];
  return (order.earlier ?? []).filter(
    (attempt) => attempt.orderId === orderId && attempt.isReleased && attempt.amountMinor !== amountMinor,
  );
}

/**
 * The recorded amount that a charge matches, or the reason to refuse it. Code 1001 pays less and 1002 more (section 7); a
 * settlement may take a part of what was authorized. *Assumption*: a decline reports the requested amount or 0.
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
  // Of several amounts the nearest: that of an underpayment is above it, that of an overpayment below.
  const distance = ({ amountMinor }: Money) => Math.abs(amountMinor - reported.amountMinor);
  return inCurrency.filter(fits).sort((a, b) => distance(a) - distance(b))[0] ?? "amount_wrong";
}

/** Whether a delivery's id has been used for another transaction. */
export function isDeliveryReused(order: OrderRecord, report: PaymentReport): boolean {
  const { deliveryId } = report;
  if (deliveryId === undefined || report.kind === "notice") return false;
  return Object.values(order.transactions).some(
    (other) => other.deliveryId === deliveryId && other.transactionId !== report.transactionId,
  );
}
