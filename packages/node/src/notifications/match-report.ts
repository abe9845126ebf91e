/** Which order, charge and amount a report is about. Pure. */
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import type { Money } from "../payments/money.ts";
import { isEarlierOrder, type OrderRecord } from "./order-record.ts";
import type { ChargeReport, OtherReport, PaymentReport } from "./payment-report.ts";
import { isChargeKey } from "./transaction-keys.ts";

/**
 * Which charge of the schedule a transaction is. *Assumption*: a later one has a cycle of 1 or more (section 2.6), or is
 * another transaction of a subscription whose first payment succeeded, because a failed renewal need not count.
 */
export function chargeOf(order: OrderRecord, report: ChargeReport): "first" | "later" {
  const { subscription, kind } = report;
  if (!subscription || kind === "authorization") return "first";
  const isOurs =
    order.subscriptionId === undefined ||
    subscription.id === undefined ||
    subscription.id === order.subscriptionId;
  if (!isOurs) return "first";
  if ((subscription.cycle ?? 0) >= 1) return "later";
  const isOfPaid =
    order.state === "succeeded" && subscription.id !== undefined && subscription.id === order.subscriptionId;
  // The first payment made once more has the amount of the first one, and of no later one.
  const isFirstAgain =
    typeof matchMoney(order.later, report) === "string" &&
    typeof matchMoney([order.expected], report) !== "string";
  return isOfPaid && !isFirstAgain ? "later" : "first";
}

/**
 * Whether a charge belongs to the order. *Assumption*: a gateway may make later charges under orders of their own, which must
 * then be of the subscription that the first payment began; a settlement names the transaction that it settles.
 */
export function isOfOrder(order: OrderRecord, report: ChargeReport, charge: "first" | "later"): boolean {
  const { orderId, parentTransactionId, subscription } = report;
  if (
    order.orderId === undefined ||
    order.orderId === orderId ||
    hasTransaction(order, parentTransactionId)
  ) {
    return true;
  }
  if (isEarlierOrder(order, orderId)) return true;
  return (
    charge === "later" && order.subscriptionId !== undefined && subscription?.id === order.subscriptionId
  );
}

/** Whether a report that is no charge is about this order. One that names neither order nor parent is, by its signed URL. */
export function isAboutOrder(order: OrderRecord, report: OtherReport): boolean {
  const { orderId, parentTransactionId, subscription } = report;
  if (orderId === undefined || order.orderId === undefined || orderId === order.orderId) return true;
  return (
    isEarlierOrder(order, orderId) ||
    hasTransaction(order, parentTransactionId) ||
    (subscription?.id !== undefined && subscription.id === order.subscriptionId)
  );
}

/** Whether a settlement of an authorization was reported, under its id or one of its own. */
export function isSettled({ transactions }: OrderRecord, transactionId: string): boolean {
  return Object.entries(transactions).some(
    ([key, it]) => key === transactionId || it.parentTransactionId === transactionId,
  );
}

/** Whether a charge settles an authorization of which a settlement before it took all or a part. */
export function isFurtherSettlement({ transactions }: OrderRecord, report: ChargeReport): boolean {
  const { transactionId, parentTransactionId: parent, result } = report;
  if (result.payment.mode !== "settle" || parent === undefined) return false;
  return Object.entries(transactions).some(
    ([key, it]) =>
      it.transactionId !== transactionId &&
      isChargeKey(key, "charge") &&
      (key === parent || it.parentTransactionId === parent),
  );
}

function hasTransaction(order: OrderRecord, transactionId: string | undefined): boolean {
  return (
    transactionId !== undefined &&
    Object.values(order.transactions).some((known) => known.transactionId === transactionId)
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
  const isPaid = status === "success" || status === "confirmed";
  const { code, mode } = result.payment;
  const mayBeLess = isPaid && (code === "1001" || mode === "settle");
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
