/**
 * The state machine of an order: reports change its state.
 *
 *   created -> pending -> failed -> authorized -> succeeded -> reversed        states may be skipped; an order never goes back,
 *                                                                              but another attempt may pay a reversed order
 *
 *   created     recorded, nothing reported yet
 *   pending     the payment is pending at the gateway
 *   failed      declined; another attempt may pay it
 *   authorized  the amount is reserved, not paid
 *   succeeded   paid, in part or in full. Refunds, voids of charges and chargebacks are events and do not change this state
 *   reversed    paid or reserved, then failed at the bank, or the authorization was voided; another attempt may pay it
 *
 * Only the merchant opens a new attempt: createUrl() after a failure, a reversal or release() starts again at created.
 *
 * An order is recorded before the payment is sent, under the merchant's reference, with the expected amount. The first report,
 * a response or a notification, binds the gateway's order id to it; createUrl() for another attempt unbinds it. Every charge
 * must match currency and amount, or it is refused. While an attempt is pending or has paid, a charge with another order id of
 * the gateway does not pay the order; if it succeeded it emits an event, because its money moved. Each transaction ends once; a
 * repeated report is a duplicate. Another transaction may pay a failed or reversed order (a retry with 3D Secure, another card),
 * also with another order id: the merchant may have opened that attempt before the failure was reported. A failure that arrives
 * after another attempt's success changes nothing.
 *
 * Pure: no clock, no store, no await. notifications.ts runs it inside the store's transaction.
 */
import type { NotificationRefusalCode } from "../../errors/notification-refusals.ts";
import type { Money } from "../../payments/money.ts";
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
      // If the first payment was returned, a second payment pays the order.
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
    // A retry with another order id. A report repeated after createUrl() must not bind the next attempt to it.
    const isRetry = isOther && isOver && bound.orderId === report.orderId;
    return isRetry ? { type: "changed", order: bound } : duplicate;
  }
  // Another attempt may have started another subscription. Its renewals do not belong to the order, but their money moves.
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
  // The decline of an earlier attempt does not fail the current attempt.
  const isUnderWay =
    order.state !== "failed" && order.orderId !== undefined && order.orderId !== report.orderId;
  if (charge === "first" && status === "fail" && isUnderWay) return { type: "changed", order: next };
  if (charge === "first") return firstCharge(order, next, key, report, expected);
  // The authorization of a renewal charges nothing; its settlement does.
  if (report.kind === "authorization" && status !== "fail") return { type: "changed", order: next };
  return { type: "changed", order: next, event: laterEvent(order, report, expected.amountMinor) };
}

/** Applies a late report about an abandoned attempt. It matches no expected charge, but it must be reported. */
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
  // Recorded so that a later refund of this payment also counts for this order.
  const next = withEarlier(order, { ...report.money, orderId: report.orderId });
  return applyOnce(next, key, report, unknownEvent(order, report, "earlier_attempt"));
}

/**
 * Applies a first charge with another order id of the gateway than the bound one. It does not pay the order, because the
 * merchant's server may have sent a payment of another reference with this URL. A notification at this reference's signed URL
 * proves that money moved, so it is reported. A response passed to record() with the wrong reference proves nothing.
 */
function applyOtherOrder(order: OrderRecord, key: string, report: ChargeReport): Step {
  // An attempt that was abandoned before its order id was known can still be paid, with this order id.
  const unbound = (order.earlier ?? []).filter((attempt) => attempt.orderId === undefined);
  const { source, status, orderId } = report;
  // Renewals match recorded amounts only if their order id was reported here before. For others the amount proves nothing.
  const renewals = isEarlierOrder(order, orderId) ? order.later : [];
  const matched = matchMoney(isRenewal(report) ? renewals : expectedOf(order, "first"), report);
  const isExpected = typeof matched !== "string";
  // A second payment of a paid order can replace the first one later, whichever attempt it belongs to.
  const isSecond = order.state === "succeeded" && matched === order.expected && isDone(report);
  const step = isSecond ? refuse("order_wrong") : applyEarlier(order, key, report, unbound, "order_wrong");
  if (step.type !== "refused" || source !== "notification" || !isExpected) return step;
  // The final status will be reported. A refusal would make the gateway re-send this report until then.
  if (status === "pending") return duplicate;
  if (status === "fail") return { type: "changed", order: withTransaction(order, key, report, "first") };
  const next = withEarlier(order, { ...order.expected, orderId, isOther: true });
  const why = isSecond ? "second_payment" : "other_order";
  return applyOnce(next, key, report, unknownEvent(order, report, why));
}

/** Applies a final first charge whose order, currency and amount match. */
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
  // The settlement or void of this transaction was reported before the transaction itself.
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
    // An authorization after the release cancels the release: the merchant must release the order again.
    return { type: "changed", order: { ...paid, state: "authorized", isReleased: undefined }, event };
  }
  const event = paidEvent(next, report, report.money.amountMinor);
  const isPaidInFull = event.type === "payment.succeeded";
  return { type: "changed", order: { ...paid, state: "succeeded", isPaidInFull }, event };
}

/** Whether a charge was voided before it was reported. If an authorization has the same id, the void belongs to it. */
function isVoidedBefore(order: OrderRecord, { transactionId, money }: ChargeReport): boolean {
  const isAuthorized = own(order.transactions, chargeKeyOf(transactionId, "authorization")) !== undefined;
  return !isAuthorized && isVoided(order, transactionId, money.amountMinor);
}

/** Applies another part of a partial payment. The order is paid in full once, by the part that completes the amount. */
function furtherCharge(order: OrderRecord, next: OrderRecord, key: string, report: ChargeReport): Step {
  const known = own(next.transactions, key);
  const paidBy = payerOf(order)?.paymentId ?? report.transactionId;
  const paid = { ...(known ? withFinal(next, key, { ...known, paymentId: paidBy }) : next), paidBy };
  const { keptMinor } = paymentOf(paid, paidBy);
  // The order was already paid in full, or an unknown amount prevents the sum.
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

/** Applies another report about a transaction that has a final report. */
function applyAgain(order: OrderRecord, key: string, known: FinalReport, report: ChargeReport): Step {
  const { status, money } = report;
  const isDoneAgain = isDone(known) && isDone(report);
  if (isDoneAgain && known.amountMinor !== undefined && known.amountMinor !== money.amountMinor) {
    const again = contradictionKey(report, money.amountMinor);
    return applyOnce(order, again, report, unknownEvent(order, report, "contradiction"));
  }
  // A pending report after the final one is a response that arrived later than the notification.
  if (
    known.status === status ||
    status === "pending" ||
    (known.status === "confirmed" && status === "success")
  ) {
    return duplicate;
  }
  if (isDoneAgain) {
    const confirmed = withFinal(order, key, { ...known, status });
    // The transaction did not pay the order and was reported as unknown. A confirmation does not make it a payment.
    if (known.isUnknown === true) return { type: "changed", order: confirmed };
    const event = { ...chargeBase(order, report), type: "payment.confirmed" } as const;
    return { type: "changed", order: confirmed, event };
  }
  if (isDone(known) && status === "fail") return applyReversal(order, key, known, report);
  // Reports of failure and success may be out of order. Only a confirmation after a reversal is reported.
  if (known.status === "reversed" && status !== "confirmed") return duplicate;
  // Failed, then successful: the reports may be out of order. This is reported once and never counts as paid.
  return applyOnce(order, contradictionKey(report), report, unknownEvent(order, report, "contradiction"));
}

/** Applies the failure of a transaction that had succeeded. */
function applyReversal(order: OrderRecord, key: string, known: FinalReport, report: ChargeReport): Step {
  const { charge } = known;
  const reversal = withFinal(order, key, { ...known, status: "reversed" });
  // The earlier confirmation is recorded, so that its repetition after the reversal is a duplicate.
  const confirmation = contradictionKey({ ...report, status: "confirmed" });
  const failed =
    known.status === "confirmed"
      ? withFinal(reversal, confirmation, { ...known, charge: "later" })
      : reversal;
  // The failure of an authorization does not reverse its settlements.
  if (report.kind === "authorization" && isSettledOrVoided(failed, report)) {
    return { type: "changed", order: failed };
  }
  const reversed = charge === "first" ? reverse(failed, report.kind, known) : failed;
  // The reversal of a later charge does not affect the order's payment.
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

/** The order after one of its charges was reversed. If it was paid or reserved twice, the other payment counts. */
function reverse(order: OrderRecord, kind: ChargeReport["kind"], known: FinalReport): OrderRecord {
  if (kind === "authorization") return withoutReservation(order);
  const isPayer = order.paidBy === undefined || order.paidBy === paymentIdOf(known);
  if (order.state !== "succeeded" || !isPayer) return order;
  return standingPayments(order).length > 0 ? withPayer(order, true) : { ...order, state: "reversed" };
}

/**
 * Selects the payment that pays a paid order. If another payment replaces the recorded one, the order gets its order id and its
 * subscription. If every payment was returned, the recorded one stays.
 *
 * @param isTakenBack whether something was reversed or voided, so that the paid amount may fall short. A refund by the merchant
 * does not make it fall short.
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

/** Applies refunds, voids, chargebacks, tests and unknown reports: events, which only after voids can change the state. */
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
        // A successful refund can fail later at the bank: the money was then not returned.
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

/** Applies a notice: it does not change the state, and is reported once. */
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

/** Records the report under a key and emits its event, unless the key is already recorded. */
function applyOnce(
  order: OrderRecord,
  key: string,
  report: ChargeReport | OtherReport,
  event: OrderEvent,
): Step {
  if (own(order.transactions, key)) return duplicate;
  // A second payment counts: it keeps the order paid if the first payment is reversed.
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

/** A settlement belongs to the payment of its authorization; every other charge starts a payment. */
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
  // The subscription of the paying attempt replaces that of a declined or reversed attempt, which does not renew.
  if (charge === "first" && isPaid && order.state !== "succeeded") ids.reverse();
  const subscriptionId = ids[0] ?? ids[1];
  return {
    ...order,
    // Only a first charge binds, because a later charge may have another order id. An earlier attempt's order id binds only
    // if it was paid: otherwise the current attempt would be refused because of its order id.
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
