/**
 * How reports change the state of an order.
 *
 *   created -> pending -> failed -> authorized -> succeeded -> reversed        a state may be skipped; none goes back, but
 *                                                                              another attempt may pay a reversed order
 *
 *   created     recorded, nothing reported yet
 *   pending     under way
 *   failed      declined; another attempt may pay it
 *   authorized  the amount is reserved, not paid
 *   succeeded   paid, in part or in full. Refunds, voids and chargebacks are events and do not change this: the payment did succeed
 *   reversed    paid or reserved, then failed afterwards by the bank, or its authorization was voided; another attempt may pay it
 *
 * Only the merchant opens a new attempt: createUrl() after a failure, a reversal or release() starts again at created.
 *
 * An order is recorded before the payment is sent, under the merchant's reference, with the expected amount. The first report,
 * response or notification, binds the gateway's order id to it, and createUrl() for one more attempt unbinds it. Every later
 * charge must match currency and amount, or it is refused. While an attempt is under way or has paid, a charge by another
 * order of the gateway than the bound one pays nothing; a successful one is an event, since its money moved. Each transaction
 * ends once; a repeated report is a duplicate. A failed or reversed order may be paid by another transaction (a retry with 3D
 * Secure, another card), also by another order: the merchant may have opened that attempt before the failure was reported. A
 * failure that arrives after another attempt's success changes nothing.
 *
 * Pure: no clock, no store, no await. notifications.ts runs it inside the store's transaction.
 */
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import type { Money } from "../payments/money.ts";
import {
  chargeOf,
  expectedOf,
  isAboutOrder,
  isDeliveryReused,
  isFurtherSettlement,
  isOfOrder,
  lateAttempts,
  matchMoney,
} from "./match-report.ts";
import type { OrderEvent, SubscriptionState, UnknownEvent } from "./order-event.ts";
import {
  isDone,
  isSettledOrVoided,
  isVoided,
  type OrderPayment,
  parentOf,
  payerOf,
  paymentIdOf,
  paymentOf,
  standingAuthorizations,
  standingPayments,
} from "./order-payments.ts";
import {
  type FinalReport,
  isEarlierOrder,
  type OrderRecord,
  orderStates,
  unbind,
  withEarlier,
} from "./order-record.ts";
import {
  type ChargeReport,
  isRenewal,
  type NoticeReport,
  type OtherReport,
  type PaymentReport,
} from "./payment-report.ts";
import {
  chargeKey,
  chargeKeyOf,
  contradictionKey,
  noticeKey,
  otherKey,
  returnKey,
} from "./transaction-keys.ts";

/** The effect of a report on an order. */
export type Step =
  | { readonly type: "changed"; readonly order: OrderRecord; readonly event?: OrderEvent }
  | { readonly type: "duplicate" }
  | { readonly type: "refused"; readonly code: NotificationRefusalCode };

/** Applies a report. */
export function applyReport(order: OrderRecord, report: PaymentReport): Step {
  if (isDeliveryReused(order, report)) return refuse("delivery_reused");
  switch (report.kind) {
    case "notice":
      return applyNotice(order, report);
    case "charge":
    case "authorization": {
      const step = applyCharge(order, report);
      // A second payment pays the order where the first one was given back.
      return step.type === "changed" ? { ...step, order: withPayer(step.order, false) } : step;
    }
    default:
      return applyOther(order, report);
  }
}

const refuse = (code: NotificationRefusalCode): Step => ({ type: "refused", code });
const duplicate: Step = { type: "duplicate" };

function applyCharge(stored: OrderRecord, report: ChargeReport): Step {
  const { status } = report;
  const key = chargeKey(report);
  const known = own(stored.transactions, key);
  if (known) return applyAgain(stored, key, known, report);
  const charge = chargeOf(stored, report);
  const isOther = charge === "first" && !isOfOrder(stored, report, charge);
  const isOver = stored.state === "failed" || stored.state === "reversed";
  const order = isOther && isOver ? unbind(stored) : stored;
  if (!isOfOrder(order, report, charge)) {
    return charge === "first" ? applyOtherOrder(order, key, report) : refuse("order_wrong");
  }
  const bound = bind(order, report, charge);
  if (status === "pending") {
    if (report.money.currency !== order.expected.currency) return refuse("currency_wrong");
    if (rank(order) <= rank({ state: "pending" })) {
      return { type: "changed", order: { ...bound, state: "pending" } };
    }
    // A retry under another order. Reported again after createUrl(), it must not take the order from the attempt that follows.
    const isRetry = isOther && isOver && bound.orderId === report.orderId;
    return isRetry ? { type: "changed", order: bound } : duplicate;
  }
  // Another attempt may have started a subscription, too. Its renewals are none of the order's, and their money moves.
  const isOtherRenewal = charge === "first" && isRenewal(report);
  const late = charge === "first" ? lateAttempts(order, report) : [];
  if (late.length > 0) {
    const step = applyEarlier(order, key, report, late, "amount_wrong");
    if (step.type !== "refused") return step;
  }
  const expected = isOtherRenewal ? "order_wrong" : matchMoney(expectedOf(order, charge), report);
  if (typeof expected === "string") {
    const earlier = order.earlier ?? [];
    const renewals = earlier.flatMap(({ later = [] }) => later);
    const attempts = isOtherRenewal ? [...order.later, ...earlier, ...renewals] : earlier;
    return applyEarlier(order, key, report, charge === "first" ? attempts : renewals, expected);
  }
  const next = withTransaction(bound, key, report, charge);
  // The decline of an earlier attempt is not that of the attempt under way.
  const isUnderWay =
    order.state !== "failed" && order.orderId !== undefined && order.orderId !== report.orderId;
  if (charge === "first" && status === "fail" && isUnderWay) return { type: "changed", order: next };
  if (charge === "first") return firstCharge(order, next, key, report, expected);
  // The authorization of a renewal charges nothing: its settlement does.
  if (report.kind === "authorization" && status !== "fail") return { type: "changed", order: next };
  return { type: "changed", order: next, event: laterEvent(order, report, expected.amountMinor) };
}

/** A late report about an attempt that was given up: it fits nothing that is expected now, and must not be lost. */
function applyEarlier(
  order: OrderRecord,
  key: string,
  report: ChargeReport,
  attempts: readonly Money[],
  otherwise: NotificationRefusalCode,
): Step {
  if (report.status === "pending" || typeof matchMoney(attempts, report) === "string")
    return refuse(otherwise);
  if (report.status === "fail")
    return { type: "changed", order: withTransaction(order, key, report, "first") };
  // Its refund will be one of this order, too.
  const next = withEarlier(order, { ...report.money, orderId: report.orderId });
  return applyOnce(next, key, report, unknownEvent(order, report, "earlier_attempt"));
}

/**
 * A first charge by another order of the gateway than the bound one. It never pays the order: the merchant's server may have
 * sent a payment of another reference with this URL. But the gateway sent it to this reference's signed URL, so its money
 * moved, and the report must not be lost. A response that record() was given for the wrong reference proves nothing.
 */
function applyOtherOrder(order: OrderRecord, key: string, report: ChargeReport): Step {
  // An attempt that was given up before its order was known can still be paid, under that order.
  const unbound = (order.earlier ?? []).filter((attempt) => attempt.orderId === undefined);
  const { source, status, orderId } = report;
  // The subscription of an order that was reported here renews here. Of any other one, the amount says nothing.
  const renewals = isEarlierOrder(order, orderId) ? order.later : [];
  const matched = matchMoney(isRenewal(report) ? renewals : expectedOf(order, "first"), report);
  const isExpected = typeof matched !== "string";
  // What pays a paid order again stands in for its payment, whichever attempt it was.
  const isSecond = order.state === "succeeded" && matched === order.expected && isDone(report);
  const step = isSecond ? refuse("order_wrong") : applyEarlier(order, key, report, unbound, "order_wrong");
  if (step.type !== "refused" || source !== "notification" || !isExpected) return step;
  // Its end will be reported. A refusal would make the gateway send this again until then.
  if (status === "pending") return duplicate;
  if (status === "fail") return { type: "changed", order: withTransaction(order, key, report, "first") };
  const next = withEarlier(order, { ...order.expected, orderId, isOther: true });
  const why = isSecond ? "second_payment" : "other_order";
  return applyOnce(next, key, report, unknownEvent(order, report, why));
}

/** A final first charge whose order, currency and amount match. */
function firstCharge(
  order: OrderRecord,
  next: OrderRecord,
  key: string,
  report: ChargeReport,
  matched: Money,
): Step {
  const base = chargeBase(next, report);
  const isPaid = next.state === "succeeded";
  if (report.status === "fail") {
    // A late failure after another attempt has succeeded is ignored.
    if (isPaid || next.state === "reversed") return { type: "changed", order: next };
    const event = { ...base, type: "payment.failed", code: report.result.payment.code } as const;
    return { type: "changed", order: { ...next, state: atLeast(next, "failed") }, event };
  }
  // What became of it was reported before it.
  const isAuthorization = report.kind === "authorization";
  const isEnded = isAuthorization ? isSettledOrVoided(next, report) : isVoidedBefore(order, report);
  if (isEnded) return { type: "changed", order: next };
  if (isPaid && !isAuthorization && (matched !== order.expected || isFurtherSettlement(order, report))) {
    return furtherCharge(order, next, key, report);
  }
  if (isPaid) {
    return { type: "changed", order: next, event: unknownEvent(next, report, "second_payment") };
  }
  const paid = { ...next, paidBy: paymentIdFor(report, parentOf(order, report)) };
  if (isAuthorization) {
    const event = { ...base, type: "payment.authorized", authorized: report.money } as const;
    // Reserved after it was released: it must be released again to be paid otherwise.
    return { type: "changed", order: { ...paid, state: "authorized", isReleased: undefined }, event };
  }
  const event = paidEvent(next, report, report.money.amountMinor);
  const isPaidInFull = event.type === "payment.succeeded";
  return { type: "changed", order: { ...paid, state: "succeeded", isPaidInFull }, event };
}

/** Whether a charge was voided before it was reported. Of an authorization with the same id the void is that one's. */
function isVoidedBefore(order: OrderRecord, { transactionId, money }: ChargeReport): boolean {
  const isAuthorized = own(order.transactions, chargeKeyOf(transactionId, "authorization")) !== undefined;
  return !isAuthorized && isVoided(order, transactionId, money.amountMinor);
}

/** One more part of a payment that was made in part: the parts together pay the order, once. */
function furtherCharge(order: OrderRecord, next: OrderRecord, key: string, report: ChargeReport): Step {
  const known = own(next.transactions, key);
  const paidBy = payerOf(order)?.paymentId ?? report.transactionId;
  const paid = { ...(known ? withFinal(next, key, { ...known, paymentId: paidBy }) : next), paidBy };
  const { keptMinor } = paymentOf(paid, paidBy);
  // It was paid in full before, or cannot be added up.
  if (order.isPaidInFull !== false || Number.isNaN(keptMinor)) {
    return { type: "changed", order: paid, event: unknownEvent(next, report, "further_settlement") };
  }
  const event = paidEvent(paid, report, keptMinor);
  return { type: "changed", order: { ...paid, isPaidInFull: event.type === "payment.succeeded" }, event };
}

function paidEvent(order: OrderRecord, report: ChargeReport, paidMinor: number): OrderEvent {
  const base = chargeBase(order, report);
  const { under, settled } = settlementOf(paidMinor, order.expected.amountMinor, report.money.currency);
  return under
    ? { ...base, type: "payment.underpaid", settled: under }
    : { ...base, type: "payment.succeeded", settled };
}

/** Another report about a transaction that has ended. */
function applyAgain(order: OrderRecord, key: string, known: FinalReport, report: ChargeReport): Step {
  const { status, money } = report;
  const isDoneAgain = isDone(known) && isDone(report);
  if (isDoneAgain && known.amountMinor !== undefined && known.amountMinor !== money.amountMinor) {
    const again = contradictionKey(report, money.amountMinor);
    return applyOnce(order, again, report, unknownEvent(order, report, "contradiction"));
  }
  // A pending report after the end is a response that was slower than the notification.
  if (
    known.status === status ||
    status === "pending" ||
    (known.status === "confirmed" && status === "success")
  ) {
    return duplicate;
  }
  if (isDoneAgain) {
    const confirmed = withFinal(order, key, { ...known, status });
    // What did not pay the order was reported as that, and is no payment by being confirmed.
    if (known.isUnknown === true) return { type: "changed", order: confirmed };
    const event = { ...chargeBase(order, report), type: "payment.confirmed" } as const;
    return { type: "changed", order: confirmed, event };
  }
  if (isDone(known) && status === "fail") return applyReversal(order, key, known, report);
  // What ended it may have been the failure or the success; a confirmation after both is looked at.
  if (known.status === "reversed" && status !== "confirmed") return duplicate;
  // Failed, then successful: perhaps two reports out of order. It is reported once, and never counts as paid.
  return applyOnce(order, contradictionKey(report), report, unknownEvent(order, report, "contradiction"));
}

/** The failure of a transaction that had succeeded. */
function applyReversal(order: OrderRecord, key: string, known: FinalReport, report: ChargeReport): Step {
  const { charge } = known;
  const reversal = withFinal(order, key, { ...known, status: "reversed" });
  // Its confirmation, reported again, is none after the reversal.
  const confirmation = contradictionKey({ ...report, status: "confirmed" });
  const failed =
    known.status === "confirmed"
      ? withFinal(reversal, confirmation, { ...known, charge: "later" })
      : reversal;
  // The end of an authorization takes nothing back of what was settled.
  if (report.kind === "authorization" && isSettledOrVoided(failed, report)) {
    return { type: "changed", order: failed };
  }
  const reversed = charge === "first" ? reverse(failed, report.kind, known) : failed;
  // A later charge leaves the payment of the order as it is.
  const isStillPaid =
    reversed.state === "succeeded" &&
    (charge === "later" || (reversed.isPaidInFull === true && payerOf(reversed)?.isStanding === true));
  const { code } = report.result.payment;
  const base = chargeBase(order, report);
  return {
    type: "changed",
    order: reversed,
    event: { ...base, type: "payment.reversed", code, charge, isStillPaid },
  };
}

/** The order after one of its charges was reversed. Where it was paid or reserved twice, the other payment stands. */
function reverse(order: OrderRecord, kind: ChargeReport["kind"], known: FinalReport): OrderRecord {
  if (kind === "authorization") return withoutReservation(order);
  const isPayer = order.paidBy === undefined || order.paidBy === paymentIdOf(known);
  if (order.state !== "succeeded" || !isPayer) return order;
  return standingPayments(order).length > 0 ? withPayer(order, true) : { ...order, state: "reversed" };
}

/**
 * A paid order with the payment that stands as the one that pays it: where another one stands in for it, its order and its
 * subscription are those of the order now. Where none stands, the order was paid and given back.
 *
 * @param isTakenBack something was reversed or voided, so that the order may be short of it. A refund, which the merchant made, does
 * not make it short.
 */
function withPayer(order: OrderRecord, isTakenBack: boolean): OrderRecord {
  if (order.state !== "succeeded") return order;
  const isFull = ({ settledMinor }: OrderPayment) => !(settledMinor < order.expected.amountMinor);
  const recorded = payerOf(order);
  const standing = standingPayments(order);
  const kept = recorded?.isStanding ? recorded : undefined;
  const full = isTakenBack && !(kept && isFull(kept)) ? standing.find(isFull) : undefined;
  const payer = full ?? kept ?? standing[0] ?? recorded;
  if (!payer) return order;
  const { paymentId: paidBy, orderId, subscriptionId } = payer;
  if (paidBy === order.paidBy) {
    const isShort = isTakenBack && !isFull(payer);
    return isShort ? { ...order, isPaidInFull: false } : order;
  }
  const isPaidInFull = isFull(payer) || (!isTakenBack && order.isPaidInFull === true);
  const isSame = orderId === undefined || orderId === order.orderId;
  return {
    ...(isSame ? order : { ...unbind(order), orderId }),
    paidBy,
    isPaidInFull,
    ...(subscriptionId !== undefined && { subscriptionId }),
  };
}

/** The order after an authorization ended without a settlement. */
function withoutReservation(order: OrderRecord): OrderRecord {
  if (order.state !== "authorized") return order;
  const standing = standingAuthorizations(order);
  const other = standing.find((it) => it.transactionId === order.paidBy) ?? standing[0];
  return other ? { ...order, paidBy: other.transactionId } : { ...order, state: "reversed" };
}

/** Refunds, voids, chargebacks, tests and everything unknown: an event. Only the void of an authorization changes the state. */
function applyOther(order: OrderRecord, report: OtherReport): Step {
  const { status, kind } = report;
  if (!isAboutOrder(order, report)) return refuse("order_wrong");
  const key = otherKey(report);
  const base = otherBase(order, report);
  const hasSucceeded = isDone(report);
  switch (kind) {
    case "refund":
    case "void": {
      if (status === "pending") return duplicate;
      if (status === "fail") {
        const code = report.result.payment.code;
        // The bank can fail a refund that had succeeded: that money was not returned.
        const returned = own(order.transactions, returnKey(report));
        const next = returned ? withoutRefund(order, report, returned) : order;
        return applyOnce(next, key, report, { ...base, type: "payment.refund_failed", code });
      }
      if (!hasSucceeded) return applyOnce(order, key, report, unknownEvent(order, report, "status"));
      const type = kind === "void" ? "payment.voided" : "payment.refunded";
      const step = applyOnce(withRefund(order, report, 1), returnKey(report), report, { ...base, type });
      if (step.type !== "changed") return step;
      const next = kind === "void" ? withoutReservation(step.order) : step.order;
      return { ...step, order: withPayer(next, kind === "void") };
    }
    case "chargeback": {
      const { mode = "", action = "" } = report.result.payment;
      const stage = hasSucceeded || status === "fail" || status === "pending" ? mode || action : status;
      return applyOnce(order, key, report, { ...base, type: "payment.chargeback", stage });
    }
    case "test":
      return applyOnce(order, key, report, unknownEvent(order, report, "test"));
    case "unknown": {
      const isKnownStatus = hasSucceeded || status === "fail" || status === "pending";
      return applyOnce(order, key, report, unknownEvent(order, report, isKnownStatus ? "kind" : "status"));
    }
    default:
      return kind satisfies never;
  }
}

/** A notice changes nothing; it is reported once. */
function applyNotice(order: OrderRecord, { notice, source, deliveryId, raw }: NoticeReport): Step {
  const key = noticeKey(notice);
  if (own(order.transactions, key)) return duplicate;
  const delivery = deliveryId === undefined ? {} : { deliveryId };
  const transaction = { transactionId: key, status: "notice", charge: "later", ...delivery } as const;
  return {
    type: "changed",
    order: withFinal(order, key, transaction),
    event: { type: "subscription.notice", reference: order.reference, source, ...delivery, notice, raw },
  };
}

/** Records the report under a key and emits its event, unless the key is known. */
function applyOnce(
  order: OrderRecord,
  key: string,
  report: ChargeReport | OtherReport,
  event: OrderEvent,
): Step {
  if (own(order.transactions, key)) return duplicate;
  // A second payment of an order that is paid keeps it paid when the first one is reversed.
  const isUnknown = event.type === "unknown" && event.why !== "second_payment";
  const next = withTransaction(order, key, report, "first", isUnknown);
  return { type: "changed", order: next, event };
}

function withTransaction(
  order: OrderRecord,
  key: string,
  report: ChargeReport | OtherReport,
  charge: "first" | "later",
  isUnknown = false,
): OrderRecord {
  const { transactionId, status, deliveryId, money, subscription } = report;
  const parentTransactionId = parentOf(order, report);
  const isCharge = report.kind === "charge" || report.kind === "authorization";
  const transaction = {
    transactionId,
    status,
    charge,
    ...(money && { amountMinor: Math.abs(money.amountMinor) }),
    ...(isCharge && { paymentId: paymentIdFor(report, parentTransactionId), orderId: report.orderId }),
    ...(isCharge && subscription?.id !== undefined && { subscriptionId: subscription.id }),
    ...(deliveryId !== undefined && { deliveryId }),
    ...(parentTransactionId !== undefined && { parentTransactionId }),
    ...(isUnknown && { isUnknown }),
  };
  return withFinal(order, key, transaction);
}

function withFinal(order: OrderRecord, key: string, transaction: FinalReport): OrderRecord {
  return { ...order, transactions: { ...order.transactions, [key]: transaction } };
}

/** A settlement is a part of the payment that its authorization began; every other charge begins one. */
function paymentIdFor({ result, transactionId }: ChargeReport, parent: string | undefined): string {
  return result.payment.mode === "settle" ? (parent ?? transactionId) : transactionId;
}

function withRefund(order: OrderRecord, { money: refund }: OtherReport, sign: 1 | -1): OrderRecord {
  if (refund?.currency !== order.expected.currency) return order;
  const refundedMinor = (order.refundedMinor ?? 0) + sign * Math.abs(refund.amountMinor);
  return { ...order, refundedMinor: Math.max(0, refundedMinor) };
}

function withoutRefund(order: OrderRecord, report: OtherReport, returned: FinalReport): OrderRecord {
  return withRefund(withFinal(order, returnKey(report), { ...returned, status: "fail" }), report, -1);
}

function bind(order: OrderRecord, report: ChargeReport, charge: "first" | "later"): OrderRecord {
  const isPaid = isDone(report);
  const ids = [order.subscriptionId, report.subscription?.id];
  // The attempt that pays the order names its subscription: that of a declined or reversed one renews nothing.
  if (charge === "first" && isPaid && order.state !== "succeeded") ids.reverse();
  const subscriptionId = ids[0] ?? ids[1];
  return {
    ...order,
    // A later charge may have an order of its own: only a first one binds. The order of an earlier attempt binds only where
    // it is paid after all: otherwise the attempt under way would be refused as one of another order.
    ...(charge === "first" &&
      order.orderId === undefined &&
      (isPaid || !isEarlierOrder(order, report.orderId)) && { orderId: report.orderId }),
    ...(subscriptionId !== undefined && { subscriptionId }),
  };
}

function laterEvent(order: OrderRecord, report: ChargeReport, expectedMinor: number): OrderEvent {
  const base = chargeBase(order, report);
  const { id, cycle, status, renewalDate, cancelDate } = report.subscription ?? {};
  const subscription: SubscriptionState = {
    id: id ?? order.subscriptionId,
    cycle,
    status,
    renewalDate,
    cancelDate,
  };
  if (report.status === "fail") {
    return { ...base, type: "subscription.charge_failed", subscription, code: report.result.payment.code };
  }
  const { amountMinor, currency } = report.money;
  const { under, settled } = settlementOf(amountMinor, expectedMinor, currency);
  return under
    ? { ...base, type: "subscription.underpaid", subscription, settled: under }
    : { ...base, type: "subscription.renewed", subscription, settled };
}

function settlementOf(paidMinor: number, expectedMinor: number, currency: string) {
  const parts = { paidMinor, expectedMinor, currency };
  const under = paidMinor < expectedMinor ? ({ ...parts, coverage: "under" } as const) : undefined;
  const settled = { ...parts, coverage: paidMinor > expectedMinor ? "over" : "exact" } as const;
  return { under, settled };
}

function chargeBase(order: OrderRecord, report: ChargeReport) {
  const { orderId, transactionId, source, deliveryId, result } = report;
  const delivery = deliveryId === undefined ? {} : { deliveryId };
  return { reference: order.reference, orderId, transactionId, source, ...delivery, result };
}

function otherBase(order: OrderRecord, report: ChargeReport | OtherReport) {
  const { orderId, transactionId, parentTransactionId, source, deliveryId, money: reported, result } = report;
  const delivery = deliveryId === undefined ? {} : { deliveryId };
  const ids = { orderId, transactionId, parentTransactionId };
  return { reference: order.reference, ...ids, money: reported, source, ...delivery, result };
}

function unknownEvent(
  order: OrderRecord,
  report: ChargeReport | OtherReport,
  why: UnknownEvent["why"],
): UnknownEvent {
  return { ...otherBase(order, report), type: "unknown", why };
}

function rank({ state }: Pick<OrderRecord, "state">): number {
  return orderStates.indexOf(state);
}

/** The later of two states: states never go back. */
function atLeast(order: OrderRecord, state: OrderRecord["state"]): OrderRecord["state"] {
  return rank(order) >= rank({ state }) ? order.state : state;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
